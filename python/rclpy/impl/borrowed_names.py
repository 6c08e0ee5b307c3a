"""Names that upstream's modules have through their imports, and that programs use from there."""

from __future__ import annotations

import importlib
from typing import Any, Callable

_MESSAGES = ('ParameterDescriptor ParameterEvent ParameterType ParameterValue SetParametersResult '
             'FloatingPointRange IntegerRange ListParametersResult')
_ACTION_MESSAGES = {'action_msgs.msg': 'GoalStatus GoalInfo', 'action_msgs.srv': 'CancelGoal'}

#: For each module, the modules that define its further names.
BORROWED: dict[str, dict[str, str]] = {
    'rclpy.node': {
        'rcl_interfaces.msg': _MESSAGES,
        'rclpy.constants': 'S_TO_NS',
        'rclpy.context': 'Context',
        'rclpy.event_handler': 'PublisherEventCallbacks SubscriptionEventCallbacks',
        'rclpy.exceptions': (
            'InvalidHandle InvalidParameterTypeException InvalidParameterValueException '
            'InvalidTopicNameException ParameterAlreadyDeclaredException '
            'ParameterImmutableException ParameterNotDeclaredException '
            'ParameterUninitializedException'),
        'rclpy.executors': 'Executor',
        'rclpy.expand_topic_name': 'expand_topic_name',
        'rclpy.parameter': 'PARAMETER_SEPARATOR_STRING',
        'rclpy.parameter_service': 'ParameterService',
        'rclpy.qos': 'QoSProfile qos_profile_services_default',
        'rclpy.qos_overriding_options': 'QoSOverridingOptions',
        'rclpy.time_source': 'TimeSource',
        'rclpy.timer': 'Rate',
        'rclpy.topic_endpoint_info': 'TopicEndpointInfo',
        'rclpy.validate_full_topic_name': 'validate_full_topic_name',
        'rclpy.validate_parameter_name': 'validate_parameter_name',
        'rclpy.validate_topic_name': 'validate_topic_name',
    },
    'rclpy.executors': {
        'rclpy.context': 'Context',
        'rclpy.exceptions': 'InvalidHandle',
        'rclpy.node': 'Node',
        'rclpy.signals': 'SignalHandlerGuardCondition',
        'rclpy.utilities': 'get_default_context timeout_sec_to_nsec',
        'rclpy.waitable': 'NumberOfEntities',
    },
    'rclpy.clock': {
        'rclpy.context': 'Context',
        'rclpy.utilities': 'get_default_context',
    },
    'rclpy.parameter': {'rcl_interfaces.msg': 'ParameterType ParameterValue'},
    'rclpy.action.client': _ACTION_MESSAGES,
    'rclpy.action.server': {**_ACTION_MESSAGES, 'rclpy.task': 'Task'},
    'rclpy.client': {'rclpy.context': 'Context'},
    'rclpy.timer': {'rclpy.context': 'Context'},
    'rclpy.time_source': {'rclpy.clock': 'Clock', 'rclpy.node': 'Node'},
}


def borrowed_by(module: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module, which imports borrowed names on first use."""
    sources = {name: source for source, names in BORROWED[module].items()
               for name in names.split()}

    def find(name: str) -> Any:
        source = sources.get(name)
        if source is None:
            raise AttributeError(f'module {module!r} has no attribute {name!r}')
        return getattr(importlib.import_module(source), name)

    return find
