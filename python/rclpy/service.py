"""Servers of services."""

from __future__ import annotations

import struct
from typing import Any, Callable, Generic, NamedTuple, TypeVar

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import Given, guest

from .callback_groups import CallbackGroup
from .impl.handle import Handle
from .impl.service_endpoint import ServiceEndpoint
from .impl.watches import settle
from .qos import QoSProfile
from .service_introspection import REQUEST_RECEIVED, RESPONSE_SENT

SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')

#: Number of the request at Orrery, client, number of the request at the client.
_REQUEST = struct.Struct('<IIq')
#: The callback that answers, and the number of the request at Orrery.
_RESPONSE = struct.Struct('<II')


class RequestHeader(NamedTuple):
    """Identifies the client of a request."""

    number: int
    client: int
    sequence_number: int
    #: When it was sent, in ns; 0 if unknown.
    source_timestamp: int = 0
    #: When it was received, in ns; 0 if unknown.
    received_timestamp: int = 0

    @property
    def request_id(self) -> 'RequestHeader':
        """Itself: it has the identifying values."""
        return self


class Service(ServiceEndpoint):
    """Answers requests. Created by nodes."""

    def __init__(self, service_impl: Handle, srv_type: Any, srv_name: str,
                 callback: Callable[..., Any], callback_group: CallbackGroup,
                 qos_profile: QoSProfile) -> None:
        super().__init__(service_impl, srv_type, srv_name, qos_profile, callback_group)
        self.callback = callback

    def take(self, given: Given) -> tuple[Any, RequestHeader]:
        """Returns a request and its sender."""
        header = RequestHeader(*_REQUEST.unpack_from(given.data, given.start))
        body = given.data[given.start + _REQUEST.size:]
        request = orrery_interfaces.deserialize(body, self.srv_type.Request)
        self._events.publish(REQUEST_RECEIVED, header.client, header.sequence_number,
                             request=request)
        return request, header

    def send_response(self, response: Any, header: RequestHeader) -> None:
        """Sends the response to a request."""
        if not isinstance(response, self.srv_type.Response):
            raise TypeError()
        with self.handle:
            self._events.publish(RESPONSE_SENT, header.client, header.sequence_number,
                                 response=response)
            slot = guest.scheduler.current.slot
            guest.send(wire.RESPONSE, self._number, _RESPONSE.pack(slot, header.number)
                       + orrery_interfaces.serialize(response))
        settle()
