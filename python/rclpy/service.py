"""Servers of services."""

from __future__ import annotations

import struct
from types import GenericAlias
from typing import Any, Callable, Generic, NamedTuple, TypeVar

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import Given, guest

from .callback_groups import CallbackGroup
from .impl.handle import Handle
from .qos import QoSProfile
from .service_introspection import ServiceEvents

SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')

#: Number of the request at Orrery, client, number of the request at the client.
_REQUEST = struct.Struct('<IIq')
#: The callback that answers, and the number of the request at Orrery.
_RESPONSE = struct.Struct('<II')
#: Of service_msgs/msg/ServiceEventInfo.
_REQUEST_RECEIVED = 1
_RESPONSE_SENT = 2


class RequestHeader(NamedTuple):
    """Identifies the client of a request."""

    number: int
    client: int
    sequence_number: int

    @property
    def request_id(self) -> 'RequestHeader':
        """The identifying values."""
        return self


class Service:
    """Answers requests. Created by nodes."""

    #: Type parameters are for type checkers; how many there are differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, service_impl: Handle, srv_type: Any, srv_name: str,
                 callback: Callable[..., Any], callback_group: CallbackGroup,
                 qos_profile: QoSProfile) -> None:
        self.__service = service_impl
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.callback = callback
        self.callback_group = callback_group
        #: Whether an executor is handling it.
        self._executor_event = False
        self.qos_profile = qos_profile
        self._number = service_impl.number
        self._events = ServiceEvents(srv_type, service_impl, service_impl.node)

    def take(self, given: Given) -> tuple[Any, RequestHeader]:
        """Takes a request, with its sender."""
        header = RequestHeader(*_REQUEST.unpack_from(given.data, given.start))
        body = given.data[given.start + _REQUEST.size:]
        request = orrery_interfaces.deserialize(body, self.srv_type.Request)
        self._events.publish(_REQUEST_RECEIVED, header.client, header.sequence_number,
                             request=request)
        return request, header

    def send_response(self, response: Any, header: RequestHeader) -> None:
        """Answers a request."""
        if not isinstance(response, self.srv_type.Response):
            raise TypeError()
        with self.handle:
            self._events.publish(_RESPONSE_SENT, header.client, header.sequence_number,
                                 response=response)
            slot = guest.scheduler.current.slot
            guest.send(wire.RESPONSE, self._number, _RESPONSE.pack(slot, header.number)
                       + orrery_interfaces.serialize(response))

    def configure_introspection(self, clock: Any, service_event_qos_profile: QoSProfile,
                                introspection_state: Any) -> None:
        """Publishes the events of this service on ``<service>/_service_event``."""
        with self.handle:
            self._events.configure(clock, service_event_qos_profile, introspection_state)

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__service

    @property
    def service_name(self) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self.handle.topic_name  # type: ignore[attr-defined]

    def destroy(self) -> None:
        """Removes the service from the graph."""
        self._events.destroy()
        self.__service.destroy_when_not_in_use()

    def __enter__(self) -> 'Service':
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()
