"""What a program can find out about its process and its machine: the same in every run."""

from __future__ import annotations

import os
import platform
import socket

from . import virtual_signals

_PID = 1000
_HOST = 'orrery'


def install() -> None:
    """Fixes process numbers and names."""
    virtual_signals.install(_PID)
    os.getpid = lambda: _PID  # type: ignore[assignment]
    os.getppid = lambda: 1  # type: ignore[assignment]
    socket.gethostname = lambda: _HOST  # type: ignore[assignment]
    socket.getfqdn = lambda name='': _HOST  # type: ignore[assignment]
    platform.node = lambda: _HOST  # type: ignore[assignment]
    os.cpu_count = lambda: 4  # type: ignore[assignment]
    if hasattr(os, 'sched_getaffinity'):
        os.sched_getaffinity = lambda pid: set(range(4))  # type: ignore[assignment]
    os.getloadavg = lambda: (0.0, 0.0, 0.0)  # type: ignore[assignment]
