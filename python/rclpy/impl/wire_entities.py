"""Declares nodes and entities to Orrery."""

from __future__ import annotations

import struct
from typing import Any, Union

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import guest

from ..qos import (DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSProfile,
                   ReliabilityPolicy)
from .watches import settle

_QOS = struct.Struct('<BBBBIqqq')
_INFINITE = 2 ** 63 - 1
_DEFAULT_DEPTH = 10


def declare_node(name: str, namespace: str, domain: int) -> int:
    """Declares a node; returns its number."""
    number = guest.number()
    body = wire.string(name) + wire.string(namespace) + wire.U32.pack(domain)
    guest.send(wire.NODE, number, body)
    return number


def declare(kind: int, node: int, name: str, interface: Any, qos: QoSProfile) -> int:
    """Declares a publisher, subscription, service or client; returns its number."""
    number = guest.number()
    body = (wire.U32.pack(node) + wire.string(name)
            + wire.string(orrery_interfaces.type_name(interface)) + wire.string('') + pack(qos))
    guest.send(kind, number, body)
    settle()
    return number


def declare_timer(node: int, period: int, clock_type: int, autostart: bool) -> int:
    """Declares a timer; returns its number."""
    number = guest.number()
    flags = 0 if autostart else 1
    body = wire.U32.pack(node) + wire.I64.pack(period) + bytes([flags, clock_type])
    guest.send(wire.TIMER, number, body)
    return number


def declare_event(endpoint: int, kind: int) -> int:
    """Declares an event of an endpoint; returns its number."""
    number = guest.number()
    guest.send(wire.EVENT, number, wire.U32.pack(endpoint) + bytes([kind]))
    return number


def pack(qos: QoSProfile) -> bytes:
    """The policies as the protocol encodes them."""
    depth = qos.depth
    if depth == 0 and qos.history != HistoryPolicy.KEEP_ALL:
        depth = _DEFAULT_DEPTH if qos.history == HistoryPolicy.SYSTEM_DEFAULT else 1
    return _QOS.pack(int(qos.history), int(qos.reliability), int(qos.durability),
                     int(qos.liveliness), depth, _ns(qos.deadline), _ns(qos.lifespan),
                     _ns(qos.liveliness_lease_duration))


def _ns(duration: Any) -> int:
    ns = duration.nanoseconds
    return -1 if ns <= 0 or ns >= _INFINITE - 1 else ns


def actual(qos: QoSProfile, other: Any = None) -> QoSProfile:
    """The profile, with the middleware's choices for policies that were left open."""
    return QoSProfile(
        history=(HistoryPolicy.KEEP_LAST if qos.history == HistoryPolicy.SYSTEM_DEFAULT
                 else qos.history),
        depth=qos.depth or (0 if qos.history == HistoryPolicy.KEEP_ALL else 1),
        reliability=(qos.reliability if qos.reliability in (1, 2)
                     else ReliabilityPolicy.RELIABLE),
        durability=(qos.durability if qos.durability in (1, 2) else DurabilityPolicy.VOLATILE),
        liveliness=(qos.liveliness if qos.liveliness in (1, 3) else LivelinessPolicy.AUTOMATIC),
        lifespan=qos.lifespan, deadline=qos.deadline,
        liveliness_lease_duration=qos.liveliness_lease_duration)


def validated(qos_or_depth: Union[QoSProfile, int]) -> QoSProfile:
    """The given profile, or the one for a depth."""
    if isinstance(qos_or_depth, QoSProfile):
        return qos_or_depth
    if not isinstance(qos_or_depth, int):
        raise TypeError(
            'Expected QoSProfile or int, but received {!r}'.format(type(qos_or_depth)))
    if qos_or_depth < 0:
        raise ValueError('history depth must be greater than or equal to zero')
    return QoSProfile(depth=qos_or_depth)
