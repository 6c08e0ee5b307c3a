"""The events of publishers and subscriptions, and the information about each."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from ..qos import QoSPolicyKind


class QoSPublisherEventType(IntEnum):
    """The events of a publisher."""

    RCL_PUBLISHER_OFFERED_DEADLINE_MISSED = 0
    RCL_PUBLISHER_LIVELINESS_LOST = 1
    RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS = 2
    RCL_PUBLISHER_INCOMPATIBLE_TYPE = 3
    RCL_PUBLISHER_MATCHED = 4


class QoSSubscriptionEventType(IntEnum):
    """The events of a subscription."""

    RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED = 0
    RCL_SUBSCRIPTION_LIVELINESS_CHANGED = 1
    RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS = 2
    RCL_SUBSCRIPTION_MESSAGE_LOST = 3
    RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE = 4
    RCL_SUBSCRIPTION_MATCHED = 5


class QoSRequestedDeadlineMissedInfo(NamedTuple):
    """A message did not arrive in time."""

    total_count: int = 0
    total_count_change: int = 0


class QoSOfferedDeadlineMissedInfo(NamedTuple):
    """A publisher did not publish in time."""

    total_count: int = 0
    total_count_change: int = 0


class QoSLivelinessChangedInfo(NamedTuple):
    """Publishers became alive or ceased to be."""

    alive_count: int = 0
    not_alive_count: int = 0
    alive_count_change: int = 0
    not_alive_count_change: int = 0


class QoSLivelinessLostInfo(NamedTuple):
    """A publisher did not assert its liveliness in time."""

    total_count: int = 0
    total_count_change: int = 0


class QoSMessageLostInfo(NamedTuple):
    """Messages were lost."""

    total_count: int = 0
    total_count_change: int = 0


class QoSRequestedIncompatibleQoSInfo(NamedTuple):
    """A publisher offers less than the subscription requests."""

    total_count: int = 0
    total_count_change: int = 0
    last_policy_kind: int = QoSPolicyKind.INVALID


#: One type, as upstream; the middleware reports the same of both sides.
QoSOfferedIncompatibleQoSInfo = QoSRequestedIncompatibleQoSInfo


class IncompatibleTypeInfo(NamedTuple):
    """Another endpoint uses the topic with a different type."""

    total_count: int = 0
    total_count_change: int = 0


class QoSSubscriptionMatchedInfo(NamedTuple):
    """Endpoints of the other side matched or left."""

    total_count: int = 0
    total_count_change: int = 0
    current_count: int = 0
    current_count_change: int = 0


#: One type, as upstream; the middleware reports the same of both sides.
QoSPublisherMatchedInfo = QoSSubscriptionMatchedInfo

# Numbers of the guest protocol.
_MATCHED, _INCOMPATIBLE_QOS, _INCOMPATIBLE_TYPE, _LOST, _DEADLINE, _LIVELINESS = range(6)

_PUBLISHER = {
    QoSPublisherEventType.RCL_PUBLISHER_OFFERED_DEADLINE_MISSED:
        (_DEADLINE, QoSOfferedDeadlineMissedInfo),
    QoSPublisherEventType.RCL_PUBLISHER_LIVELINESS_LOST: (_LIVELINESS, QoSLivelinessLostInfo),
    QoSPublisherEventType.RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS:
        (_INCOMPATIBLE_QOS, QoSOfferedIncompatibleQoSInfo),
    QoSPublisherEventType.RCL_PUBLISHER_INCOMPATIBLE_TYPE:
        (_INCOMPATIBLE_TYPE, IncompatibleTypeInfo),
    QoSPublisherEventType.RCL_PUBLISHER_MATCHED: (_MATCHED, QoSPublisherMatchedInfo),
}
_SUBSCRIPTION = {
    QoSSubscriptionEventType.RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED:
        (_DEADLINE, QoSRequestedDeadlineMissedInfo),
    QoSSubscriptionEventType.RCL_SUBSCRIPTION_LIVELINESS_CHANGED:
        (_LIVELINESS, QoSLivelinessChangedInfo),
    QoSSubscriptionEventType.RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS:
        (_INCOMPATIBLE_QOS, QoSRequestedIncompatibleQoSInfo),
    QoSSubscriptionEventType.RCL_SUBSCRIPTION_MESSAGE_LOST: (_LOST, QoSMessageLostInfo),
    QoSSubscriptionEventType.RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE:
        (_INCOMPATIBLE_TYPE, IncompatibleTypeInfo),
    QoSSubscriptionEventType.RCL_SUBSCRIPTION_MATCHED: (_MATCHED, QoSSubscriptionMatchedInfo),
}


def protocol_kind(event_type: IntEnum) -> tuple[int, Any]:
    """The protocol's number for an event, and the class of its information."""
    table: Any = _PUBLISHER if isinstance(event_type, QoSPublisherEventType) else _SUBSCRIPTION
    return table[event_type]
