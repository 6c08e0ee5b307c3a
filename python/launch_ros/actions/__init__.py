"""The ROS actions of launch files."""
from .composition import (
    ComposableNodeContainer, LoadComposableNodes, get_composable_node_load_request)
from .lifecycle import LifecycleNode, LifecycleTransition
from .node import Node
from .settings import (
    PushROSNamespace, PushRosNamespace, SetParameter, SetParametersFromFile, SetRemap,
    SetROSLogDir, SetUseSimTime)
from .timers import ROSTimer, RosTimer

SetRosLogDir = SetROSLogDir

__all__ = [
    'ComposableNodeContainer', 'LifecycleNode', 'LifecycleTransition', 'LoadComposableNodes',
    'Node', 'PushROSNamespace', 'PushRosNamespace', 'ROSTimer', 'RosTimer', 'SetParameter',
    'SetParametersFromFile', 'SetROSLogDir', 'SetRemap', 'SetRosLogDir', 'SetUseSimTime',
    'get_composable_node_load_request',
]
