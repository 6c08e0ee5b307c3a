"""Frames to and from Orrery over two blocking descriptors; only one side sends at a time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any, Optional

from . import wire
from .shared_memory import SharedMemory

_CHUNK = 1 << 16
#: Data with at least this many bytes is not copied on its way.
LARGE = _CHUNK
#: Beyond this, waiting data is written early, so that floods do not fill the memory.
_MOST_WAITING = 1 << 20

#: Size of a pipe, the most that the kernel grants without privileges.
_PIPE_BYTES = 1 << 20

# The real functions, since those of the program are replaced.
_read = os.read
_write = os.write
_sleep = time.sleep
_random = os.urandom


def _widen(descriptor: int) -> None:
    """Widens a pipe if the system allows it, so that large messages pass in one piece."""
    try:
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)  # type: ignore[attr-defined]
    except (ImportError, AttributeError, OSError):
        pass


def _write_all(descriptor: int, data: bytes | memoryview) -> None:
    written = _write(descriptor, data)
    if written < len(data):
        view = memoryview(data)
        while written < len(data):
            written += _write(descriptor, view[written:])


class ChannelClosed(BaseException):
    """Orrery has ended, so there is no reason to continue."""


class Channel:
    """Collects the frames to send until the turn passes to the other side."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading = reading
        self.writing = writing
        self._out: list[bytes] = []
        self._waiting = 0
        self._left = b''
        self._large = bytearray()
        #: The memory for large data, once it has been offered.
        self.memory: Optional[SharedMemory] = None
        #: Called when a large frame has come through the pipe.
        self.at_large: Callable[[], None] = lambda: None
        for descriptor in (reading, writing):
            _widen(descriptor)

    def send(self, frame: bytes) -> None:
        """Appends a frame, or a part of one, to the waiting ones."""
        self._out.append(frame)
        self._waiting += len(frame)
        if self._waiting > _MOST_WAITING:
            self.flush()

    def send_now(self, head: bytes, parts: list[Any]) -> None:
        """Writes a large frame without joining its parts."""
        self._out.append(head)
        self._waiting += len(head)
        for part in parts:
            view = memoryview(part)
            if view.nbytes > _CHUNK:
                self.flush()
                self._write_large(view.cast('B'))
                continue
            # Copied, because arrays belong to the message.
            self.send(bytes(part))
        self.flush()

    def _write_large(self, view: memoryview) -> None:
        try:
            _write_all(self.writing, view)
        except BrokenPipeError:
            raise ChannelClosed() from None

    def exchange(self, frame: bytes) -> bytes:
        """Sends a frame after the waiting ones, and waits for the answer."""
        self._out.append(frame)
        self.flush()
        return self.receive()

    def flush(self) -> None:
        """Writes all waiting data."""
        if not self._out:
            return
        if self._waiting > _CHUNK:
            self._flush_large()
            return
        data = self._out[0] if len(self._out) == 1 else b''.join(self._out)
        self._out.clear()
        self._waiting = 0
        try:
            _write_all(self.writing, data)
        except BrokenPipeError:
            raise ChannelClosed() from None

    def _flush_large(self) -> None:
        """Writes all waiting data, without joining large parts."""
        parts, self._out, self._waiting = self._out, [], 0
        small: list[bytes] = []
        try:
            for part in parts:
                if len(part) <= _CHUNK:
                    small.append(part)
                    continue
                _write_all(self.writing, b''.join(small))
                small.clear()
                _write_all(self.writing, part)
            _write_all(self.writing, b''.join(small))
        except BrokenPipeError:
            raise ChannelClosed() from None

    def disturb(self, longest: float) -> None:
        """From now on, really sleeps up to this many ms before each turn of Orrery.

        The result must not depend on these sleeps, nor on which of several programs is ready
        first.
        """
        flush = self.flush

        def slowly() -> None:
            _sleep(int.from_bytes(_random(2), 'little') / 65536 * longest / 1000)
            flush()

        self.flush = slowly  # type: ignore[method-assign]

    def receive(self) -> bytes:
        """The next frame, with its header."""
        data = self._left or _read(self.reading, _CHUNK)
        if not data:
            raise ChannelClosed()
        while len(data) < 4:
            more = _read(self.reading, _CHUNK)
            if not more:
                raise ChannelClosed()
            data += more
        size = wire.U32.unpack_from(data)[0] + 4
        if len(data) == size:
            self._left = b''
        elif len(data) > size:
            self._left = data[size:]
            data = data[:size]
        else:
            return self._rest(data, size)
        return data if self.memory is None else self._with_memory(data, self.memory)

    def _with_memory(self, frame: bytes, memory: SharedMemory) -> bytes:
        """The frame with its end, which is in the shared memory."""
        if frame[4] != wire.ANSWER:
            memory.begin()
        if not frame[5] & wire.IN_MEMORY:
            return frame
        kept = len(frame) - wire.EXTENT.size
        place, count = wire.EXTENT.unpack_from(frame, kept)
        whole = self._large_of(kept + count)
        view = memoryview(whole)
        view[:kept] = frame[:kept]
        memory.read(place, view[kept:])
        return whole  # type: ignore[return-value]

    def _rest(self, start: bytes, size: int) -> bytes:
        whole = self._large_of(size)
        at = len(start)
        whole[:at] = start
        view = memoryview(whole)
        while at < size:
            got = os.readv(self.reading, [view[at:]])
            if got == 0:
                raise ChannelClosed()
            at += got
        self._left = b''
        if self.memory is None:
            self.at_large()
        elif whole[4] != wire.ANSWER:
            self.memory.begin()
        return whole  # type: ignore[return-value]

    def _large_of(self, size: int) -> bytearray:
        """Memory for a frame: that of the last one if it has the right size and is unused."""
        # Three references: the attribute, the name and the argument.
        last = self._large
        if len(last) == size and sys.getrefcount(last) == 3:
            return last
        self._large = bytearray(size)
        return self._large
