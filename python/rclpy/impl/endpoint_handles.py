"""The native handles of publishers, subscriptions, services and clients, for use by hand."""

from __future__ import annotations

import struct
from typing import Any, Callable, Optional

import orrery_interfaces
from orrery_guest.guest import Given, guest

from .handle import Handle
from .watches import Watchable

_INFO = struct.Struct('<qqII')
_REQUEST = struct.Struct('<IIq')


class EndpointHandle(Watchable, Handle):
    """An endpoint of a node."""

    def __init__(self, name: str, number: int, node: Handle, topic: str) -> None:
        super().__init__(name, number)
        self.node = node.number
        self.topic_name = topic
        #: For the logger of its node.
        own, space = node.names
        self.logger_name = f'{space}/{own}'.strip('/').replace('/', '.')

    def _take_now(self) -> Optional[Given]:
        """An input that has arrived and that no executor has taken."""
        if self.kept:
            return self.kept.popleft()
        if self.watched:
            return None
        waiter = guest.waiter()
        waiter.numbers = [self.number]
        return guest.wait(waiter, guest.scheduler.now)


class SubscriptionHandle(EndpointHandle):
    """Takes messages by hand."""

    def set_on_new_message_callback(self, callback: Callable[[int], Any]) -> None:
        """Calls back as soon as a message arrives."""
        self.tell_of_inputs(callback)

    def set_on_new_message_wakeup(self, fd: int) -> None:
        """Writes a byte to a descriptor as soon as a message arrives."""
        self.tell_of_inputs_by(fd)

    def clear_on_new_message_callback(self) -> None:
        """Stops calling back."""
        self.tell_of_inputs_no_more()

    def take_message(self, msg_type: Any, raw: bool) -> Optional[tuple[Any, dict[str, Any]]]:
        """A message and its metadata; None if there is none."""
        given = self._take_now()
        if given is None:
            return None
        sent, received, number, _ = _INFO.unpack_from(given.data, given.start)
        body = bytes(given.data[given.start + _INFO.size:])
        guest.done(given.slot)
        # 0 would mean that it is unknown.
        info = {'source_timestamp': max(1, sent), 'received_timestamp': received,
                'publication_sequence_number': number, 'reception_sequence_number': None}
        return (body if raw else orrery_interfaces.deserialize(body, msg_type)), info


class ClientHandle(EndpointHandle):
    """Receives responses."""

    def set_on_new_response_callback(self, callback: Callable[[int], Any]) -> None:
        """Calls back as soon as a response arrives."""
        self.tell_of_inputs(callback)

    def set_on_new_response_wakeup(self, fd: int) -> None:
        """Writes a byte to a descriptor as soon as a response arrives."""
        self.tell_of_inputs_by(fd)

    def clear_on_new_response_callback(self) -> None:
        """Stops calling back."""
        self.tell_of_inputs_no_more()


class ServiceHandle(EndpointHandle):
    """Takes requests by hand."""

    def set_on_new_request_callback(self, callback: Callable[[int], Any]) -> None:
        """Calls back as soon as a request arrives."""
        self.tell_of_inputs(callback)

    def set_on_new_request_wakeup(self, fd: int) -> None:
        """Writes a byte to a descriptor as soon as a request arrives."""
        self.tell_of_inputs_by(fd)

    def clear_on_new_request_callback(self) -> None:
        """Stops calling back."""
        self.tell_of_inputs_no_more()

    def service_take_request(self, request_type: Any) -> tuple[Any, Any]:
        """A request and its sender; (None, None) if there is none."""
        from ..service import RequestHeader

        given = self._take_now()
        if given is None:
            return None, None
        now = max(1, guest.now)
        header = RequestHeader(*_REQUEST.unpack_from(given.data, given.start), now, now)
        body = given.data[given.start + _REQUEST.size:]
        guest.done(given.slot)
        return orrery_interfaces.deserialize(body, request_type), header


#: The handle's class, by the kind of endpoint.
HANDLES: dict[str, type[EndpointHandle]] = {
    'publisher': EndpointHandle, 'subscription': SubscriptionHandle, 'service': ServiceHandle,
    'client': ClientHandle}
