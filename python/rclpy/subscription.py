"""Subscriptions."""

from __future__ import annotations

import inspect
import struct
from enum import Enum
from types import GenericAlias
from typing import Any, Callable, Generic, Optional, Sequence, Type, TypedDict, TypeVar

import orrery_interfaces
from orrery_guest.guest import Given, guest
from orrery_guest.repeated_questions import ask

from .callback_groups import CallbackGroup
from .event_handler import SubscriptionEventCallbacks
from .impl.handle import Handle
from .impl.native import RCLError
from .qos import QoSProfile
from .subscription_content_filter_options import ContentFilterOptions

MsgType = TypeVar('MsgType')

#: Source time, time of arrival, number of the publication, and publisher.
_INFO = struct.Struct('<qqII')
_INFO_SIZE = _INFO.size
_deserialize = orrery_interfaces.deserialize


class MessageInfo(TypedDict):
    """The metadata of a message."""

    source_timestamp: int
    received_timestamp: int
    publication_sequence_number: Any
    reception_sequence_number: Any


class Subscription:
    """Receives the messages of a topic. Created by nodes."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    class CallbackType(Enum):
        """The parameters that a callback accepts."""

        MessageOnly = 0
        WithMessageInfo = 1

    def __init__(self, subscription_impl: Handle, msg_type: Type[MsgType], topic: str,
                 callback: Callable[..., Any], callback_group: CallbackGroup,
                 qos_profile: QoSProfile, raw: bool,
                 event_callbacks: SubscriptionEventCallbacks,
                 content_filter_options: Optional[ContentFilterOptions] = None) -> None:
        self.__subscription = subscription_impl
        self.msg_type = msg_type
        self.topic = topic
        self.callback = callback
        self.callback_group = callback_group
        #: Whether an executor is handling it.
        self._executor_event = False
        self.qos_profile = qos_profile
        self.raw = raw
        self._number = subscription_impl.number
        self._received = 0
        self._filter = ContentFilterOptions('', [])
        if content_filter_options is not None:
            self.set_content_filter(*content_filter_options)
        self.event_handlers = event_callbacks.create_event_handlers(
            callback_group, subscription_impl, topic)

    def get_publisher_count(self) -> int:
        """How many publishers match."""
        with self.handle:
            return ask('matched', subject=self._number)

    @property
    def is_cft_supported(self) -> bool:
        """Whether content filters are supported: always."""
        return True

    @property
    def is_cft_enabled(self) -> bool:
        """Whether messages are filtered."""
        with self.handle:
            return bool(self._filter.filter_expression)

    def set_content_filter(self, filter_expression: str,
                           expression_parameters: Sequence[str]) -> None:
        """Receives only messages that fulfil the condition, or all if it is empty."""
        parameters = list(expression_parameters)
        with self.handle:
            wrong = guest.query('filter', filter_expression, *parameters, subject=self._number)
        if wrong is not None:
            raise RCLError('Failed to set content filter: ' + wrong)
        self._filter = ContentFilterOptions(filter_expression, parameters)

    def get_content_filter(self) -> ContentFilterOptions:
        """The condition and its parameters."""
        with self.handle:
            return ContentFilterOptions(*self._filter)

    @property
    def logger_name(self) -> str:
        """The name of the logger of its node."""
        with self.handle:
            return self.handle.logger_name  # type: ignore[attr-defined]

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__subscription

    def destroy(self) -> None:
        """Removes the subscription from the graph."""
        for handler in self.event_handlers:
            handler.destroy()
        self.__subscription.destroy_when_not_in_use()

    @property
    def topic_name(self) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self.handle.topic_name  # type: ignore[attr-defined]

    @property
    def callback(self) -> Callable[..., Any]:
        """The callback for each message."""
        return self._callback

    @callback.setter
    def callback(self, value: Callable[..., Any]) -> None:
        self._callback = value
        self._callback_type = Subscription.CallbackType.MessageOnly
        try:
            inspect.signature(value).bind(object())
            return
        except ValueError:
            # A function in C that does not say what it takes.
            return
        except TypeError:
            pass
        try:
            inspect.signature(value).bind(object(), object())
            self._callback_type = Subscription.CallbackType.WithMessageInfo
        except TypeError:
            raise RuntimeError(
                'Subscription.__init__(): callback should be either be callable with one argument'
                '(to get only the message) or two (to get message and message info)') from None

    def take(self, given: Given) -> tuple[Any, ...]:
        """The arguments of the callback."""
        data = given.data
        start = given.start + _INFO_SIZE
        body = memoryview(data)[start:] if len(data) > 4096 else data[start:]
        message = bytes(body) if self.raw else _deserialize(body, self.msg_type)
        self._received += 1
        if self._callback_type is Subscription.CallbackType.MessageOnly:
            return (message,)
        source, received, number, _ = _INFO.unpack_from(data, given.start)
        info: MessageInfo = {
            'source_timestamp': source,
            'received_timestamp': received,
            'publication_sequence_number': number,
            'reception_sequence_number': self._received,
        }
        return message, info

    def __enter__(self) -> 'Subscription':
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()
