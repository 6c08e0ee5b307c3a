"""The actions of launch files."""
from ..action import Action
from .configurations import (
    PopLaunchConfigurations, PushLaunchConfigurations, ResetLaunchConfigurations,
    SetLaunchConfiguration, UnsetLaunchConfiguration)
from .declare_launch_argument import DeclareBooleanLaunchArgument, DeclareLaunchArgument
from .environment import (
    AppendEnvironmentVariable, PopEnvironment, PrependEnvironmentVariable, PushEnvironment,
    ReplaceEnvironmentVariables, ResetEnvironment, SetEnvironmentVariable, UnsetEnvironmentVariable)
from .execute_process import ExecuteLocal, ExecuteProcess
from .event_actions import EmitEvent, RegisterEventHandler, Shutdown, UnregisterEventHandler
from .group_action import GroupAction
from .include_launch_description import IncludeLaunchDescription
from .log import Log, LogDebug, LogError, LogInfo, LogWarning, RaiseError
from .loops import ForEach, ForLoop
from .opaque_function import OpaqueCoroutine, OpaqueFunction
from .timer_action import TimerAction

ShutdownAction = Shutdown

__all__ = [
    'Action', 'AppendEnvironmentVariable', 'DeclareBooleanLaunchArgument', 'DeclareLaunchArgument',
    'EmitEvent', 'ExecuteLocal',
    'ExecuteProcess', 'ForEach', 'ForLoop', 'GroupAction', 'IncludeLaunchDescription', 'Log',
    'LogDebug', 'LogError', 'LogInfo', 'LogWarning', 'OpaqueCoroutine', 'OpaqueFunction',
    'PopEnvironment', 'PopLaunchConfigurations', 'PrependEnvironmentVariable', 'PushEnvironment',
    'PushLaunchConfigurations', 'RaiseError', 'RegisterEventHandler',
    'ReplaceEnvironmentVariables', 'ResetEnvironment',
    'ResetLaunchConfigurations', 'SetEnvironmentVariable', 'SetLaunchConfiguration', 'Shutdown',
    'ShutdownAction', 'TimerAction', 'UnregisterEventHandler', 'UnsetEnvironmentVariable',
    'UnsetLaunchConfiguration',
]
