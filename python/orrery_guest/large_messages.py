"""Large messages to Orrery go through shared memory if possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import wire
from .channel import Channel
from .shared_memory import SharedMemory

if TYPE_CHECKING:
    from .guest import Guest


class LargeMessages:
    """Offers the memory when a large message is first sent to or received from Orrery."""

    def __init__(self, channel: Channel, guest: Guest) -> None:
        self._channel = channel
        self._guest = guest
        channel.at_large = self._offer_soon

    def publish(self, subject: int, slot: int, parts: list[Any], size: int) -> None:
        """Publishes a message in parts, which may change afterwards."""
        channel = self._channel
        memory = channel.memory or self._offer()
        place = memory.put(parts, size)
        if place is None:
            channel.send_now(_head(size, 0, subject, slot), parts)
        else:
            extent = wire.EXTENT.pack(place, size)
            channel.send(_head(len(extent), wire.IN_MEMORY, subject, slot) + extent)

    def _offer(self) -> SharedMemory:
        memory = self._channel.memory = SharedMemory()
        with memory.offered() as descriptor:
            if descriptor is None or self._guest.query('memory', str(descriptor)) is not True:
                memory.close()
        return memory

    def _offer_soon(self) -> None:
        """Something large has come through the pipe; this process has the turn until it is idle."""

        def offer() -> None:
            looks = self._guest.before_idle
            self._guest.before_idle = [look for look in looks if look is not offer]
            if self._channel.memory is None:
                self._offer()

        self._guest.before_idle.append(offer)


def _head(size: int, flags: int, subject: int, slot: int) -> bytes:
    return wire.SENT.pack(size + wire.SENT.size - 4, wire.PUBLISH, flags, 0, subject, slot)
