"""Tasks that examine one part of a node, and collections of tasks."""
from __future__ import annotations

import threading
from typing import Any, Callable, List

from diagnostic_msgs.msg import DiagnosticStatus

from .status_wrapper import DiagnosticStatusWrapper


class DiagnosticTask:
    """Fills in a status on request."""

    def __init__(self, name: str) -> None:
        self.name = name

    def getName(self) -> str:
        """Its name."""
        return self.name

    def run(self, stat: DiagnosticStatusWrapper) -> DiagnosticStatusWrapper:
        """Fill in the status, and return it."""
        return stat


class FunctionDiagnosticTask(DiagnosticTask):
    """A function that fills in a status."""

    def __init__(self, name: str, fn: Callable[[Any], Any]) -> None:
        super().__init__(name)
        self.fn = fn

    def run(self, stat: DiagnosticStatusWrapper) -> DiagnosticStatusWrapper:
        """See `DiagnosticTask`."""
        return self.fn(stat)


class Heartbeat(DiagnosticTask):
    """Reports that the node is alive."""

    def __init__(self) -> None:
        super().__init__('Heartbeat')

    def run(self, stat: DiagnosticStatusWrapper) -> DiagnosticStatusWrapper:
        """See `DiagnosticTask`."""
        stat.summary(DiagnosticStatus.OK, 'Alive')
        return stat


class CompositeDiagnosticTask(DiagnosticTask):
    """Several tasks that fill in one status: the worst level, and the messages for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.tasks: List[DiagnosticTask] = []

    def addTask(self, t: DiagnosticTask) -> None:
        """Add a task."""
        self.tasks.append(t)

    def run(self, stat: DiagnosticStatusWrapper) -> DiagnosticStatusWrapper:
        """See `DiagnosticTask`."""
        first, combined = DiagnosticStatusWrapper(), DiagnosticStatusWrapper()
        first.summary(stat)
        for task in self.tasks:
            stat.summary(first)
            stat = task.run(stat)
            combined.mergeSummary(stat)
        stat.summary(combined)
        return stat


class DiagnosticTaskVector:
    """Tasks by name."""

    def __init__(self) -> None:
        self.tasks: List[FunctionDiagnosticTask] = []
        self.lock = threading.Lock()

    def addedTaskCallback(self, task: DiagnosticTask) -> None:
        """Called for each task that is added."""

    def add(self, *args: Any) -> None:
        """Add a task, or a name and a function."""
        task = FunctionDiagnosticTask(args[0].getName(), args[0].run) if len(args) == 1 \
            else FunctionDiagnosticTask(*args)
        with self.lock:
            self.tasks.append(task)
            self.addedTaskCallback(task)

    def removeByName(self, name: str) -> bool:
        """Remove the first task with a name; False if there is none."""
        with self.lock:
            for task in self.tasks:
                if task.name == name:
                    self.tasks.remove(task)
                    return True
        return False
