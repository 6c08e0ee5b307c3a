"""Notices escapes from the virtual world: network, processes, devices.

The interpreter itself reports each one (PEP 578), so nothing has to be replaced, and C code that
goes through the interpreter is included.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, Callable, Optional

from . import wire
from .guest import guest
from .program_text import is_made_up
from .virtual_terminals import leads_to_the_run

#: The kind of escape for each of the interpreter's events.
ESCAPES = {
    'socket.connect': 'network',
    'socket.bind': 'network',
    'socket.sendto': 'network',
    'socket.sendmsg': 'network',
    'socket.getaddrinfo': 'network',
    'socket.gethostbyname': 'network',
    'urllib.Request': 'network',
    'http.client.connect': 'network',
    'ftplib.connect': 'network',
    'smtplib.connect': 'network',
    'subprocess.Popen': 'process',
    'os.system': 'process',
    'os.exec': 'process',
    'os.fork': 'process',
    'os.forkpty': 'process',
    'os.posix_spawn': 'process',
    'os.spawn': 'process',
    'os.startfile': 'process',
    'os.kill': 'process',
    'os.killpg': 'process',
    'pty.spawn': 'process',
    'webbrowser.open': 'process',
}

#: Folders whose files are not data: reading them reads the machine.
_DEVICES = ('/dev/', '/sys/', '/proc/')
_HARMLESS = ('/dev/null', '/dev/zero', '/dev/full')
#: Files in memory, and the folder in which `multiprocessing` has its sockets.
_IN_MEMORY = '/dev/shm/'
_OF_MULTIPROCESSING = '/pymp-'
#: The ways in which a program opens its standard input, which is not the machine's.
_STDIN = (0, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0')
#: Modules in C that open files or memory by themselves, without a word.
_SILENT_OPENERS = ('_dbm', '_gdbm', '_posixshmem')
_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: Orrery's own code that only passes on what the program asks for.
_PASSING_ON = tuple(os.path.join(_OWN, 'orrery_guest', name) for name in ('shared_things.py', 'virtual_sockets.py'))

_seen: dict[tuple[str, str, int], int] = {}
_quiet = False
_are_databases_watched: list[bool] = []


def install(strict: bool, opening_stdin: Callable[[], None]) -> None:
    """Starts listening; `opening_stdin` is called before a program opens standard input."""

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        kind = ESCAPES.get(event)
        if kind is None:
            if event != 'open':
                if event in _WATCHED:
                    _WATCHED[event](*arguments)
                return
            if arguments[0] in _STDIN:
                opening_stdin()
                return
            if leads_to_the_run(arguments[0]) or not _is_device(arguments[0]):
                return
            kind = 'device'
            event = f'open({arguments[0]!r})'
        elif kind == 'network' and len(arguments) > 1 and _OF_MULTIPROCESSING in str(arguments[1]):
            return
        _noticed(kind, event, strict)

    sys.addaudithook(hook)


def report_direct(kind: str, what: str, depth: int) -> None:
    """Reports what a file of the program itself did; its frame is `depth` calls up."""
    if _quiet or not guest.connected:
        return
    frame = sys._getframe(depth)
    if is_of_program(frame.f_code.co_filename):
        report(kind, what, (frame.f_code.co_filename, frame.f_lineno))


def is_of_program(file: str) -> bool:
    """Whether code belongs to the program, not to a library or to Orrery."""
    return not is_made_up(file) and '/lib/python' not in file and not file.startswith(_OWN)


def _named_temporary(path: Any) -> None:
    # Names depend on the seed, but a file that another run has left changes the name that is
    # taken.
    if os.path.lexists(path):
        place = _place(3)
        if place is not None:
            report('entropy', 'tempfile, whose first name was taken', place)
    elif _OF_MULTIPROCESSING in str(path) and guest.connected:
        # A process that is killed would leave it.
        guest.query('shared', 'made', str(path))


def _importing(name: str, *_: Any) -> None:
    if name == '_sqlite3' and not _are_databases_watched:
        _are_databases_watched.append(True)
        from . import machine_facts

        machine_facts.watch_databases()
    elif name in _SILENT_OPENERS:
        guest.turns.keep()


def _connecting(database: Any, *_: Any) -> None:
    if database not in ('', b'', ':memory:'):
        guest.turns.keep()


def _mapping(descriptor: int, *_: Any) -> None:
    # Orrery's own memory is for messages.
    if descriptor != -1 and not sys._getframe(2).f_code.co_filename.startswith(_OWN):
        guest.turns.keep()


def _loaded_native(*_: Any) -> None:
    frame = sys._getframe(2)
    while frame.f_back is not None and frame.f_code.co_filename.endswith('/ctypes/__init__.py'):
        frame = frame.f_back
    if is_of_program(frame.f_code.co_filename):
        report('native-code', 'ctypes.dlopen', (frame.f_code.co_filename, frame.f_lineno))


#: Events that count only depending on their cause or on the current state.
_WATCHED: dict[str, Callable[..., None]] = {
    'ctypes.dlopen': _loaded_native,
    'import': _importing,
    # From then on, reading and writing needs no function that could wait for the turn.
    'mmap.__new__': _mapping,
    'sqlite3.connect': _connecting,
    'tempfile.mkdtemp': _named_temporary,
    'tempfile.mkstemp': _named_temporary,
}


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Marks everything that happens meanwhile as done by Orrery."""
    global _quiet
    before, _quiet = _quiet, True
    try:
        yield
    finally:
        _quiet = before


def be_quiet() -> None:
    """Stops reporting: escapes of this process no longer matter."""
    global _quiet
    _quiet = True


def _is_device(path: Any) -> bool:
    return (isinstance(path, str) and path.startswith(_DEVICES) and path not in _HARMLESS
            and not path.startswith(_IN_MEMORY))


def report(kind: str, what: str, place: Optional[tuple[str, int]] = None) -> None:
    """Reports what the interpreter does not: what a program did by calling Orrery's code."""
    if place is None:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith(_OWN):
            frame = frame.f_back
        place = (frame.f_code.co_filename, frame.f_lineno)
    _noticed(kind, what, bool(guest.options.get('strict')), place)


def _noticed(kind: str, what: str, strict: bool,
             place: Optional[tuple[str, int]] = None) -> None:
    global _quiet
    if _quiet:
        return
    if place is None:
        place = _place()
    if place is None:
        return
    file, line = place
    key = (what, file, line)
    if not strict and key in _seen:
        return
    _seen[key] = 1
    _quiet = True
    try:
        if strict:
            guest.fault('strict', f'{what} at {file}:{line}')
            guest.goodbye(1)
            os._exit(1)
        guest.send(wire.LEAK, 0, f'{kind}\t{what}\t{file}\t{line}'.encode())
    finally:
        _quiet = False

def _place(depth: int = 3) -> Optional[tuple[str, int]]:
    """File and line in the program; None if Orrery's own code is the cause."""
    frame = sys._getframe(depth)
    first = True
    while frame is not None:
        name = frame.f_code.co_filename
        if name not in _PASSING_ON:
            if first and name.startswith(_OWN):
                return None
            first = False
        if is_of_program(name):
            return name, frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
    return None
