"""Processes of `multiprocessing` join the run.

Each is a copy of the program, or a new interpreter, with the pipes and semaphores that it has in reality. It is a program
of the run: it has virtual time, may have nodes, and its parent hears of its end at an instant.
"""
from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import Any, Dict, Optional, Set

from . import audit, forked, inherited_entities, own_descriptors, virtual_random, virtual_subprocess
from .child_programs import ChildProgram, next_pid
from .door import Door
from .guest import guest
from .process_numbers import numbers
from .program_end import ProgramEnd
from .shared_things import shared

_INTERRUPTED = 130

_real_fork = getattr(os, 'fork', None)
_real_waitpid, _real_exit = getattr(os, 'waitpid', None), os._exit
_real_pipe, _real_close = os.pipe, os.close
_names: Set[str] = set()
#: Those whose end this process has not heard of.
_running: Dict[int, Popen] = {}


class Popen:
    """``multiprocessing.popen_fork.Popen``."""

    method = 'fork'

    def __init__(self, process: Any) -> None:
        from multiprocessing import util

        util._flush_std_streams()
        shared.begin()
        self.returncode: Optional[int] = None
        self._process = process
        #: Readable at its end, since nobody but this process has the other end.
        self.sentinel, self._at_end = _real_pipe()
        #: Descriptors that are closed at its end.
        self.at_end = [self._at_end]
        #: Closed at the end of this process, of which it can hear.
        alive, self._alive = _real_pipe()
        self._launch(process, alive)
        _real_close(alive)

    def _launch(self, process: Any, alive: int) -> None:
        door = Door()
        number = next_pid()
        pid = self._copy(door, number)
        if pid == 0:
            _real_close(self.sentinel)
            _real_close(self._alive)
            _real_close(self._at_end)
            _be_copy(process, alive)
        self._take_in(door, pid, number)

    def _copy(self, door: Door, number: int) -> int:
        """Copies this process; in the copy, it returns 0 when the copy has its turn."""
        assert _real_fork is not None
        forked.joins = True
        try:
            with audit.quietly():
                pid: int = _real_fork()
        finally:
            forked.joins = False
        if pid == 0:
            _join(door, number)
        else:
            # Its group exists before anybody wants to end it.
            os.setpgid(pid, pid)
        return pid

    def _take_in(self, door: Door, pid: int, number: int) -> None:
        name = self._process.name
        while name in _names:
            name = f'{name}-{number & 0xffff}'
        _names.add(name)
        self._real = pid
        joining = {'pid': pid, 'folder': door.folder, 'token': door.token, 'file': guest.file}
        self._end = ProgramEnd(name)
        self._child = child = ChildProgram(name, {'joining': joining}, told=_ignore, ended=self._ended, inherited=[0, 1, 2],
                                           pid=number)
        door.close()
        self.pid = child.pid
        _running[self.pid] = self
        virtual_subprocess.by_pid[self.pid] = self

    def _ended(self, code: int) -> None:
        self.returncode = code
        del _running[self.pid], virtual_subprocess.by_pid[self.pid]
        assert _real_waitpid is not None
        try:
            _real_waitpid(self._real, 0)
        except ChildProcessError:
            # The program itself has waited for any process.
            pass
        while self.at_end:
            _real_close(self.at_end.pop())
        _real_close(self._alive)
        self._end.come(code)

    # ---- what `multiprocessing` calls ----

    def duplicate_for_child(self, fd: int) -> int:
        return fd

    def poll(self, flag: int = os.WNOHANG) -> Optional[int]:
        return self._end.look() if flag else self._end.wait(None)

    def wait(self, timeout: Optional[float] = None) -> Optional[int]:
        if guest.stopping and self.returncode is None:
            # The end of the run reaches all programs.
            self._send_signal(signal.SIGINT)
        return self._end.wait(timeout)

    def _send_signal(self, sig: int) -> None:
        if self.returncode is None:
            self._child.signal(sig)

    def terminate(self) -> None:
        self._send_signal(signal.SIGTERM)

    def interrupt(self) -> None:
        self._send_signal(signal.SIGINT)

    def kill(self) -> None:
        self._send_signal(signal.SIGKILL)

    def close(self) -> None:
        if self.sentinel != -1:
            os.close(self.sentinel)
            self.sentinel = -1


def _ignore(*_: Any) -> None:
    """What it prints goes where this process prints."""


def _join(door: Door, number: int) -> None:
    """Makes this process, a copy, a program of the run."""
    try:
        os.setpgid(0, 0)
    except OSError:
        # Its parent has done it first.
        pass
    door.close_spare()
    for each in _running.values():
        for descriptor in (*each.at_end, each._alive):
            _real_close(descriptor)
    _running.clear()
    numbers.own, numbers.parent = number, numbers.own
    inherited_entities.refuse(guest.begin_anew())
    own_descriptors.forget()
    guest.connect(*own_descriptors.move_away(door.reading, door.writing), door.token, guest.library)
    shared.begin_anew()
    virtual_random.seed_anew(str(guest.options.get('seed', '0')))


def _be_copy(process: Any, alive: int) -> None:
    """Does the work of a process in a copy, and ends it."""
    from multiprocessing import util

    code = 1
    try:
        atexit._clear()
        # Since 3.13, a process calls this together with what it registers itself.
        atexit.register(util._exit_function)
        end_quietly(process)
        code = process._bootstrap(parent_sentinel=alive)
        virtual_subprocess.wait_for_all()
        if sys.version_info >= (3, 13):
            atexit._run_exitfuncs()
    finally:
        guest.goodbye(code)
        _real_exit(code & 0xff)


def end_quietly(process: Any) -> None:
    """Lets a process that the end of the run interrupts print nothing about it, like other programs."""
    work = process.run

    def run() -> None:
        try:
            work()
        except KeyboardInterrupt:
            if guest.stopping:
                raise SystemExit(_INTERRUPTED) from None
            raise

    process.run = run
