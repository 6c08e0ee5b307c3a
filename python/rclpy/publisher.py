"""Publishers."""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Type, TypeVar

import orrery_interfaces
from orrery_guest.guest import guest
from orrery_guest.repeated_questions import ask

from .callback_groups import CallbackGroup
from .duration import Duration
from .event_handler import PublisherEventCallbacks
from .impl.handle import Handle
from .impl.watches import settle
from .qos import QoSProfile

MsgType = TypeVar('MsgType')

_serialized_parts = orrery_interfaces.serialized_parts


class Publisher:
    """Publishes messages of one type on a topic. Created by nodes."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, publisher_impl: Handle, msg_type: Type[MsgType], topic: str,
                 qos_profile: QoSProfile, event_callbacks: PublisherEventCallbacks,
                 callback_group: CallbackGroup) -> None:
        self.__publisher = publisher_impl
        self.msg_type = msg_type
        self.topic = topic
        self.qos_profile = qos_profile
        self._number = publisher_impl.number
        self.event_handlers = event_callbacks.create_event_handlers(
            callback_group, publisher_impl, topic)

    def publish(self, msg: Any) -> None:
        """Sends a message, or a serialized one."""
        handle = self.__publisher
        if handle._doomed:
            with handle:
                pass
        if isinstance(msg, self.msg_type):
            guest.publish_parts(self._number, *_serialized_parts(msg))
        elif isinstance(msg, bytes):
            guest.publish(self._number, msg)
        else:
            raise TypeError('Expected {}, got {}'.format(self.msg_type, type(msg)))
        settle()

    def get_subscription_count(self) -> int:
        """How many subscriptions match."""
        with self.handle:
            return ask('matched', subject=self._number)

    @property
    def topic_name(self) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self.handle.topic_name  # type: ignore[attr-defined]

    @property
    def logger_name(self) -> str:
        """The name of the logger of its node."""
        with self.handle:
            return self.handle.logger_name  # type: ignore[attr-defined]

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__publisher

    def destroy(self) -> None:
        """Removes the publisher from the graph."""
        for handler in self.event_handlers:
            handler.destroy()
        self.__publisher.destroy_when_not_in_use()

    def assert_liveliness(self) -> None:
        """Asserts that it is alive."""
        with self.handle:
            guest.query('assert_liveliness', subject=self._number)

    def wait_for_all_acked(self, timeout: Duration = Duration(seconds=-1)) -> bool:
        """Whether all subscriptions have acknowledged everything; here, they do so at once."""
        with self.handle:
            return True

    def __enter__(self) -> 'Publisher':
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()
