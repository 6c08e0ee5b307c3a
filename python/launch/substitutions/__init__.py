"""Texts that are determined when a launch description is evaluated."""
from .command import Command
from .files import (
    FileContent, FindExecutable, FindLaunchfile, LaunchLogDir, PathJoinSubstitution, PathSubstitution,
    ThisLaunchFile, ThisLaunchFileDir)
from .logic import (
    AllSubstitution, AndSubstitution, AnySubstitution, BooleanSubstitution, EqualsSubstitution,
    IfElseSubstitution, IsEmptySubstitution, NotEmptySubstitution, NotEqualsSubstitution,
    NotSubstitution, OrSubstitution)
from .names import AnonName, AnonymousName, ForEachVar, ForLoopIndex, LocalSubstitution
from .python_expression import PythonExpression
from .substitution_failure import SubstitutionFailure
from .variables import (
    EnvironmentVariable, LaunchConfiguration, StringJoinSubstitution, StringStripSubstitution,
    TextSubstitution)

LaunchLogDirSubstitution = LaunchLogDir

__all__ = [
    'AllSubstitution', 'AndSubstitution', 'AnonName', 'AnonymousName', 'AnySubstitution',
    'BooleanSubstitution', 'Command', 'EnvironmentVariable', 'EqualsSubstitution', 'FileContent',
    'FindExecutable', 'FindLaunchfile', 'ForEachVar', 'ForLoopIndex', 'IfElseSubstitution', 'IsEmptySubstitution',
    'LaunchConfiguration', 'LaunchLogDir', 'LocalSubstitution', 'NotEmptySubstitution',
    'NotEqualsSubstitution', 'NotSubstitution', 'OrSubstitution', 'PathJoinSubstitution',
    'PathSubstitution', 'PythonExpression', 'StringJoinSubstitution', 'StringStripSubstitution',
    'SubstitutionFailure', 'TextSubstitution', 'ThisLaunchFile', 'ThisLaunchFileDir',
]
