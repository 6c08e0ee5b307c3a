"""Tells Orrery where the code of callbacks is, for its reports."""

from __future__ import annotations

import functools
import os
import sys
from typing import Any, Optional

from . import wire
from .guest import guest

#: The folder of Orrery's Python packages.
_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
#: The code that was told last of each client.
_told: dict[int, Any] = {}


def tell_place(number: int, callback: Any) -> None:
    """Tells where the callback of an entity is, unless it is Orrery's own or a C function."""
    code = _code_of(callback)
    if code is None or not guest.connected or code.co_filename.startswith(_OWN):
        return
    guest.send(wire.PLACE, number, wire.string(short_path(code.co_filename))
               + wire.U32.pack(code.co_firstlineno) + wire.string(code.co_name), wire.MAY_IGNORE)


def tell_place_of_response(client: int, callback: Any) -> None:
    """Tells where the callback of a response is; each request may have another one, but most have the same."""
    code = _code_of(callback)
    if _told.get(client) is not code:
        _told[client] = code
        tell_place(client, callback)


def is_own(file: str) -> bool:
    """Whether a file belongs to Orrery or to the interpreter's start code."""
    return file.startswith(_OWN) or file.startswith('<frozen') or '/runpy.py' in file


def short_path(file: str) -> str:
    """The path relative to the folder from which the file is imported: equal on every machine."""
    file = os.path.abspath(file)
    folders = [os.path.abspath(folder) + os.sep for folder in sys.path if folder]
    inside = max((folder for folder in folders if file.startswith(folder)), key=len, default='')
    return file[len(inside):] if inside else os.path.basename(file)


def _code_of(callback: Any) -> Optional[Any]:
    while isinstance(callback, functools.partial):
        callback = callback.func
    callback = getattr(callback, '__wrapped__', callback)
    code = getattr(callback, '__code__', None)
    if code is None:
        code = getattr(getattr(type(callback), '__call__', None), '__code__', None)
    return code
