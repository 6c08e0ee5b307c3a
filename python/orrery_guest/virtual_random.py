"""Randomness of the standard library and of numpy, from the seed of the run."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import Any


class _Stream:
    """Bytes derived from a seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._count = 0

    def read(self, size: int) -> bytes:
        if size < 0:
            raise ValueError('negative argument not allowed')
        blocks = []
        for _ in range((size + 63) // 64):
            self._count += 1
            blocks.append(hashlib.sha512(self._seed + self._count.to_bytes(8, 'little')).digest())
        return b''.join(blocks)[:size]

    def begin_anew(self, seed: str) -> None:
        """Draws other bytes from now on."""
        self._seed = seed.encode()
        self._count = 0


_streams: list[_Stream] = []


def seed_anew(seed: str) -> None:
    """Seeds a copy of a program, as the module `random` itself does in one."""
    import random

    _streams[0].begin_anew(seed)
    random.seed(None)
    if 'tempfile' in sys.modules:
        # It would go on with the names of its parent.
        sys.modules['tempfile']._name_sequence = None  # type: ignore[attr-defined]


def install(seed: str) -> None:
    """Seeds everything, so that two runs with one seed draw the same numbers."""
    stream = _Stream(seed)
    _streams.append(stream)
    os.urandom = stream.read  # type: ignore[assignment]
    if hasattr(os, 'getrandom'):
        os.getrandom = lambda size, flags=0: stream.read(size)  # type: ignore[assignment]
    import random

    random._urandom = stream.read  # type: ignore[attr-defined]
    real = random.Random

    class Random(real):  # type: ignore[valid-type,misc]
        """``random.Random`` that derives its seed from the run if none is given."""

        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return real.__new__(cls)

        def __init__(self, x: Any = None) -> None:
            super().__init__(_fresh(stream) if x is None else x)

        def seed(self, a: Any = None, version: int = 2) -> None:
            """Like the real method."""
            super().seed(_fresh(stream) if a is None else a, version)

    Random.__module__ = 'random'
    Random.__qualname__ = Random.__name__ = 'Random'
    random.Random = Random  # type: ignore[misc]
    if 'tempfile' in sys.modules:
        # It was imported before, and draws names of files.
        sys.modules['tempfile']._Random = Random  # type: ignore[attr-defined]
    # The module's functions are methods of one generator, which others have imported.
    random.seed(_fresh(stream))
    random._inst.seed(_fresh(stream))  # type: ignore[attr-defined]
    original_seed = random._inst.seed  # type: ignore[attr-defined]

    def seed_module(a: Any = None, version: int = 2) -> None:
        original_seed(_fresh(stream) if a is None else a, version)

    random.seed = seed_module  # type: ignore[assignment]
    _fix_node_id()


def _fresh(stream: _Stream) -> int:
    return int.from_bytes(stream.read(32), 'little')


def _fix_node_id() -> None:
    """Fixes the node id of uuid1, which would be a network card's address; uuid gets it in C."""
    import uuid

    uuid._node = 0x020000000001  # type: ignore[attr-defined]
    uuid.getnode = lambda: 0x020000000001  # type: ignore[assignment]
    uuid._generate_time_safe = None  # type: ignore[attr-defined]
    uuid._UuidCreate = None  # type: ignore[attr-defined]
    sys.modules['uuid'] = uuid
