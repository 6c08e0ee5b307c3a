"""The services and topics of an action, as parts of one waitable."""

from __future__ import annotations

import struct
from typing import Any

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import Given, guest

from ..callback_groups import Activity
from ..expand_topic_name import expand_topic_name
from ..service import RequestHeader
from ..service_introspection import (REQUEST_RECEIVED, REQUEST_SENT, RESPONSE_RECEIVED,
                                     RESPONSE_SENT, ServiceEvents)
from ..waitable import Waitable
from .handle import Handle, registry
from .wire_entities import declare

_REQUEST = struct.Struct('<Iq')
_TAKEN = struct.Struct('<IIq')
_RESPONSE = struct.Struct('<II')
_INFO_SIZE = 24


class ActionParts(Waitable):
    """A waitable of several entities of the graph; each input is kept until it is executed."""

    def __init__(self, node: Any, callback_group: Any) -> None:
        super().__init__(callback_group)
        self._node = node
        self._handle = Handle('action')
        self._orrery_parts: dict[int, tuple[str, Any]] = {}
        self._orrery_inputs: list[tuple[str, Any, Given]] = []
        self._orrery_handles: list[Handle] = []
        #: Publishers of events about the services, by role.
        self._orrery_events: dict[str, ServiceEvents] = {}
        # As in upstream, an action outlives its node: others still find its services.
        self._orrery_keeps_node = True
        node.handle.keep()
        node.context.on_shutdown(self._orrery_leave_node)

    @property
    def handle(self) -> Handle:
        """A handle that counts its users."""
        return self._handle

    def part(self, kind: int, role: str, name: str, interface: Any, qos: Any) -> int:
        """Creates an entity, whose inputs have this role."""
        full = self._node._orrery_remapped(
            expand_topic_name(name, *self._node.handle.names), 'topic')
        handle = Handle(role, declare(kind, self._node.handle.number, full, interface, qos))
        self._orrery_handles.append(handle)
        if kind in (wire.CLIENT, wire.SERVICE):
            self._orrery_events[role] = ServiceEvents(
                interface, self._node.handle.number, full,
                client=handle.number if kind == wire.CLIENT else None)
        if kind != wire.PUBLISHER:
            self._orrery_parts[handle.number] = (role, interface)
            registry[handle.number] = self
        return handle.number

    @property
    def numbers(self) -> list[int]:
        """The numbers of the entities that it waits for."""
        return list(self._orrery_parts) if self._handle.valid else []

    def give(self, number: int, given: Given) -> None:
        """Takes an input."""
        role, interface = self._orrery_parts[number]
        self._orrery_inputs.append((role, interface, given))

    def configure_introspection(self, clock: Any, service_event_qos_profile: Any,
                                introspection_state: Any) -> None:
        """Publishes the events of its services on ``<service>/_service_event``."""
        with self._handle:
            for events in self._orrery_events.values():
                events.configure(clock, service_event_qos_profile, introspection_state)

    def is_ready(self, wait_set: Any) -> bool:
        return bool(self._orrery_inputs)

    def add_to_wait_set(self, wait_set: Any) -> None:
        """Does nothing: executors use its numbers."""

    def taken_response(self, role: str, given: Given, interface: Any) -> tuple[int, Any]:
        """The number of a request, and its response."""
        (sequence,) = wire.I64.unpack_from(given.data, given.start)
        body = given.data[given.start + 8:]
        response = orrery_interfaces.deserialize(body, interface.Response)
        self._orrery_events[role].publish(RESPONSE_RECEIVED, given.entity, sequence,
                                          response=response)
        return sequence, response

    def taken_request(self, role: str, given: Given, interface: Any) -> tuple[RequestHeader, Any]:
        """The sender of a request, and the request."""
        header = RequestHeader(*_TAKEN.unpack_from(given.data, given.start))
        body = given.data[given.start + _TAKEN.size:]
        request = orrery_interfaces.deserialize(body, interface.Request)
        self._orrery_events[role].publish(REQUEST_RECEIVED, header.client, header.sequence_number,
                                          request=request)
        return header, request

    def send_request(self, role: str, client: int, sequence: int, request: Any) -> None:
        """Sends a request."""
        self._orrery_events[role].publish(REQUEST_SENT, client, sequence, request=request)
        slot = guest.scheduler.current.slot
        guest.send(wire.REQUEST, client,
                   _REQUEST.pack(slot, sequence) + orrery_interfaces.serialize(request))

    def send_response(self, service: int, header: RequestHeader, response: Any) -> None:
        """Sends a response."""
        role = self._orrery_parts[service][0]
        self._orrery_events[role].publish(RESPONSE_SENT, header.client, header.sequence_number,
                                          response=response)
        slot = guest.scheduler.current.slot
        guest.send(wire.RESPONSE, service,
                   _RESPONSE.pack(slot, header.number) + orrery_interfaces.serialize(response))

    def destroy_parts(self) -> None:
        """Removes all parts from the graph."""
        for events in self._orrery_events.values():
            events.destroy()
        for handle in self._orrery_handles:
            handle.destroy_when_not_in_use()
        self._handle.destroy_when_not_in_use()
        self._orrery_leave_node()
        Activity.topology += 1

    def _orrery_leave_node(self) -> None:
        if self._orrery_keeps_node:
            self._orrery_keeps_node = False
            self._node.handle.let_go()


def taken_message(given: Given, interface: Any) -> Any:
    """The message of an input."""
    return orrery_interfaces.deserialize(given.data[given.start + _INFO_SIZE:], interface)
