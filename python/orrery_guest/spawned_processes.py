"""Processes of `multiprocessing` that begin as new interpreters join the run."""
from __future__ import annotations

import io
import os
import sys
from typing import Any, Dict

from . import audit
from .child_programs import next_pid
from .door import Door
from .guest import guest
from .joined_processes import Popen, end_quietly
from .process_numbers import numbers
from .shared_things import shared

_FORK = '--multiprocessing-fork'

_real_spawn = getattr(os, 'posix_spawn', None)


class _Inherited:
    """``multiprocessing.popen_spawn_posix._DupFd``."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def detach(self) -> int:
        return self.fd


class SpawnPopen(Popen):
    """``multiprocessing.popen_spawn_posix.Popen``, and in place of that of a fork server."""

    method = 'spawn'
    DupFd = _Inherited

    def __init__(self, process: Any) -> None:
        self._fds: list[int] = []
        super().__init__(process)

    def duplicate_for_child(self, fd: int) -> int:
        self._fds.append(fd)
        return fd

    def _launch(self, process: Any, alive: int) -> None:
        from multiprocessing import resource_tracker, spawn, util
        from multiprocessing.context import reduction, set_spawning_popen  # type: ignore[attr-defined]

        with audit.quietly():
            tracker = resource_tracker.getfd()
        told = io.BytesIO()
        set_spawning_popen(self)
        try:
            reduction.dump(spawn.get_preparation_data(process._name), told)
            reduction.dump(process, told)
        finally:
            set_spawning_popen(None)
        # It reads this from a file, for a pipe might not have room for it; the pipe tells it of the end of this process.
        door, number = Door(), next_pid()
        with open(os.path.join(door.folder, 'told'), 'w+b') as file:
            file.write(told.getbuffer())
            file.flush()
            kept = [file.fileno(), door.reading, door.writing, tracker, alive, *self._fds]
            words = [sys.executable, *util._args_from_interpreter_flags(), '-m', 'orrery_guest', _FORK,
                     str(file.fileno()), str(alive), str(tracker), guest.file]
            own = {'ORRERY_GUEST': f'{door.reading},{door.writing}', 'ORRERY_TOKEN': door.token,
                   'ORRERY_PROCESS': f'{number},{numbers.own}'}
            pid = self._begin(words, kept, own)
            self._take_in(door, pid, number)

    def _begin(self, words: list[str], kept: list[int], own: Dict[str, str]) -> int:
        for each in kept:
            os.set_inheritable(each, True)
        os.lseek(kept[0], 0, os.SEEK_SET)
        try:
            with audit.quietly():
                return _real_spawn(words[0], words, {**os.environ, **own}, setpgroup=0)
        finally:
            for each in kept:
                os.set_inheritable(each, False)


def is_one(words: list[str]) -> bool:
    """Whether this interpreter was started for a process of `multiprocessing`."""
    return words[1:2] == [_FORK]


def run(words: list[str]) -> int:
    """Does the work of a process in a new interpreter; returns its exit code."""
    from multiprocessing import process, resource_tracker, spawn
    from multiprocessing.context import reduction  # type: ignore[attr-defined]

    told, alive, tracker = map(int, words[:3])
    guest.file = words[3]
    sys.argv[:] = ['-c', _FORK]
    resource_tracker._resource_tracker._fd = tracker
    shared.begin()
    with os.fdopen(told, 'rb') as file:
        current: Any = process.current_process()
        current._inheriting = True
        try:
            spawn.prepare(reduction.pickle.load(file))
            itself = reduction.pickle.load(file)
        finally:
            del current._inheriting
    end_quietly(itself)
    return int(itself._bootstrap(parent_sentinel=alive))


def take_numbers() -> None:
    """Takes the process numbers that its parent has given to this process, if it has."""
    given = os.environ.pop('ORRERY_PROCESS', '')
    if given:
        numbers.own, numbers.parent = map(int, given.split(','))
