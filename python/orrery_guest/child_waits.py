"""Functions of `os` about processes, for the programs of the run that a program has started."""
from __future__ import annotations

import os
import signal
from typing import Any, Callable, Optional

from . import virtual_signals
from .child_programs import ChildProgram
from .process_numbers import numbers


def install(running: dict[int, Any], ended: dict[int, int]) -> None:
    """Replaces the functions. `running`: by pid; `ended`: exit codes that nobody has asked for, by pid."""
    _install_signals(running)
    _install_waits(running, ended)
    _install_descriptors(running, ended)


def _install_signals(running: dict[int, Any]) -> None:
    kill, kill_group, group_of, session_of = os.kill, os.killpg, os.getpgid, os.getsid

    def child(pid: int) -> Optional[ChildProgram]:
        return running[pid]._child if pid in running else None

    def send(pid: int, sig: int) -> None:
        program = child(pid)
        if program is None:
            kill(pid, sig)
        else:
            program.signal(signal.Signals(sig) if sig else sig)

    def send_to_group(pgid: int, sig: int) -> None:
        program = child(pgid)
        if program is not None:
            program.signal(signal.Signals(sig) if sig else sig, 'group')
        elif pgid in (0, numbers.own):
            for each in list(running.values()):
                if not each._child.leads:
                    each._child.signal(sig, 'group')
            kill(numbers.own, sig)
        else:
            kill_group(pgid, sig)

    def group(pid: int) -> int:
        program = child(pid)
        return group_of(pid) if program is None else pid if program.leads else numbers.own

    def session(pid: int) -> int:
        program = child(pid)
        return session_of(pid) if program is None else pid if program.leads else numbers.own

    os.kill, os.killpg, os.getpgid, os.getsid = send, send_to_group, group, session


def _install_waits(running: dict[int, Any], ended: dict[int, int]) -> None:
    waitpid: Callable[[int, int], tuple[int, int]] = os.waitpid

    def wait_for(pid: int, options: int, /) -> tuple[int, int]:
        if pid == -1:
            pid = next(iter(ended), -1) if ended or options & os.WNOHANG else next(iter(running), -1)
        process = running.get(pid)
        if process is not None:
            if options & os.WNOHANG:
                process.poll()
            else:
                process.wait()
        if pid in running:
            return 0, 0
        if pid not in ended:
            return waitpid(pid, options)
        code = ended.pop(pid)
        return pid, code << 8 if code >= 0 else -code

    os.waitpid = wait_for
    os.wait = lambda: wait_for(-1, 0)


def _install_descriptors(running: dict[int, Any], ended: dict[int, int]) -> None:
    """A descriptor of a process, with which loops of asyncio wait for its end: a pipe that is closed then."""
    if not hasattr(os, 'pidfd_open'):
        return
    open_real = os.pidfd_open

    def open_descriptor(pid: int, flags: int = 0) -> int:
        process = running.get(pid)
        if process is None and pid not in ended:
            return open_real(virtual_signals.real_pid() if pid == numbers.own else pid, flags)
        reading, writing = os.pipe()
        if process is None:
            os.close(writing)
        else:
            process.at_end.append(writing)
        return reading

    os.pidfd_open = open_descriptor
