"""Events of processes."""
from __future__ import annotations

from typing import Any, Callable

from ...event import Event


class ProcessEvent(Event):
    """An event that concerns a process."""

    def __init__(self, *, action: Any = None, name: str = '', cmd: Any = (), cwd: Any = None,
                 env: Any = None, pid: int = 1, returncode: int = 0, text: bytes = b'',
                 fd: int = 1, process_matcher: Any = None, signal_number: Any = None) -> None:
        self.action = action
        self.process_name = name
        self.cmd, self.cwd, self.env = list(cmd), cwd, env
        self.pid = pid
        self.returncode = returncode
        self.text, self.fd = text, fd
        self.process_matcher = process_matcher
        self.signal = signal_number


class RunningProcessEvent(ProcessEvent):
    """An event of a process that is or was running."""


class ProcessStarted(RunningProcessEvent):
    """A process has started."""


class ProcessExited(RunningProcessEvent):
    """A process has ended, with `returncode`."""


class ProcessIO(RunningProcessEvent):
    """A process has printed something, or received input."""

    @property
    def from_stdin(self) -> bool:
        """Whether it is input to the process."""
        return self.fd == 0

    @property
    def from_stdout(self) -> bool:
        """Whether it was printed to standard output."""
        return self.fd == 1

    @property
    def from_stderr(self) -> bool:
        """Whether it was printed to standard error."""
        return self.fd == 2


class ProcessStdout(ProcessIO):
    """A process has printed to standard output."""

    def __init__(self, **known: Any) -> None:
        super().__init__(**{'fd': 1, **known})


class ProcessStderr(ProcessIO):
    """A process has printed to standard error."""

    def __init__(self, **known: Any) -> None:
        super().__init__(**{'fd': 2, **known})


class ProcessStdin(ProcessIO):
    """A process has received input."""

    def __init__(self, **known: Any) -> None:
        super().__init__(**{'fd': 0, **known})


class ProcessTargetedEvent(ProcessEvent):
    """A request that concerns processes."""


class ShutdownProcess(ProcessTargetedEvent):
    """End a process."""


class SignalProcess(ProcessTargetedEvent):
    """Send a signal to a process."""


def matches_action(target_action: Any) -> Callable[[Any], bool]:
    """A function that accepts one action; its attribute `target` names that action."""
    def matches(action: Any) -> bool:
        return action is target_action
    matches.target = target_action  # type: ignore[attr-defined]
    return matches


def matches_name(name: str) -> Callable[[Any], bool]:
    """A function that accepts actions by the name of their process."""
    return lambda action: getattr(action, 'process_name', None) == name


def matches_executable(executable: str) -> Callable[[Any], bool]:
    """A function that accepts actions by their executable."""
    return lambda action: getattr(action, 'executable', None) == executable


def matches_pid(pid: int) -> Callable[[Any], bool]:
    """A function that accepts actions by the pid of their process, once it runs."""
    return lambda action: (getattr(action, 'process_details', None) or {}).get('pid') == pid
