"""Memory shared between this process and Orrery, for messages that are too large for a pipe."""

from __future__ import annotations

import contextlib
import mmap
import os
from collections.abc import Iterator
from typing import Any, Optional

#: Size of each half; memory that nobody has written to costs nothing.
_HALF = 64 << 20

_create = getattr(os, 'memfd_create', None)
_close = os.close
_truncate = os.ftruncate
_Mapping = mmap.mmap


class SharedMemory:
    """This process writes the first half, Orrery the second, each while it has the turn."""

    def __init__(self) -> None:
        self._view: Optional[memoryview] = None
        self._used = 0

    @contextlib.contextmanager
    def offered(self) -> Iterator[Optional[int]]:
        """The descriptor by which Orrery can open it meanwhile; None if there cannot be one."""
        descriptor = self._make()
        try:
            yield descriptor
        finally:
            # The mapping remains; programs that close or count descriptors do not see this one.
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
        """Makes everything go through the pipes."""
        self._view = None

    def begin(self) -> None:
        """Notes that Orrery has read what was put here."""
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
        # The next message begins at a page boundary.
        self._used = (at + mmap.PAGESIZE - 1) // mmap.PAGESIZE * mmap.PAGESIZE
        return place

    def read(self, place: int, into: memoryview) -> None:
        """Copies what Orrery has put here."""
        assert self._view is not None
        into[:] = self._view[place:place + into.nbytes]
