"""Sends the program's output to Orrery, in order with its actions."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from . import wire
from .guest import guest

STDOUT, STDERR = 1, 2


class _Printed(io.RawIOBase):
    def __init__(self, stream: int, is_terminal: bool) -> None:
        self._stream = stream
        self._is_terminal = is_terminal
        self.name = '<stdout>' if stream == STDOUT else '<stderr>'

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._stream

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, data: object) -> int:  # type: ignore[override]
        return _write(self._stream, data)


class _Text(io.TextIOWrapper):
    """Knows whether it buffers something, so that nobody needs to flush in vain."""

    pending = False
    __module__, __qualname__ = '_io', 'TextIOWrapper'

    def __repr__(self) -> str:
        return f'<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>'

    def write(self, text: str) -> int:
        self.pending = True
        return super().write(text)


_Text.__name__ = 'TextIOWrapper'


def install() -> None:
    """Replaces the standard streams."""
    # Set for a program whose launch file says `emulate_tty`.
    is_terminal = os.environ.pop('ORRERY_EMULATE_TTY', '') != ''
    for name, stream in (('stdout', STDOUT), ('stderr', STDERR)):
        printed = io.BufferedWriter(_Printed(stream, is_terminal), 8192)
        text = _Text(printed, encoding='utf-8', errors='backslashreplace', line_buffering=True)
        text.mode = 'w'  # type: ignore[attr-defined]
        setattr(sys, name, text)
        setattr(sys, f'__{name}__', text)
    os.write = _write
    guest.before_idle.append(_flush)


_real_write = os.write


def _write(descriptor: int, data: Any) -> int:
    """``os.write``, in order with what is printed."""
    if descriptor not in (STDOUT, STDERR) or not guest.connected:
        return _real_write(descriptor, data)
    content = bytes(data)
    guest.send(wire.LOG, 0, bytes([descriptor]) + content)
    return len(content)


def _flush() -> None:
    # Text without a line break becomes visible before time passes.
    out = sys.stdout
    if type(out) is _Text and out.pending:
        out.pending = False
        out.flush()
