"""Events of publishers and subscriptions: matches, incompatibility, late and lost messages."""

from __future__ import annotations

import json
import warnings
from enum import IntEnum
from typing import Any, Callable, Optional

from .callback_groups import Activity, CallbackGroup
from .impl.distributions import since_iron
from .impl.event_infos import (  # noqa: F401
    IncompatibleTypeInfo, QoSLivelinessChangedInfo, QoSLivelinessLostInfo, QoSMessageLostInfo,
    QoSOfferedDeadlineMissedInfo, QoSOfferedIncompatibleQoSInfo, QoSPublisherEventType,
    QoSPublisherMatchedInfo, QoSRequestedDeadlineMissedInfo, QoSRequestedIncompatibleQoSInfo,
    QoSSubscriptionEventType, QoSSubscriptionMatchedInfo, protocol_kind)
from .impl.handle import Handle, registry
from .impl.native import UnsupportedEventTypeError  # noqa: F401
from .logging import get_logger
from .qos import qos_policy_name_from_kind
from .waitable import NumberOfEntities, Waitable


class EventHandler(Waitable):
    """Calls back when something happens to an endpoint."""

    def __init__(self, *, callback_group: CallbackGroup, callback: Callable[[Any], None],
                 event_type: IntEnum, parent_impl: Handle) -> None:
        from .impl.wire_entities import declare_event

        super().__init__(callback_group)
        self.callback = callback
        self.event_type = event_type
        kind, self._info = protocol_kind(event_type)
        self.__event = Handle('event', declare_event(parent_impl.number, kind))
        registry[self.__event.number] = self
        self._given: list[Any] = []
        Activity.topology += 1

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__event

    @property
    def numbers(self) -> list[int]:
        """The entities of the graph that it waits for."""
        return [self.__event.number] if self.__event.valid else []

    def give(self, number: int, given: Any) -> None:
        """Takes an event."""
        del number
        self._given.append(json.loads(bytes(given.data[given.start:])))

    def is_ready(self, wait_set: Any) -> bool:
        return bool(self._given)

    def take_data(self) -> Any:
        if not self._given:
            return None
        status = self._given.pop(0)
        return self._info(**{name: status[name] for name in self._info._fields if name in status})

    async def execute(self, taken_data: Any) -> None:
        from .executors import await_or_execute

        if taken_data is not None:
            await await_or_execute(self.callback, taken_data)

    def get_num_entities(self) -> NumberOfEntities:
        return NumberOfEntities(num_events=1)

    def add_to_wait_set(self, wait_set: Any) -> None:
        """Does nothing: executors use its numbers."""

    def destroy(self) -> None:
        """Removes the handler."""
        self.__event.destroy_when_not_in_use()
        Activity.topology += 1


