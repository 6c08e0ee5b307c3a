"""Substitutions and conditions of Nav2's launch files."""
from .multirobot import ParseMultiRobotPose
from .replace_string import ReplaceString
from .rewritten_yaml import RewrittenYaml
from .yaml_content import HasNodeParams, LaunchConfigAsBool

__all__ = ['HasNodeParams', 'LaunchConfigAsBool', 'ParseMultiRobotPose', 'ReplaceString',
           'RewrittenYaml']
