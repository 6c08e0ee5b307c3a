"""Lets go of what a program still has at its end, as the interpreter does: destructors run, files are complete.

The interpreter itself does so only after all of Python is gone, when a destructor could not wait, print or be heard of.
"""

from __future__ import annotations

import gc
import io
import sys
from types import ModuleType
from typing import Callable

#: What Python keeps of an exception that nothing has handled, and with it the program's frames.
_OF_EXCEPTION = ('last_exc', 'last_type', 'last_value', 'last_traceback')
#: Files with a buffer.
_BUFFERED = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)

#: Forget what other packages keep of the program: its callbacks, and with them its nodes.
forget: list[Callable[[], None]] = []


def let_go(modules: list[ModuleType]) -> bool:
    """Destroys the objects of the program, whose modules these are, and writes what files still hold back.

    Whether all of that could be written; a file of which it could not is named.
    """
    for name in _OF_EXCEPTION:
        sys.__dict__.pop(name, None)
    for each in forget:
        each()
    lost: set[str] = set()
    # Of a file in a cycle, the part that holds text back may be destroyed after the part that writes it.
    _write_files(lost)
    for module in modules:
        _empty(module)
    gc.collect()
    # Frames of threads that wait for ever still have theirs.
    _write_files(lost)
    return not lost


def _write_files(lost: set[str]) -> None:
    for thing in gc.get_objects():
        if not issubclass(type(thing), _BUFFERED):
            continue
        try:
            thing.flush()
        except ValueError:
            # It is closed.
            pass
        except Exception as error:  # What a program's own kind of file raises is not known.
            # Its parts have one name.
            name = str(getattr(thing, 'name', type(thing).__name__))
            # The streams of the process are flushed later.
            if name not in ('<stdout>', '<stderr>') and name not in lost:
                lost.add(name)
                print(f'{name} was left open, and what it held back cannot be written: {error}', file=sys.stderr)


def _empty(module: ModuleType) -> None:
    """Takes the names of a module away: those that begin with one underscore first, as the interpreter does."""
    names = [name for name in vars(module) if not name.startswith('__')]
    for name in sorted(names, key=lambda name: not name.startswith('_')):
        vars(module)[name] = None
