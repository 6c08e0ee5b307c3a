"""Names that upstream defines in C++ and that programs catch or use."""

from __future__ import annotations

import importlib
import os
from enum import IntEnum
from typing import Any

from .handle import InvalidHandle  # noqa: F401


class RCLError(RuntimeError):
    """The middleware refused something."""


class RCLInvalidROSArgsError(RCLError):
    """The ROS arguments are invalid."""


class UnknownROSArgsError(RuntimeError):
    """There are unknown ROS arguments."""


class NodeNameNonExistentError(RCLError):
    """There is no node with this name."""


class UnsupportedEventTypeError(RCLError):
    """The middleware does not support this event."""


class NotImplementedError(RCLError):  # noqa: A001 - upstream's name
    """The middleware does not support this."""


class TimeoutError(RCLError):  # noqa: A001 - upstream's name
    """The middleware took too long."""


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


def __getattr__(name: str) -> Any:
    module = _ELSEWHERE.get(name)
    if module is None:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(f'.{module}', __package__), name)
