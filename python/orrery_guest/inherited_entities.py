"""Nodes and entities that a copy of a program has inherited: they belong to the program, and the copy cannot use them."""
from __future__ import annotations

import sys
from typing import Any, Optional

from . import wire
from .guest import Given, guest
from .waiter import Waiter

_REFUSED = ('this belongs to a node of the process from which this one was copied (multiprocessing); '
            'make a node in the process that uses it')
#: What the first number of these frames' bodies is: a node.
_WITH_NODE = (wire.PUBLISHER, wire.SUBSCRIPTION, wire.SERVICE, wire.CLIENT, wire.TIMER)
_ABOUT_ENTITY = (wire.TIMER_SET, wire.EVENT, wire.PLACE, wire.REQUEST, wire.RESPONSE)


def refuse(last: int) -> None:
    """Refuses the use of what has a number up to this one; that it is destroyed is not said to anybody."""
    send, publish, publish_parts = guest.send, guest.publish, guest.publish_parts
    query, wait = guest.query, guest.wait

    def check(number: int) -> None:
        if 0 < number <= last:
            raise RuntimeError(_REFUSED)

    def send_own(kind: int, subject: int, body: bytes = b'', flags: int = 0) -> None:
        if kind == wire.REMOVE and subject <= last:
            return
        if kind in _ABOUT_ENTITY:
            check(subject)
        elif kind in _WITH_NODE:
            check(wire.U32.unpack_from(body)[0])
        send(kind, subject, body, flags)

    def publish_own(subject: int, payload: bytes) -> None:
        check(subject)
        publish(subject, payload)

    def publish_own_parts(subject: int, parts: list[Any], size: int) -> None:
        check(subject)
        publish_parts(subject, parts, size)

    def query_own(name: str, *words: str, subject: int = 0, domain: int = 0) -> Any:
        check(subject)
        return query(name, *words, subject=subject, domain=domain)

    def wait_own(waiter: Waiter, deadline: Optional[int]) -> Optional[Given]:
        for number in waiter.numbers:
            check(number)
        return wait(waiter, deadline)

    for name, own in (('send', send_own), ('publish', publish_own), ('publish_parts', publish_own_parts),
                      ('query', query_own), ('wait', wait_own)):
        setattr(guest, name, own)
    log_output: Any = sys.modules.get('rclpy.impl.log_output')
    if log_output is not None:
        # Lines are printed, but not published by nodes of the program.
        log_output.rosout.clear()
