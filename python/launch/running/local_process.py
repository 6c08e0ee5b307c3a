"""A process on this machine that a launch has started."""
from __future__ import annotations

import os
import pty
import signal
import subprocess
import threading
from typing import Any, Callable, Dict, List, Optional, Tuple

_CHUNK = 1 << 16
#: How long, in s, output may arrive after the end of a process.
_LAST_WORDS = 1.0


class LocalProcess:
    """Starts at once; when watched, reports its output and end from separate threads."""

    def __init__(self, cmd: List[str], *, cwd: Optional[str], env: Dict[str, str], shell: bool,
                 tty: bool, told: Callable[[int, bytes], None],
                 ended: Callable[[int], None]) -> None:
        self._told, self._ended = told, ended
        streams = [pty.openpty() if tty else os.pipe() for _ in (1, 2)]
        try:
            self._process = subprocess.Popen(
                ' '.join(cmd) if shell else cmd, cwd=cwd, env=env, shell=shell,
                stdin=subprocess.PIPE, stdout=streams[0][1], stderr=streams[1][1])
        except Exception:
            _close(reading for reading, _ in streams)
            raise
        finally:
            _close(writing for _, writing in streams)
        self.pid = self._process.pid
        self._readers = [
            threading.Thread(target=self._read, args=(fd, stream[0]), daemon=True)
            for fd, stream in enumerate(streams, 1)]

    def watch(self) -> None:
        """Start reporting its output and its end."""
        for each in (*self._readers, threading.Thread(target=self._wait, daemon=True)):
            each.start()

    def signal(self, number: int) -> None:
        """Send it a signal; does nothing if it has ended."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill it."""
        self.signal(signal.SIGKILL)

    def write(self, text: bytes) -> None:
        """Write to its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._process.stdin.flush()

    def _read(self, fd: int, stream: int) -> None:
        while True:
            try:
                text = os.read(stream, _CHUNK)
            except OSError:
                # The terminal's other side is closed.
                text = b''
            if not text:
                os.close(stream)
                return
            self._told(fd, text)

    def _wait(self) -> None:
        code = self._process.wait()
        for reader in self._readers:
            reader.join(_LAST_WORDS)
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._ended(code)


def _close(ends: Any) -> None:
    for end in ends:
        os.close(end)


def command_of(action: Dict[str, Any]) -> Tuple[List[str], str]:
    """The command line of an action in a launch description, and the name of its program."""
    if action['kind'] == 'executable':
        words = action['command']
        return words, os.path.basename(words[0]) if words else ''
    executable = action['executable']
    program = executable
    if action['package'] is not None:
        from ament_index_python.packages import get_package_prefix
        package = action['package']
        program = os.path.join(get_package_prefix(package), 'lib', package, executable)
    ros = [*action['rosArguments']]
    for name, option in (('name', '__node'), ('namespace', '__ns')):
        if action[name] is not None:
            ros += ['-r', f'{option}:={action[name]}']
    for remapping in action['remappings']:
        ros += ['-r', f"{remapping['from']}:={remapping['to']}"]
    for parameter in action['parameters']:
        if parameter['kind'] == 'file':
            ros += ['--params-file', parameter['path']]
        else:
            ros += ['-p', f"{parameter['name']}:={parameter['value']}"]
    words = [program, *action['arguments'], '--ros-args', *ros]
    return words, os.path.basename(executable)
