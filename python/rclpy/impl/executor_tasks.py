"""The tasks of an executor, and which of them it runs next."""

from __future__ import annotations

import threading
from typing import Any, Iterator, Optional

from ..task import Task

#: A task, and the entity whose callback it continues.
_Entry = tuple[Task, Any]


class ExecutorTasks:
    """Tasks that are not done, run in rounds: before each wait, every task that can go on once."""

    def __init__(self, oldest_first: bool) -> None:
        #: All of them, in the order of their last turns.
        self.entries: list[_Entry] = []
        self._lock = threading.Lock()
        self._oldest_first = oldest_first
        #: What is left of this round, the next one last.
        self._round: Optional[list[_Entry]] = None
        #: Whether a task can go on since this round began, so that another round is due.
        self.resumed = False

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Task]:
        return iter([task for task, _ in self.entries])

    def add(self, task: Task, entity: Any = None) -> None:
        """Adds a task; the next round begins at once."""
        with self._lock:
            self.entries.append((task, entity))
        self._round = None

    def resume(self, task: Task) -> None:
        """Lets a task that waited go on in the next round, after those that are ready already."""
        task._suspended = False
        self.resumed = True
        with self._lock:
            for index, entry in enumerate(self.entries):
                if entry[0] is task:
                    self.entries.append(self.entries.pop(index))
                    return

    def start_anew(self) -> None:
        """Begins a new round with the next question."""
        self._round = None

    def next(self) -> Optional[tuple[Task, Any, None]]:
        """The next task of this round; None when all have been asked."""
        if self._round is None:
            self.resumed = False
            if self.entries:
                self._forget_done()
            self._round = self.entries[::-1] if self._oldest_first else list(self.entries)
        while self._round:
            task, entity = self._round.pop()
            if task._pending() and not task.executing() and not task._suspended:
                return task, entity, None
        if self.entries:
            self._forget_done()
        return None

    def _forget_done(self) -> None:
        with self._lock:
            self.entries = [entry for entry in self.entries if entry[0]._pending()]
