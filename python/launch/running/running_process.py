"""One process of a running launch: its events, its output, its respawns and its end."""
from __future__ import annotations

import shlex
import signal
from typing import Any, Dict, List, Optional

from orrery_guest import child_programs
from orrery_guest.guest import guest

from ..events.process import ProcessExited, ProcessStarted, ProcessStderr, ProcessStdout
from .local_process import LocalProcess, command_of



def in_a_run() -> bool:
    """Whether this program is part of a run of Orrery."""
    return guest.connected


class RunningProcess:
    """What an action has started, until it ends for good."""

    def __init__(self, launch: Any, owner: Any, action: Dict[str, Any]) -> None:
        self._launch, self.owner, self._action = launch, owner, action
        cmd, program = command_of(action)
        label = action['name'] if action['kind'] == 'executable' else action['execName']
        context = launch.context
        self._details = {
            'action': owner, 'name': launch.name_of(label or program, action),
            'cmd': [*shlex.split(action['prefix'] or ''), *cmd], 'cwd': action['cwd'],
            'env': owner._environment(context)}
        self._process: Any = None
        self._respawns = 0
        self._rest = {1: b'', 2: b''}
        #: The event of its end, which the launch may not have handled yet.
        self.exit: Optional[ProcessExited] = None

    @property
    def name(self) -> str:
        """Its name in the launch."""
        return self._details['name']

    def start(self) -> None:
        """Start it, or restart it."""
        details, action = self._details, self._action
        self.exit = None
        self._process = self._make(details, action)
        details['pid'] = self._process.pid
        self.owner._details = {key: details[key] for key in details if key != 'action'}
        self._launch.say('INFO', self.name, f'process started with pid [{self._process.pid}]')
        self._launch.emit(ProcessStarted(**details))
        self._process.watch()

    def _make(self, details: Dict[str, Any], action: Dict[str, Any]) -> Any:
        if in_a_run() and child_programs.can_run(action):
            return child_programs.ChildProgram(
                details['name'], child_programs.starting(details['name'], action), told=self.told, ended=self.ended)
        return LocalProcess(
            details['cmd'], cwd=details['cwd'], env=details['env'], shell=action['shell'],
            tty=action['emulateTty'], told=self.told, ended=self.ended)

    def told(self, fd: int, text: bytes) -> None:
        """Handle output."""
        event = ProcessStdout if fd == 1 else ProcessStderr
        self._show(fd, text)
        if self.owner.cached_output:
            self.owner._printed[fd] += text
        self._launch.emit(event(text=text, fd=fd, **self._details))

    def ended(self, code: int) -> None:
        """Handle its end; a negative code is a signal."""
        for fd, rest in self._rest.items():
            if rest:
                self._show(fd, b'\n')
        if code == 0:
            self._launch.say('INFO', self.name, f'process has finished cleanly [pid {self.pid}]')
        else:
            words = ' '.join(self._details['cmd'])
            self._launch.say('ERROR', self.name, f'process has died [pid {self.pid}, exit code '
                             f"{code}, cmd '{words}'].")
        self.owner._code = code
        self.exit = ProcessExited(returncode=code, **self._details)
        if code != 0:
            self._launch.has_died(self, self.exit)
        self._launch.emit(self.exit)

    @property
    def respawns(self) -> bool:
        """Whether it is started again when it ends."""
        times = self._action['respawnMaxRetries']
        return self._action['respawn'] and (times < 0 or self._respawns < times)

    @property
    def output(self) -> str:
        """Where its output goes."""
        return self._action['output']

    @property
    def is_real(self) -> bool:
        """Whether it is a process of this machine, not a program of the run."""
        return isinstance(self._process, LocalProcess)

    @property
    def pid(self) -> int:
        """Its pid."""
        return self._details['pid']

    def over(self) -> None:
        """Called when its end has been handled: restarts it if the action says so."""
        action, launch = self._action, self._launch
        if self.respawns and not launch.context.is_shutdown:
            self._respawns += 1
            launch.after(action['respawnDelayNs'] / 1e9, self._again)
        else:
            launch.forget(self)
            self.owner.complete(launch.context)

    def _again(self) -> None:
        if self._launch.context.is_shutdown:
            self._launch.forget(self)
        else:
            self.start()

    def shut_down(self, by_hand: bool) -> None:
        """Ask it to end, and kill it if it does not. `by_hand`: Ctrl-C has asked it already."""
        if self._process is None or self.exit is not None:
            return
        if not by_hand:
            self.signal(signal.SIGINT)
        term = self._action['sigtermTimeoutNs'] / 1e9
        self._insist(term, signal.SIGTERM)
        self._insist(term + self._action['sigkillTimeoutNs'] / 1e9, signal.SIGKILL)

    def _insist(self, seconds: float, number: int) -> None:
        def send() -> None:
            if self.exit is None:
                self._launch.say('ERROR', self.name, 'process has not ended; sending '
                                 f"'{signal.Signals(number).name}'")
                self.signal(number)
        self._launch.after(seconds, send, counts=False)

    def signal(self, number: int) -> None:
        """Send it a signal, if it is running."""
        if self._process is not None and self.exit is None:
            self._process.signal(number)

    def write(self, text: bytes) -> None:
        """Write to its standard input."""
        if self._process is not None and self.exit is None:
            self._process.write(text)

    def _show(self, fd: int, text: bytes) -> None:
        lines: List[bytes] = (self._rest[fd] + text).split(b'\n')
        self._rest[fd] = lines.pop()
        for line in lines:
            self._launch.show_output(self, fd, line.decode(errors='replace'))
