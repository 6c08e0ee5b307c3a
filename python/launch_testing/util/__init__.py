"""Processes of a test: found by name, or kept alive."""
from __future__ import annotations

import sys

from launch.actions import ExecuteProcess

from .proc_lookup import NO_CMD_ARGS, NoMatchingProcessException, resolveProcesses

_SLEEPS = 'import time\ntry:\n    while True:\n        time.sleep(1)\nexcept KeyboardInterrupt:\n    pass\n'


def KeepAliveProc() -> ExecuteProcess:
    """A process that never ends, so that the launch continues until the tests are done."""
    return ExecuteProcess(cmd=[sys.executable, '-c', _SLEEPS], name='keep_alive')


__all__ = ['KeepAliveProc', 'NO_CMD_ARGS', 'NoMatchingProcessException', 'resolveProcesses']
