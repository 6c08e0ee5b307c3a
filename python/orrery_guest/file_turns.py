"""What programs of one instant do to files has the order in which Orrery runs them.

Whoever looks at a file, or changes one, waits for its turn before; so does an open file before it reads or writes. What
the system and Python's library consist of is nobody's work in a run: reading it waits for nobody.
"""

from __future__ import annotations

import os
import stat
import sys
from typing import Any, Callable, Optional

from .guest import guest
from .named_pipes import is_pipe, open_pipe

#: Functions of `os` whose first argument is a path; without one, it is the working directory.
_BY_PATH = """
    access chflags chmod chown getxattr lchflags lchmod lchown link listdir listxattr lstat mkdir mkfifo mknod readlink remove
    removexattr rename replace rmdir scandir setxattr stat symlink truncate unlink utime
""".split()
#: Those whose first argument is a descriptor, or the first two are.
_BY_DESCRIPTOR = """
    copy_file_range fchmod fchown fstat ftruncate posix_fallocate pread preadv pwrite pwritev read readv sendfile splice write
    writev
""".split()

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_IN_MEMORY = '/dev/shm/'
#: Devices and the like, and where no program of a run writes.
_APART = ('/dev/', '/proc/', '/sys/', os.path.dirname(os.__file__) + os.sep, _OWN + os.sep)
#: What imports look for, no program writes.
_IMPORTING = '<frozen importlib'

_turns = guest.turns
_status = os.fstat


def take_for(path: Any) -> None:
    """Waits for the turn, unless a file is none that a program might write."""
    if _turns.has:
        return
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    elif not isinstance(path, (str, int, type(None))):
        path = os.fspath(path)
    if isinstance(path, str) and path.startswith(_APART) and not path.startswith(_IN_MEMORY):
        return
    if not sys._getframe(2).f_code.co_filename.startswith(_IMPORTING):
        _turns.take()


def is_file(descriptor: int) -> bool:
    """Whether a descriptor is that of a file, and not of a pipe, a terminal, a socket."""
    try:
        return stat.S_ISREG(_status(descriptor).st_mode)
    except (OSError, TypeError):
        return False


def _by_path(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        if not _turns.has:
            take_for(given[0] if given else None)
        return real(*given, **named)

    return call


def _by_descriptor(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **named: Any) -> Any:
        if not _turns.has and any(map(is_file, (*given[:2], *named.values()))):
            _turns.take()
        return real(*given, **named)

    return call


def _opening(real: Callable[..., int]) -> Callable[..., int]:
    def open_it(path: Any, flags: int, mode: int = 0o777, *, dir_fd: Optional[int] = None) -> int:
        if not _turns.has:
            take_for(path)
        if dir_fd is None and is_pipe(path):
            return open_pipe(path, flags)
        return real(path, flags, mode, dir_fd=dir_fd)

    return open_it


def install() -> None:
    """Makes these functions wait from now on."""
    for names, make in (_BY_PATH, _by_path), (_BY_DESCRIPTOR, _by_descriptor), (['open'], _opening):
        for name in names:
            real = getattr(os, name, None)
            if real is not None:
                waiting = make(real)
                waiting.__name__ = waiting.__qualname__ = name
                waiting.__doc__ = real.__doc__
                setattr(os, name, waiting)
