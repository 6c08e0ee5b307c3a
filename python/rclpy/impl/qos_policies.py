"""The policies that have named values."""

from __future__ import annotations

from enum import IntEnum


class QoSPolicyEnum(IntEnum):
    """A policy; its values also have short names in lower case."""

    @classmethod
    def short_keys(cls) -> list[str]:
        """The short names."""
        return [name.lower() for name in cls.__members__ if not name.startswith('RMW')]

    @classmethod
    def get_from_short_key(cls, name: str) -> 'QoSPolicyEnum':
        """The value with a short name."""
        return cls[name.upper()]

    @property
    def short_key(self) -> str:
        """The short name."""
        for name, value in self.__class__.__members__.items():
            if not name.startswith('RMW') and value == self:
                return name.lower()
        raise AttributeError(f'failed to find value {self.value} in {self.__class__.__name__}')


class HistoryPolicy(QoSPolicyEnum):
    """How many messages are kept."""

    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2
    UNKNOWN = 3
    RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT = SYSTEM_DEFAULT
    RMW_QOS_POLICY_HISTORY_KEEP_LAST = KEEP_LAST
    RMW_QOS_POLICY_HISTORY_KEEP_ALL = KEEP_ALL
    RMW_QOS_POLICY_HISTORY_UNKNOWN = UNKNOWN


class ReliabilityPolicy(QoSPolicyEnum):
    """Whether messages may be lost."""

    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4
    RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT = SYSTEM_DEFAULT
    RMW_QOS_POLICY_RELIABILITY_RELIABLE = RELIABLE
    RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT = BEST_EFFORT
    RMW_QOS_POLICY_RELIABILITY_UNKNOWN = UNKNOWN
    RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE = BEST_AVAILABLE


class DurabilityPolicy(QoSPolicyEnum):
    """Whether late joiners get earlier publications."""

    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4
    RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT = SYSTEM_DEFAULT
    RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL = TRANSIENT_LOCAL
    RMW_QOS_POLICY_DURABILITY_VOLATILE = VOLATILE
    RMW_QOS_POLICY_DURABILITY_UNKNOWN = UNKNOWN
    RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE = BEST_AVAILABLE


class LivelinessPolicy(QoSPolicyEnum):
    """How a publisher asserts its liveliness."""

    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    UNKNOWN = 4
    BEST_AVAILABLE = 5
    RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT = SYSTEM_DEFAULT
    RMW_QOS_POLICY_LIVELINESS_AUTOMATIC = AUTOMATIC
    RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC = MANUAL_BY_TOPIC
    RMW_QOS_POLICY_LIVELINESS_UNKNOWN = UNKNOWN
    RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE = BEST_AVAILABLE
