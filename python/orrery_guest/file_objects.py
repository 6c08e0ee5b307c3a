"""What `open` gives: files whose program waits for its turn before they read or write, and named pipes."""

from __future__ import annotations

import builtins
import io
import os
import stat
from typing import Any, Dict, Optional, Tuple

from .file_turns import is_file, take_for
from .guest import guest
from .named_pipes import PipeFile, is_pipe, open_pipe
from .native_functions import like_native

_turns = guest.turns
_Raw = io.FileIO
_real_open = builtins.open
_status = os.stat
_read, _read_all, _read_into = _Raw.read, _Raw.readall, _Raw.readinto
_write, _truncate, _seek = _Raw.write, _Raw.truncate, _Raw.seek


class OrderedFile(_Raw):
    """The `io.FileIO` of an ordinary file: below all buffers, it is what reads and writes."""

    def read(self, size: Any = -1, /) -> Any:
        _turns.has or _turns.take()
        return _read(self, size)

    def readall(self) -> Any:
        _turns.has or _turns.take()
        return _read_all(self)

    def readinto(self, buffer: Any, /) -> Any:
        _turns.has or _turns.take()
        return _read_into(self, buffer)

    def write(self, data: Any, /) -> Any:
        _turns.has or _turns.take()
        return _write(self, data)

    def truncate(self, size: Any = None, /) -> int:
        _turns.has or _turns.take()
        return _truncate(self, size)

    def seek(self, pos: int, whence: int = 0, /) -> int:
        # Where the end is, others decide.
        if whence == os.SEEK_END and not _turns.has:
            _turns.take()
        return _seek(self, pos, whence)


OrderedFile.__name__ = OrderedFile.__qualname__ = _Raw.__name__
OrderedFile.__module__ = _Raw.__module__


def _modes() -> Dict[str, Tuple[str, bool, Any]]:
    """By the mode of a file in any spelling: what `FileIO` calls it, whether it is text, and its buffer."""
    modes: Dict[str, Tuple[str, bool, Any]] = {}
    for kind, buffer in ('r', io.BufferedReader), ('w', io.BufferedWriter), ('a', io.BufferedWriter), ('x', io.BufferedWriter):
        for more in '', 'b', 't', '+', 'b+', '+b', 't+', '+t':
            plus = '+' in more
            modes[kind + more] = (kind + '+' * plus, 'b' not in more, io.BufferedRandom if plus else buffer)
    return modes


_MODES = _modes()


def _open(file: Any, mode: str = 'r', buffering: int = -1, encoding: Optional[str] = None, errors: Optional[str] = None,
          newline: Optional[str] = None, closefd: bool = True, opener: Any = None) -> Any:
    known = _MODES.get(mode) if isinstance(mode, str) else None
    if not isinstance(file, int):
        take_for(file)
    of_pipe = opener is None and not isinstance(file, int) and is_pipe(file)
    if known is None or not (of_pipe or _is_ordinary(file)) or not guest.connected or not _fits(known[1], buffering, encoding, errors, newline):
        return _real_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    raw_mode, is_text, buffer = known
    raw = PipeFile(file, raw_mode, closefd, open_pipe) if of_pipe else OrderedFile(file, raw_mode, closefd, opener)
    try:
        if buffering == 0:
            return raw
        found = buffer(raw, raw._blksize if buffering < 2 else buffering)  # type: ignore[attr-defined]
        if not is_text:
            return found
        text = io.TextIOWrapper(found, encoding, errors, newline, buffering == 1)
        text.mode = mode  # type: ignore[misc]
        return text
    except BaseException:
        raw.close()
        raise


def _is_ordinary(file: Any) -> bool:
    """Whether it is a file, or will be."""
    if isinstance(file, int):
        return is_file(file)
    try:
        return stat.S_ISREG(_status(file).st_mode)
    except (OSError, ValueError):
        return True


def _fits(is_text: bool, buffering: Any, *of_text: Any) -> bool:
    if not isinstance(buffering, int):
        return False
    return buffering != 0 if is_text else buffering != 1 and not any(each is not None for each in of_text)


def install() -> None:
    """Makes `open` give such files from now on."""
    _open.__doc__ = _real_open.__doc__
    builtins.open = io.open = like_native('io', 'open', _open)
