"""The native side of publishers, subscriptions, services and clients, which can be used by hand."""

from __future__ import annotations

import struct
from typing import Any, Optional

import orrery_interfaces
from orrery_guest.guest import Given, guest

from .handle import Handle

_INFO = struct.Struct('<qqII')
_REQUEST = struct.Struct('<IIq')


class EndpointHandle(Handle):
    """An endpoint of a node."""

    def __init__(self, name: str, number: int, node: Handle, topic: str) -> None:
        super().__init__(name, number)
        self.node = node.number
        self.topic_name = topic
        #: Of the logger of its node.
        own, space = node.names
        self.logger_name = f'{space}/{own}'.strip('/').replace('/', '.')

    def _take_now(self) -> Optional[Given]:
        """What has come and no executor has taken yet."""
        waiter = guest.waiter()
        waiter.numbers = [self.number]
        return guest.wait(waiter, guest.scheduler.now)


class SubscriptionHandle(EndpointHandle):
    """Takes messages by hand."""

    def take_message(self, msg_type: Any, raw: bool) -> Optional[tuple[Any, dict[str, Any]]]:
        """A message and what is known of it; None: there is none."""
        given = self._take_now()
        if given is None:
            return None
        sent, received, number, _ = _INFO.unpack_from(given.data, given.start)
        body = bytes(given.data[given.start + _INFO.size:])
        guest.done(given.slot)
        # 0 would mean that it is not known.
        info = {'source_timestamp': max(1, sent), 'received_timestamp': received,
                'publication_sequence_number': number, 'reception_sequence_number': None}
        return (body if raw else orrery_interfaces.deserialize(body, msg_type)), info


class ServiceHandle(EndpointHandle):
    """Takes requests by hand."""

    def service_take_request(self, request_type: Any) -> tuple[Any, Any]:
        """A request, and whose it is; (None, None): there is none."""
        from ..service import RequestHeader

        given = self._take_now()
        if given is None:
            return None, None
        header = RequestHeader(*_REQUEST.unpack_from(given.data, given.start), max(1, guest.now))
        body = given.data[given.start + _REQUEST.size:]
        guest.done(given.slot)
        return orrery_interfaces.deserialize(body, request_type), header


#: By the kind of endpoint.
HANDLES: dict[str, type[EndpointHandle]] = {
    'publisher': EndpointHandle, 'subscription': SubscriptionHandle, 'service': ServiceHandle,
    'client': EndpointHandle}
