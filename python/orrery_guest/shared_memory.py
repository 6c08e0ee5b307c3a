"""Memory that this process shares with Orrery, for messages that are large for a pipe."""

from __future__ import annotations

import contextlib
import mmap
import os
from collections.abc import Iterator
from typing import Any, Optional

#: Of each of the halves; memory that nobody has written to costs nothing.
_HALF = 64 << 20

_create = getattr(os, 'memfd_create', None)
_close = os.close
_truncate = os.ftruncate
_Mapping = mmap.mmap


class SharedMemory:
    """The first half is written by this process, the second by Orrery: each while it has the turn."""

    def __init__(self) -> None:
        self._view: Optional[memoryview] = None
        self._used = 0

    @contextlib.contextmanager
    def offered(self) -> Iterator[Optional[int]]:
        """The descriptor by which Orrery can open it meanwhile; None where the system has no such."""
        descriptor = self._make()
        try:
            yield descriptor
        finally:
            # The mapping lasts; programs that close or count descriptors do not meet it.
            if descriptor is not None:
                _close(descriptor)

    def _make(self) -> Optional[int]:
        if _create is None:
            return None
        try:
            descriptor = _create('orrery')
        except OSError:
            return None
        try:
            _truncate(descriptor, 2 * _HALF)
            self._view = memoryview(_Mapping(descriptor, 2 * _HALF))
        except (OSError, ValueError):
            _close(descriptor)
            return None
        return int(descriptor)

    def close(self) -> None:
        """Everything goes through the pipes."""
        self._view = None

    def begin(self) -> None:
        """Orrery has read what was put here."""
        self._used = 0

    def put(self, parts: list[Any], size: int) -> Optional[int]:
        """Copies the parts here and returns their place; None if there is no room."""
        place = self._used
        if self._view is None or size > _HALF - place:
            return None
        at = place
        for part in parts:
            data = memoryview(part).cast('B')
            self._view[at:at + data.nbytes] = data
            at += data.nbytes
        # What follows begins at a whole page.
        self._used = (at + mmap.PAGESIZE - 1) // mmap.PAGESIZE * mmap.PAGESIZE
        return place

    def read(self, place: int, into: memoryview) -> None:
        """Copies what Orrery has put here."""
        assert self._view is not None
        into[:] = self._view[place:place + into.nbytes]
