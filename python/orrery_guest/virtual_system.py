"""What a program can find out about its process and machine is the same in every run."""

from __future__ import annotations

import os
import platform
import socket
import sys
import time

from . import virtual_signals
from .process_numbers import numbers

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
    """Replaces the names in the module behind `os`, which a program can import, too."""
    other = sys.modules.get(os.name)
    for name in vars(other) if other else ():
        if name != 'environ' and hasattr(os, name):
            setattr(other, name, getattr(os, name))
