"""Python and JavaScript programs that a program starts by `subprocess` are programs of the run.

They print, wait and end in virtual time. Everything else (a shell, a compiler) stays a real process.
"""
from __future__ import annotations

import atexit
import io
import itertools
import os
import signal
import subprocess
import sys
from typing import Any, Callable, Optional

from . import child_programs
from .child_programs import ChildProgram
from .code_place import is_own, short_path
from .guest import guest
from .locks import deadline_after

#: Virtual nanoseconds between two looks at what a program has done.
_LOOK = 10_000_000
#: Options that only a real process can have.
_REAL_ONLY = ('preexec_fn', 'pass_fds', 'executable', 'shell', 'user', 'group', 'extra_groups')
#: Variables that Orrery sets, which a program keeps whatever its parent gives to it.
_OWN = ('ORRERY_', 'PYTHON', 'ROS_DISTRO')

_RealPopen = subprocess.Popen
_scheduler = guest.scheduler
_count = itertools.count(1)
#: The environment and folder in which programs of the run begin.
_environment: dict[str, str] = {}
_folder = ''
#: Programs that have not ended, by the number that stands for a pid.
by_pid: dict[int, Popen] = {}


class _Output(io.RawIOBase):
    """What a program prints to one of its pipes; a read waits for it in virtual time."""

    def __init__(self, process: Popen) -> None:
        self._process = process
        self.data = bytearray()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._process._look_until(lambda: bool(self.data))
        piece = self.data[:len(buffer)]
        del self.data[:len(buffer)]
        buffer[:len(piece)] = piece
        return len(piece)


class _Input(io.RawIOBase):
    """The pipe from which a program reads its input."""

    def __init__(self, child: ChildProgram) -> None:
        self._child = child

    def writable(self) -> bool:
        return True

    def write(self, text: Any) -> int:
        data = bytes(text)
        if data:
            self._child.write(data)
        return len(data)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._child.close_input()


