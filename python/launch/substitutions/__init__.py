"""Texts that are known when a launch description is evaluated."""
from .command import Command
from .files import (
    FileContent, FindExecutable, LaunchLogDir, PathJoinSubstitution, PathSubstitution,
    ThisLaunchFile, ThisLaunchFileDir)
from .logic import (
    AllSubstitution, AndSubstitution, AnySubstitution, BooleanSubstitution, EqualsSubstitution,
    IfElseSubstitution, NotEqualsSubstitution, NotSubstitution, OrSubstitution)
from .names import AnonName, AnonymousName, ForEachVar, ForLoopIndex, LocalSubstitution
from .python_expression import PythonExpression
from .substitution_failure import SubstitutionFailure
from .variables import EnvironmentVariable, LaunchConfiguration, TextSubstitution
from .variables import StringJoinSubstitution

LaunchLogDirSubstitution = LaunchLogDir

__all__ = [
    'AllSubstitution', 'AndSubstitution', 'AnonName', 'AnonymousName', 'AnySubstitution',
    'BooleanSubstitution', 'Command', 'EnvironmentVariable', 'EqualsSubstitution', 'FileContent',
    'FindExecutable', 'ForEachVar', 'ForLoopIndex', 'IfElseSubstitution', 'LaunchConfiguration',
    'LaunchLogDir', 'LocalSubstitution', 'NotEqualsSubstitution', 'NotSubstitution',
    'OrSubstitution', 'PathJoinSubstitution', 'PathSubstitution', 'PythonExpression',
    'StringJoinSubstitution', 'SubstitutionFailure', 'TextSubstitution', 'ThisLaunchFile',
    'ThisLaunchFileDir',
]
