"""Reports reads of environment variables that the machine has but the run was not given.

Only reads by files of the program count, not those by packages.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Optional

from .code_place import is_own
from .program_text import is_made_up

#: A program reads the environment through these; the line that calls them is the place.
_BETWEEN = ('os', '_collections_abc', 'posixpath', 'genericpath', 'pathlib', 'typing')

Place = tuple[str, int]

_withheld: set[str] = set()
_told: Optional[Callable[[str, Place], None]] = None


class _WatchedEnvironment(os._Environ):  # type: ignore[type-arg]
    """`os.environ` or `os.environb`; a program may read what it has set itself."""

    def __getitem__(self, key: Any) -> Any:
        _look(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        _withheld.discard(os.fsdecode(key))

    def __delitem__(self, key: Any) -> None:
        _withheld.discard(os.fsdecode(key))
        super().__delitem__(key)

    def __iter__(self) -> Iterator[Any]:
        if any(name in _withheld for name in map(os.fsdecode, self._data)):
            _tell('os.environ')
        return super().__iter__()


def install(withheld: Iterable[str], told: Callable[[str, Place], None]) -> None:
    """Calls `told` from now on with each read of one of these names, and its place."""
    global _told
    _withheld.update(withheld)
    _told = told
    for each in (os.environ, getattr(os, 'environb', None)):
        if each is not None:
            each.__class__ = _WatchedEnvironment


def asked(name: str, place: Place) -> None:
    """Notes that the program reads this variable without `os.environ`."""
    if name in _withheld and _told is not None:
        _told(f'$(env {name})', place)


def _look(key: Any) -> None:
    if isinstance(key, (str, bytes)) and os.fsdecode(key) in _withheld:
        _tell(f'os.environ[{os.fsdecode(key)!r}]')


def _tell(what: str) -> None:
    place = _place()
    if place is not None and _told is not None:
        _told(what, place)


def _place() -> Optional[Place]:
    """The line of the program that reads; None if other code does."""
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        name = file.rpartition('/')[2].removesuffix('.py').removeprefix('<frozen ').rstrip('>')
        is_library = is_made_up(file) or '/lib/python' in file
        if file == __file__ or (is_library and name in _BETWEEN):
            frame = frame.f_back  # type: ignore[assignment]
            continue
        return None if is_library or is_own(file) else (file, frame.f_lineno)
    return None
