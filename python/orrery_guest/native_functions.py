"""What replaces a function of C stays, like that, a function wherever a program keeps it.

A function in Python becomes a method of the class whose attribute it is, and one of C does not. So
``class Timeout: now = time.monotonic``, as pyserial has it, must go on to work.
"""

from __future__ import annotations

import copyreg
import os
import sys
from types import FunctionType
from typing import Any, Callable

#: The modules with replaced functions, and those of C that have the real ones: themselves, unless
#: they are in Python.
_MODULES = {'os': os.name, 'signal': '_signal', 'socket': '_socket', 'threading': '_thread'} | {
    name: name for name in ('_thread', '_tracemalloc', 'fcntl', 'gc', 'grp', 'pwd', 'resource', 'select', 'sys', 'time')}


def like_native(module: str, name: str, function: Callable[..., Any]) -> Any:
    """`function` as `name` of a module: it does not become a method, and is pickled by its name."""
    found: Any = staticmethod(function)
    found.__module__ = module
    found.__name__ = found.__qualname__ = name
    return found


def install() -> None:
    """Makes all functions that replace some of C like those; to be called when all are replaced."""
    copyreg.pickle(staticmethod, lambda found: found.__qualname__)  # type: ignore[arg-type]
    for name, of_c in _MODULES.items():
        module, native = sys.modules.get(name), sys.modules.get(of_c)
        if module is None or native is None:
            continue
        for each, function in list(vars(module).items()):
            if isinstance(function, FunctionType) and hasattr(native, each):
                setattr(module, each, like_native(name, each, function))
