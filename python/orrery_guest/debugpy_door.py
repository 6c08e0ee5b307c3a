"""Runs debugpy in a program with virtual threads and clocks; editors attach over the network.

debugpy needs threads that run by themselves and a clock that advances, so it gets its own modules
instead of those that belong to the program.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import os
import site
import sys
import sysconfig
from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any, Callable, Optional

from . import audit
from .guest import guest

DEFAULT_PORT = 5678
_HOST = '127.0.0.1'
_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: Modules that Orrery changes, in order of dependence.
_CHANGED = ('_thread', 'time', 'select', '_queue', 'threading', 'queue', 'selectors', 'socket',
            'subprocess')
_is_there = False
#: The address at which it listens.
_address: Optional[str] = None
_OF_DEBUGPY = ('debugpy', 'pydev', '_pydev')


class CannotAttach(Exception):
    """debugpy is not installed, or cannot listen."""


def listen(port: int) -> str:
    """Makes debugpy listen at a port for an editor; returns the address."""
    global _address
    if _address is not None:
        return _address
    with audit.quietly(), _settings():
        try:
            _get_debugpy()
        except ImportError:
            raise CannotAttach('debugpy is not installed for this Python: python3 -m pip install '
                               'debugpy, or apt install python3-debugpy') from None
        debugpy = sys.modules['debugpy']
        try:
            debugpy.listen((_HOST, port), in_process_debug_adapter=True)  # type: ignore[attr-defined]
        except (OSError, RuntimeError) as error:
            raise CannotAttach(f'debugpy cannot listen on port {port}: {error}') from None
    _address = f'{_HOST}:{port}'
    return _address


def wait() -> None:
    """Waits until an editor has attached and set its breakpoints."""
    sys.modules['debugpy'].wait_for_client()  # type: ignore[attr-defined]


def is_attached() -> bool:
    """Whether an editor is attached."""
    return _is_there and bool(sys.modules['debugpy'].is_client_connected())  # type: ignore[attr-defined]


def stop_in(frame: FrameType) -> Optional[Callable[..., Any]]:
    """Stops the calling thread before this frame's next statement; returns its trace function."""
    import pydevd

    pydevd.settrace(suspend=True, trace_only_current_thread=True, patch_multiprocessing=False,
                    stop_at_frame=frame)
    return frame.f_trace


def _get_debugpy() -> None:
    global _is_there
    if _is_there:
        return
    unchanged = _unchanged_modules()
    # While an editor controls the program, nobody reads from the pipe.
    unchanged['_thread'].start_new_thread(_end_with_orrery, (unchanged['select'],))
    original = builtins.__import__

    def import_for(name: str, globals: Any = None, *words: Any, **options: Any) -> Any:
        """Imports modules for debugpy, which imports some of its parts only when it needs them."""
        found = unchanged.get(name)
        if found is not None and str((globals or {}).get('__name__')).startswith(_OF_DEBUGPY):
            return found
        return original(name, globals, *words, **options)

    builtins.__import__ = import_for
    try:
        # Decides which pydevd is imported under that name.
        importlib.import_module('debugpy.server')
        importlib.import_module('pydevd')
    except ImportError:
        builtins.__import__ = original
        raise
    _is_there = True


def _end_with_orrery(select: Any) -> None:
    """Ends the process if Orrery is killed while an editor is awaited; runs in a real thread."""
    poll = select.poll()
    assert guest._channel is not None
    poll.register(guest._channel.reading, select.POLLHUP)
    poll.poll()
    os._exit(1)


def _unchanged_modules() -> dict[str, ModuleType]:
    """New instances of the modules that Orrery changes; they use each other."""
    kept = {name: sys.modules.pop(name) for name in _CHANGED if name in sys.modules}
    try:
        for name in _CHANGED:
            try:
                importlib.import_module(name)
            except ImportError:
                continue
        return {name: sys.modules[name] for name in _CHANGED if name in sys.modules}
    finally:
        sys.modules.update(kept)


@contextlib.contextmanager
def _settings() -> Iterator[None]:
    """Sets the environment that debugpy reads when it starts."""
    # Neither Orrery's code nor Python's own modules are the user's.
    settings = {'LIBRARY_ROOTS': os.pathsep.join(_libraries()),
                'PYDEVD_DISABLE_FILE_VALIDATION': '1'}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name in settings:
            del os.environ[name]


def _libraries() -> list[str]:
    paths = sysconfig.get_paths()
    names = ('stdlib', 'platstdlib', 'purelib', 'platlib')
    return list(dict.fromkeys([*(paths[name] for name in names), *site.getsitepackages(),
                               site.getusersitepackages(), _OWN]))