class Popen(_RealPopen):  # type: ignore[type-arg]
    """``subprocess.Popen``, whose process is a program of the run if it can be one."""

    def __init__(self, args: Any, bufsize: int = -1, executable: Any = None, stdin: Any = None,
                 stdout: Any = None, stderr: Any = None, *others: Any, **options: Any) -> None:
        self._child: Optional[ChildProgram] = None
        words = None if executable or others or not guest.connected else _words(args, options)
        # A loop of asyncio watches pipes and pids of the system.
        caller = sys._getframe(1).f_globals.get('__name__', '')
        if words is None or caller.startswith('asyncio.'):
            super().__init__(args, bufsize, executable, stdin, stdout, stderr, *others, **options)
            return
        self._child_created = False
        self.args, self.returncode = args, None
        self.encoding, self.errors = options.get('encoding'), options.get('errors')
        self.text_mode = bool(self.encoding or self.errors or options.get('text')
                              or options.get('universal_newlines'))
        self._copies: list[int] = []
        is_one = stderr == subprocess.STDOUT
        sink = self._sink(stdout, 1)
        self._sinks = {1: sink, 2: sink if is_one else self._sink(stderr, 2)}
        streams = stdin, stdout, stdout if is_one else stderr
        inherited = [number for number, each in enumerate(streams) if each is None]
        self._child = child = ChildProgram(
            f'{_label(words)}-{next(_count)}', _action(words, options), told=self._told, ended=self._ended,
            inherited=inherited)
        self.pid = child.pid
        by_pid[self.pid] = self
        # Last of all that is registered so far, so that the files from which it starts are still there.
        atexit.unregister(_wait_for_all)
        atexit.register(_wait_for_all)
        self.stdin = None
        if stdin == subprocess.PIPE:
            self.stdin = self._stream(_Input(child), bufsize)
        elif stdin is not None:
            _feed(child, stdin)
        self.stdout = self._stream(sink, bufsize) if stdout == subprocess.PIPE else None
        self.stderr = self._stream(self._sinks[2], bufsize) if stderr == subprocess.PIPE else None

    def _sink(self, given: Any, number: int) -> Any:
        """A pipe, the descriptor of a file, or None for what nobody keeps."""
        if given == subprocess.PIPE:
            return _Output(self)
        if given == subprocess.DEVNULL:
            return None
        if given is None:
            # What the program prints goes its own way, but not why it could not be started.
            return number
        # A copy, as a real process has, since the parent may close its file.
        copy = os.dup(given if isinstance(given, int) else given.fileno())
        self._copies.append(copy)
        return copy

    def _stream(self, pipe: Any, bufsize: int) -> Any:
        size = io.DEFAULT_BUFFER_SIZE if bufsize in (-1, 1) else bufsize
        stream = pipe
        if size > 0:
            stream = io.BufferedReader(pipe, size) if pipe.readable() else io.BufferedWriter(pipe, size)
        if not self.text_mode:
            return stream
        return io.TextIOWrapper(stream, self.encoding, self.errors, write_through=pipe.writable(),
                                line_buffering=bufsize == 1 and pipe.writable())

    def _told(self, stream: int, text: bytes) -> None:
        sink = self._sinks[stream]
        if isinstance(sink, _Output):
            sink.data += text
        elif sink is not None:
            while text:
                text = text[os.write(sink, text):]

    def _ended(self, code: int) -> None:
        self.returncode = code
        while self._copies:
            os.close(self._copies.pop())
        del by_pid[self.pid]

    def _look_until(self, found: Callable[[], bool], seconds: Optional[float] = None) -> None:
        """Waits until something is found, the program has ended, or the time is over."""
        deadline = None if seconds is None else deadline_after(seconds)
        while True:
            child_programs.look()
            now = _scheduler.now
            if self.returncode is not None or found() or deadline is not None and now >= deadline:
                return
            _scheduler.sleep_until(now + _LOOK if deadline is None else min(now + _LOOK, deadline))

    # ---- what programs call ----

    def poll(self) -> Optional[int]:
        if self._child is None:
            return super().poll()
        child_programs.look()
        return self.returncode

    def wait(self, timeout: Optional[float] = None) -> int:
        if self._child is None:
            return super().wait(timeout)
        self._look_until(lambda: False, timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return self.returncode

    def communicate(self, input: Any = None, timeout: Optional[float] = None) -> Any:  # noqa: A002
        if self._child is None:
            return super().communicate(input, timeout)
        if self.stdin is not None and not self.stdin.closed:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        try:
            self.wait(timeout)
        except subprocess.TimeoutExpired as expired:
            so_far = [bytes(sink.data) if isinstance(sink, _Output) else None for sink in self._sinks.values()]
            expired.output, expired.stderr = so_far[0], None if self.stderr is None else so_far[1]
            raise
        return tuple(None if stream is None else stream.read() for stream in (self.stdout, self.stderr))

    def send_signal(self, sig: int) -> None:
        if self._child is None:
            super().send_signal(sig)
        elif self.returncode is None:
            self._child.signal(sig)


def _wait_for_all() -> None:
    """Lets programs that nobody has waited for end before their parent, who keeps what they print."""
    try:
        while by_pid and guest.connected and not guest.stopping:
            next(iter(by_pid.values())).wait()
    except KeyboardInterrupt:
        # The run ends.
        pass


def _feed(child: ChildProgram, given: Any) -> None:
    """Gives a file as input; it ends at once for DEVNULL."""
    if given != subprocess.DEVNULL:
        descriptor = given if isinstance(given, int) else given.fileno()
        while piece := os.read(descriptor, 65536):
            child.write(piece)
    child.close_input()


def _words(args: Any, options: dict[str, Any]) -> Optional[list[str]]:
    """The words of a command that starts a program of the run."""
    if any(options.get(name) for name in _REAL_ONLY):
        return None
    given = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
    words = [os.fsdecode(each) for each in given]
    if words[:2] == ['ros2', 'run']:
        return words if len(words) > 3 and not words[2].startswith('-') else None
    return words if child_programs.is_own_program(words) else None


def _label(words: list[str]) -> str:
    """What a program is called. Its random numbers follow from it, so it does not contain the name of the interpreter."""
    if words[0] == 'ros2':
        return words[3]
    rest = child_programs.after_options(words)
    if rest is not words and rest[0] in ('-c', '-m'):
        return 'python' if rest[0] == '-c' else rest[1]
    return os.path.basename(rest[0])


def _caller() -> dict[str, Any]:
    """The line of the program that starts another one."""
    frame = sys._getframe()
    while frame.f_back is not None and (
            is_own(frame.f_code.co_filename) or frame.f_code.co_filename == subprocess.__file__):
        frame = frame.f_back
    return {'file': short_path(frame.f_code.co_filename), 'line': frame.f_lineno, 'column': 1}


def _action(words: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """The action of a launch description that starts the same program."""
    now = os.environ if options.get('env') is None else options['env']
    env = {os.fsdecode(name): os.fsdecode(value) for name, value in now.items()}
    folder = os.path.abspath(os.fsdecode(options.get('cwd') or os.getcwd()))
    if not os.path.isdir(folder):
        raise FileNotFoundError(2, 'No such file or directory', folder)
    settings = {
        'place': _caller(), 'cwd': folder, 'prefix': None, 'output': 'screen',
        'respawn': False, 'respawnDelayNs': 0, 'respawnMaxRetries': 0, 'sigtermTimeoutNs': 0,
        'sigkillTimeoutNs': 0, 'shell': False, 'emulateTty': False, 'onExit': None,
        'env': {name: value for name, value in sorted(env.items())
                if _environment.get(name) != value and not name.startswith(_OWN)},
        'unsetEnv': [name for name in sorted(_environment) if name not in env and not name.startswith(_OWN)],
    }
    if words[0] == 'ros2':
        return {'kind': 'node', 'package': words[2], 'executable': words[3], 'arguments': words[4:],
                'name': None, 'namespace': None, 'parameters': [], 'remappings': [], 'executor': None,
                'callbackGroups': [], 'rosArguments': [], 'lifecycle': False, 'autostart': False, **settings}
    command = words if folder == _folder else child_programs.in_folder(words, folder)
    return {'kind': 'executable', 'name': None, 'command': command, **settings}


def install() -> None:
    """Replaces `Popen`, and `os.kill` for the programs that it has started."""
    global _folder
    _environment.update(os.environ)
    _folder = os.getcwd()
    subprocess.Popen = Popen  # type: ignore[misc]
    Popen.__module__ = 'subprocess'
    kill = os.kill

    def send(pid: int, sig: int) -> None:
        process = by_pid.get(pid)
        if process is None:
            kill(pid, sig)
        else:
            process.send_signal(signal.Signals(sig) if sig else sig)

    os.kill = send
