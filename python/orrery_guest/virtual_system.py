"""What a program can find out about its process and machine is the same in every run."""

from __future__ import annotations

import io
import os
import platform
import socket
import sys
import time
from typing import Any, Dict, Set, Tuple

from . import virtual_signals
from .process_numbers import numbers

#: What has kept functions of `os`, and `open`, in its own names or in those of its classes.
_KEEPERS = ('bz2', 'glob', 'lzma', 'pathlib', 'pathlib._local', 'shutil', 'tempfile')
#: What has kept those that have certain arguments.
_PERMITTING: Tuple[Set[Any], ...] = (
    os.supports_dir_fd, os.supports_effective_ids, os.supports_fd, os.supports_follow_symlinks)  # type: ignore[arg-type]

#: The name of the machine on which the programs of a run are.
HOST = 'orrery'


def _times() -> os.times_result:
    """Callbacks take no processor time; only virtual time passes."""
    return os.times_result((0.0, 0.0, 0.0, 0.0, time.monotonic()))


def install() -> None:
    """Fixes process numbers and names."""
    virtual_signals.install()
    os.getpid = lambda: numbers.own  # type: ignore[assignment]
    os.getppid = lambda: numbers.parent  # type: ignore[assignment]
    socket.gethostname = lambda: HOST  # type: ignore[assignment]
    socket.getfqdn = lambda name='': HOST  # type: ignore[assignment]
    platform.node = lambda: HOST  # type: ignore[assignment]
    os.cpu_count = lambda: 4  # type: ignore[assignment]
    if hasattr(os, 'sched_getaffinity'):
        os.sched_getaffinity = lambda pid: set(range(4))  # type: ignore[assignment]
    os.getloadavg = lambda: (0.0, 0.0, 0.0)  # type: ignore[assignment]
    os.getlogin = lambda: HOST
    os.times = _times  # type: ignore[assignment]
    if hasattr(os, 'process_cpu_count'):
        os.process_cpu_count = os.cpu_count
    if hasattr(os, 'uname'):
        system, _, release, version, machine = os.uname()
        names = os.uname_result((system, HOST, release, version, machine))
        os.uname = lambda: names
        # Another module may have called it before.
        platform._uname_cache = None  # type: ignore[attr-defined]


def install_other_names() -> None:
    """Replaces the functions also where the library has kept them, and in the modules behind `os` and `io`."""
    replaced: Dict[int, Any] = {}
    behind = [(each, vars(found)) for each, found in ((os, sys.modules.get(os.name)), (io, sys.modules.get('_io'))) if found]
    for module, names in behind:
        for name, real in names.items():
            if name != 'environ' and getattr(module, name, real) is not real:
                replaced[id(real)] = getattr(module, name)
    for functions in _PERMITTING:
        functions.update([replaced[id(each)] for each in functions if id(each) in replaced])
    for keeper in filter(None, map(sys.modules.get, _KEEPERS)):
        for owner in (keeper, *(each for each in vars(keeper).values() if isinstance(each, type))):
            for name, kept in list(vars(owner).items()):
                new = replaced.get(id(getattr(kept, '__func__', kept)))
                if new is not None:
                    setattr(owner, name, new)
    for module, names in behind:
        for name in names:
            if name != 'environ' and hasattr(module, name):
                names[name] = getattr(module, name)
