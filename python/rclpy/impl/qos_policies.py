"""The policies that have named values."""

from __future__ import annotations

import warnings
from enum import IntEnum
from typing import Any, Callable


class _LongName:
    """The old name of a value, which warns of its use."""

    def __init__(self, name: str, replacement: str) -> None:
        self._name = name
        self._replacement = replacement

    def __get__(self, _: Any, policy: Any) -> Any:
        warnings.warn(f'{policy.__name__}.{self._name} is deprecated. '
                      f'Use {policy.__name__}.{self._replacement} instead.', stacklevel=2)
        return policy[self._replacement]


def _with_long_names(policy_name: str) -> Callable[[Any], Any]:
    """Adds the deprecated name of each value, such as ``RMW_QOS_POLICY_HISTORY_KEEP_ALL``."""
    def add(policy: Any) -> Any:
        for value in policy:
            name = f'RMW_QOS_POLICY_{policy_name}_{value.name}'
            setattr(policy, name, _LongName(name, value.name))
        return policy
    return add


class QoSPolicyEnum(IntEnum):
    """A policy; its values also have short names in lower case."""

    __module__ = 'rclpy.qos'

    @classmethod
    def short_keys(cls) -> list[str]:
        """The short names."""
        return [name.lower() for name in cls.__members__]

    @classmethod
    def get_from_short_key(cls, name: str) -> 'QoSPolicyEnum':
        """The value with a short name."""
        return cls[name.upper()]

    @property
    def short_key(self) -> str:
        """The short name."""
        for name, value in self.__class__.__members__.items():
            if value == self:
                return name.lower()
        raise AttributeError(f'failed to find value {self.value} in {self.__class__.__name__}')


@_with_long_names('HISTORY')
class HistoryPolicy(QoSPolicyEnum):
    """How many messages are kept."""

    __module__ = 'rclpy.qos'

    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2
    UNKNOWN = 3


@_with_long_names('RELIABILITY')
class ReliabilityPolicy(QoSPolicyEnum):
    """Whether messages may be lost."""

    __module__ = 'rclpy.qos'

    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


@_with_long_names('DURABILITY')
class DurabilityPolicy(QoSPolicyEnum):
    """Whether late joiners get earlier publications."""

    __module__ = 'rclpy.qos'

    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


@_with_long_names('LIVELINESS')
class LivelinessPolicy(QoSPolicyEnum):
    """How a publisher asserts its liveliness."""

    __module__ = 'rclpy.qos'

    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    UNKNOWN = 4
    BEST_AVAILABLE = 5
