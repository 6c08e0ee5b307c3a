"""Names that upstream defines in C++ and that programs catch or use."""

from __future__ import annotations

import importlib
import os
from enum import IntEnum
from typing import Any

from .handle import InvalidHandle  # noqa: F401

#: Durations with a meaning of their own, in nanoseconds.
RMW_DURATION_INFINITE = 2**63 - 1
RMW_QOS_DEADLINE_BEST_AVAILABLE = RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE = 2**63 - 2


class RCLError(RuntimeError):
    """The middleware refused something."""


class RMWError(RuntimeError):
    """The middleware has failed."""


class RCLInvalidROSArgsError(RCLError):
    """The ROS arguments are invalid."""


class UnknownROSArgsError(RuntimeError):
    """There are unknown ROS arguments."""


class NodeNameNonExistentError(RCLError):
    """There is no node with this name."""


class TimerCancelledError(RCLError):
    """The timer was cancelled before it was called."""


class UnsupportedEventTypeError(RCLError):
    """The middleware does not support this event."""


class NotImplementedError(RCLError):  # noqa: A001 - upstream's name
    """The middleware does not support this."""


class TimeoutError(RCLError):  # noqa: A001 - upstream's name
    """The middleware took too long."""


for _each in (RCLError, RMWError, RCLInvalidROSArgsError, UnknownROSArgsError,
              NodeNameNonExistentError, TimerCancelledError, UnsupportedEventTypeError,
              NotImplementedError, TimeoutError):
    # Upstream's native module, which tracebacks show.
    _each.__module__ = 'rclpy._rclpy_pybind11'


class ClockType(IntEnum):
    """Types of clocks, as in the native module."""

    UNINITIALIZED = 0
    ROS_TIME = 1
    SYSTEM_TIME = 2
    STEADY_TIME = 3


def rclpy_get_rmw_implementation_identifier() -> str:
    """The middleware: `RMW_IMPLEMENTATION`, or that of a new system."""
    return os.environ.get('RMW_IMPLEMENTATION') or 'rmw_fastrtps_cpp'


def rclpy_remove_ros_args(args: list[str]) -> list[str]:
    """The arguments without those between ``--ros-args`` and ``--``."""
    if not args:
        raise RuntimeError('Failed to init ROS arguments: no arguments')
    left: list[str] = []
    inside = False
    for word in args:
        if word == '--ros-args':
            inside = True
        elif inside and word == '--':
            inside = False
        elif not inside:
            left.append(word)
    return left


#: Entities without a callback, and profiles, imported on first use because they use names above.
_ELSEWHERE = {
    'WaitSet': 'wait_set',
    'rmw_qos_profile_t': 'native_qos',
    'rclpy_action_get_rmw_qos_profile': 'native_qos',
    **dict.fromkeys(('GuardCondition', 'Subscription', 'Client', 'Service', 'Timer',
                     'EventHandle'), 'native_entities'),
}
#: What modules of rclpy show under another name.
_SHOWN_AS = {
    'ClockChange': 'clock.ClockChange',
    'GoalEvent': 'action.server.GoalEvent',
    'QoSCompatibility': 'qos.QoSCompatibility',
    # Humble's name.
    'QoSEvent': 'impl.native_entities.EventHandle',
    'TransitionCallbackReturnType': 'lifecycle.TransitionCallbackReturn',
    'rcl_publisher_event_type_t': 'event_handler.QoSPublisherEventType',
    'rcl_subscription_event_type_t': 'event_handler.QoSSubscriptionEventType',
    'rmw_requested_deadline_missed_status_t': 'event_handler.QoSRequestedDeadlineMissedInfo',
    'rmw_liveliness_changed_status_t': 'event_handler.QoSLivelinessChangedInfo',
    'rmw_message_lost_status_t': 'event_handler.QoSMessageLostInfo',
    'rmw_requested_qos_incompatible_event_status_t':
        'event_handler.QoSRequestedIncompatibleQoSInfo',
    'rmw_offered_deadline_missed_status_t': 'event_handler.QoSOfferedDeadlineMissedInfo',
    'rmw_liveliness_lost_status_t': 'event_handler.QoSLivelinessLostInfo',
    'rmw_matched_status_t': 'event_handler.QoSSubscriptionMatchedInfo',
    'rmw_incompatible_type_status_t': 'event_handler.IncompatibleTypeInfo',
    'SignalHandlerOptions': 'signals.SignalHandlerOptions',
    'install_signal_handlers': 'signals.install_signal_handlers',
    'uninstall_signal_handlers': 'signals.uninstall_signal_handlers',
    'get_current_signal_handlers_options': 'signals.get_current_signal_handlers_options',
    'rclpy_expand_topic_name': 'expand_topic_name.expand_topic_name',
    'rclpy_logging_get_logger_level': 'logging.get_logger_level',
    'rclpy_logging_set_logger_level': 'logging.set_logger_level',
    'rclpy_logging_get_logger_effective_level': 'logging.get_logger_effective_level',
    'rclpy_logging_severity_level_from_string': 'logging.get_logging_severity_from_string',
    'rclpy_logging_get_logging_directory': 'logging.get_logging_directory',
}


def __getattr__(name: str) -> Any:
    if name == 'service_introspection':
        return importlib.import_module('rclpy.service_introspection')
    if name in _SHOWN_AS:
        module, _, name = _SHOWN_AS[name].rpartition('.')
        return getattr(importlib.import_module(f'rclpy.{module}'), name)
    if name not in _ELSEWHERE:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(f'.{_ELSEWHERE[name]}', __package__), name)