class QoSEventHandler(EventHandler):
    """The former name of :class:`EventHandler`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        warnings.warn('QoSEventHandler is deprecated, use EventHandler instead.',
                      DeprecationWarning, stacklevel=2)
        super().__init_subclass__(**kwargs)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn('QoSEventHandler is deprecated, use EventHandler instead.',
                      DeprecationWarning, stacklevel=2)
        super().__init__(*args, **kwargs)


class SubscriptionEventCallbacks:
    """The callbacks for the events of a subscription."""

    def __init__(self, *, deadline: Optional[Callable] = None,
                 incompatible_qos: Optional[Callable] = None,
                 liveliness: Optional[Callable] = None, message_lost: Optional[Callable] = None,
                 incompatible_type: Optional[Callable] = None, matched: Optional[Callable] = None,
                 use_default_callbacks: bool = True) -> None:
        self.deadline = deadline
        self.incompatible_qos = incompatible_qos
        self.liveliness = liveliness
        self.message_lost = message_lost
        self.incompatible_type = incompatible_type
        self.matched = matched
        self.use_default_callbacks = use_default_callbacks

    def create_event_handlers(self, callback_group: CallbackGroup, subscription: Handle,
                              topic_name: str) -> list[EventHandler]:
        """Creates the event handlers of a subscription."""
        kinds = QoSSubscriptionEventType
        wanted = [
            (self.deadline, kinds.RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED),
            (self.incompatible_qos or self._default(_incompatible_request, topic_name),
             kinds.RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS),
            (self.liveliness, kinds.RCL_SUBSCRIPTION_LIVELINESS_CHANGED),
            (self.message_lost, kinds.RCL_SUBSCRIPTION_MESSAGE_LOST),
            (self.incompatible_type or (
                since_iron() and self._default(_incompatible_type, topic_name)),
             kinds.RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE),
            (self.matched, kinds.RCL_SUBSCRIPTION_MATCHED),
        ]
        return _handlers(wanted, callback_group, subscription)

    def _default(self, make: Callable[[str], Callable], topic: str) -> Optional[Callable]:
        return make(topic) if self.use_default_callbacks else None


class PublisherEventCallbacks:
    """The callbacks for the events of a publisher."""

    def __init__(self, *, deadline: Optional[Callable] = None,
                 liveliness: Optional[Callable] = None,
                 incompatible_qos: Optional[Callable] = None,
                 incompatible_type: Optional[Callable] = None, matched: Optional[Callable] = None,
                 use_default_callbacks: bool = True) -> None:
        self.deadline = deadline
        self.liveliness = liveliness
        self.incompatible_qos = incompatible_qos
        self.incompatible_type = incompatible_type
        self.matched = matched
        self.use_default_callbacks = use_default_callbacks

    def create_event_handlers(self, callback_group: CallbackGroup, publisher: Handle,
                              topic_name: str) -> list[EventHandler]:
        """Creates the event handlers of a publisher."""
        kinds = QoSPublisherEventType
        wanted = [
            (self.deadline, kinds.RCL_PUBLISHER_OFFERED_DEADLINE_MISSED),
            (self.liveliness, kinds.RCL_PUBLISHER_LIVELINESS_LOST),
            (self.incompatible_qos or self._default(_incompatible_offer, topic_name),
             kinds.RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS),
            (self.incompatible_type or (
                since_iron() and self._default(_incompatible_type, topic_name)),
             kinds.RCL_PUBLISHER_INCOMPATIBLE_TYPE),
            (self.matched, kinds.RCL_PUBLISHER_MATCHED),
        ]
        return _handlers(wanted, callback_group, publisher)

    def _default(self, make: Callable[[str], Callable], topic: str) -> Optional[Callable]:
        return make(topic) if self.use_default_callbacks else None


def _handlers(wanted: list, callback_group: CallbackGroup, endpoint: Handle) -> list[EventHandler]:
    return [
        EventHandler(callback_group=callback_group, callback=callback, event_type=kind,
                     parent_impl=endpoint)
        for callback, kind in wanted if callback
    ]


def _warn(text: str) -> None:
    logger: Any = get_logger('rclpy')
    # What a test puts in the place of the root logger has the name that its distribution calls:
    # `warn` up to Jazzy, `warning` later.
    (getattr(logger, 'warning', None) or logger.warn)(text)


def _incompatible_request(topic: str) -> Callable:
    def warn(event: Any) -> None:
        policy = qos_policy_name_from_kind(event.last_policy_kind)
        _warn(
            "New publisher discovered on topic '{}', offering incompatible QoS. No messages will "
            'be received from it. Last incompatible policy: {}'.format(topic, policy))
    return warn


def _incompatible_offer(topic: str) -> Callable:
    def warn(event: Any) -> None:
        policy = qos_policy_name_from_kind(event.last_policy_kind)
        _warn(
            "New subscription discovered on topic '{}', requesting incompatible QoS. No messages "
            'will be sent to it. Last incompatible policy: {}'.format(topic, policy))
    return warn


def _incompatible_type(topic: str) -> Callable:
    def warn(event: Any) -> None:
        del event
        _warn(
            "Incompatible type on topic '{}', no messages will be sent to it.".format(topic))
    return warn
