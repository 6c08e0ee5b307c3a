"""The services and topics that an action is made of, as parts of one waitable."""

from __future__ import annotations

import struct
from typing import Any

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import Given, guest

from ..callback_groups import Activity
from ..expand_topic_name import expand_topic_name
from ..waitable import NumberOfEntities, Waitable
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
        self._parts: dict[int, tuple[str, Any]] = {}
        self._inputs: list[tuple[str, Any, Given]] = []
        self._handles: list[Handle] = []

    @property
    def handle(self) -> Handle:
        """Counts its users."""
        return self._handle

    def part(self, kind: int, role: str, name: str, interface: Any, qos: Any) -> int:
        """Makes an entity; what it gets is an input of this role."""
        full = self._node._remapped(
            expand_topic_name(name, *self._node.handle.names), 'topic')
        handle = Handle(role, declare(kind, self._node.handle.number, full, interface, qos))
        self._handles.append(handle)
        if kind != wire.PUBLISHER:
            self._parts[handle.number] = (role, interface)
            registry[handle.number] = self
        return handle.number

    @property
    def numbers(self) -> list[int]:
        """What of the graph it waits for."""
        return list(self._parts) if self._handle.valid else []

    def give(self, number: int, given: Given) -> None:
        """An input arrived."""
        role, interface = self._parts[number]
        self._inputs.append((role, interface, given))

    def is_ready(self, wait_set: Any) -> bool:
        return bool(self._inputs)

    def get_num_entities(self) -> NumberOfEntities:
        return NumberOfEntities(num_subs=2, num_clients=3)

    def add_to_wait_set(self, wait_set: Any) -> None:
        """It is waited for by its numbers."""

    def destroy_parts(self) -> None:
        """Takes everything out of the graph."""
        for handle in self._handles:
            handle.destroy_when_not_in_use()
        self._handle.destroy_when_not_in_use()
        Activity.topology += 1


def taken_response(given: Given, interface: Any) -> tuple[int, Any]:
    """The number of a request and its response."""
    (sequence,) = wire.I64.unpack_from(given.data, given.start)
    body = given.data[given.start + 8:]
    return sequence, orrery_interfaces.deserialize(body, interface.Response)


def taken_request(given: Given, interface: Any) -> tuple[int, Any]:
    """What a request is answered by, and the request."""
    number = _TAKEN.unpack_from(given.data, given.start)[0]
    body = given.data[given.start + _TAKEN.size:]
    return number, orrery_interfaces.deserialize(body, interface.Request)


def taken_message(given: Given, interface: Any) -> Any:
    """A message."""
    return orrery_interfaces.deserialize(given.data[given.start + _INFO_SIZE:], interface)


def send_request(client: int, sequence: int, request: Any) -> None:
    """A request leaves."""
    slot = guest.scheduler.current.slot
    guest.send(wire.REQUEST, client,
               _REQUEST.pack(slot, sequence) + orrery_interfaces.serialize(request))


def send_response(service: int, number: int, response: Any) -> None:
    """A response leaves."""
    slot = guest.scheduler.current.slot
    guest.send(wire.RESPONSE, service,
               _RESPONSE.pack(slot, number) + orrery_interfaces.serialize(response))
