"""debugpy in a program whose threads and clocks are virtual: editors attach to it over the network.

debugpy needs threads that run by themselves and a clock that goes on, so it gets modules of its own
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
#: Modules that Orrery changes, in the order of their dependence.
_CHANGED = ('_thread', 'time', 'select', '_queue', 'threading', 'queue', 'selectors', 'socket',
            'subprocess')
_is_there = False
#: Where it listens.
_address: Optional[str] = None
_OF_DEBUGPY = ('debugpy', 'pydev', '_pydev')


class CannotAttach(Exception):
    """debugpy is not installed, or cannot listen."""


def listen(port: int) -> str:
    """Lets debugpy wait for an editor at a port; returns the address."""
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
    """Until an editor has attached and has set its breakpoints."""
    sys.modules['debugpy'].wait_for_client()  # type: ignore[attr-defined]


def is_attached() -> bool:
    """Whether an editor is attached."""
    return _is_there and bool(sys.modules['debugpy'].is_client_connected())  # type: ignore[attr-defined]


def stop_in(frame: FrameType) -> Optional[Callable[..., Any]]:
    """Stops the calling thread before the next statement of this frame; returns what traces it then."""
    import pydevd

    pydevd.settrace(suspend=True, trace_only_current_thread=True, patch_multiprocessing=False,
                    stop_at_frame=frame)
    return frame.f_trace


def _get_debugpy() -> None:
    global _is_there
    if _is_there:
        return
    unchanged = _unchanged_modules()
    # While an editor has the program, nobody reads from the pipe.
    unchanged['_thread'].start_new_thread(_end_with_orrery, (unchanged['select'],))
    original = builtins.__import__

    def import_for(name: str, globals: Any = None, *words: Any, **options: Any) -> Any:
        """Also later: debugpy imports some of its parts when it first needs them."""
        found = unchanged.get(name)
        if found is not None and str((globals or {}).get('__name__')).startswith(_OF_DEBUGPY):
            return found
        return original(name, globals, *words, **options)

    builtins.__import__ = import_for
    try:
        # Chooses which pydevd is meant by that name.
        importlib.import_module('debugpy.server')
        importlib.import_module('pydevd')
    except ImportError:
        builtins.__import__ = original
        raise
    _is_there = True


def _end_with_orrery(select: Any) -> None:
    """In a thread of the system: Orrery may be killed while an editor is waited for."""
    poll = select.poll()
    assert guest._channel is not None
    poll.register(guest._channel.reading, select.POLLHUP)
    poll.poll()
    os._exit(1)


def _unchanged_modules() -> dict[str, ModuleType]:
    """New instances of the modules that Orrery changes, which use each other."""
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
    """What debugpy reads when it begins."""
    # Code of Orrery is not the user's, and Python's own modules are not what is debugged.
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
