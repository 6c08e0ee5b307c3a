"""Python and JavaScript programs that a program starts by `subprocess` are programs of the run.

They print, wait and end in virtual time. Everything else (a shell, a compiler) stays a real process.
"""
from __future__ import annotations

import atexit
import io
import itertools
import os
import subprocess
from typing import Any, Optional

from . import child_commands, child_pipes, child_programs, child_waits, virtual_processes, virtual_terminals
from .child_pipes import Inlet, Outlet, OwnStream, Reader, Writer
from .child_programs import ChildProgram, starting
from .event_loops import asyncio_runs
from .guest import guest
from .program_end import ProgramEnd

_RealPopen = subprocess.Popen
_count = itertools.count(1)
#: Programs that have not ended, by the number that stands for a pid.
by_pid: dict[int, Any] = {}
#: Exit codes of programs that nobody has asked for by `os.waitpid`.
ended: dict[int, int] = {}


class Popen(_RealPopen):  # type: ignore[type-arg]
    """``subprocess.Popen``, whose process is a program of the run if it can be one."""

    def __init__(self, args: Any, bufsize: int = -1, executable: Any = None, stdin: Any = None,
                 stdout: Any = None, stderr: Any = None, *others: Any, **options: Any) -> None:
        self._child: Optional[ChildProgram] = None
        words = None if executable or others or not guest.connected else child_commands.words_of(args, options)
        if words is None:
            super().__init__(args, bufsize, executable, stdin, stdout, stderr, *others, **options)
            if subprocess.PIPE in (stdout, stderr) or options.get('pass_fds') or asyncio_runs():
                virtual_processes.await_command(self)
            return
        self._child_created = False
        self.args, self.returncode = args, None
        self.encoding, self.errors = options.get('encoding'), options.get('errors')
        self.text_mode = bool(self.encoding or self.errors or options.get('text')
                              or options.get('universal_newlines'))
        #: How long `wait` and `with` wait after an interrupt; descriptors that are closed at its end; what has been read before a timeout.
        self._sigint_wait_secs = 0.25
        self._inlet: Optional[Inlet] = None
        self.at_end: list[int] = []
        self._so_far: list[Any] = [None, None]
        is_one = stderr == subprocess.STDOUT
        # Errors that go where the output goes are not inherited, even if the output is.
        streams = stdin, stdout, stderr
        action = child_commands.action_of(words, options)
        terminal = None if stdin is None else virtual_terminals.name_of(stdin)
        if terminal is not None:
            action['env'][virtual_terminals.VARIABLE] = terminal
        out = self._outlet(stdout, 1)
        err = out if is_one else self._outlet(stderr, 2)
        self._outlets = {1: out[0], 2: err[0]}
        name = f'{child_commands.label_of(words)}-{next(_count)}'
        self._child = child = ChildProgram(
            name, starting(name, action), told=self._told, ended=self._ended,
            inherited=[number for number, each in enumerate(streams) if each is None], leads=child_commands.begins_group(options))
        self._end = ProgramEnd(child.name)
        self.pid = child.pid
        by_pid[self.pid] = self
        if terminal is None:
            self.stdin = self._input(stdin, bufsize)
        else:
            # It stays open until the program has opened it by its name.
            self.stdin = None
            self.at_end.append(os.dup(stdin if isinstance(stdin, int) else stdin.fileno()))
        self.stdout = None if out[1] is None else self._stream(Reader(out[1]), bufsize)
        self.stderr = None if err[1] is None or is_one else self._stream(Reader(err[1]), bufsize)

    def _outlet(self, given: Any, number: int) -> tuple[Any, Optional[int]]:
        """What takes its output, if anything does, and the descriptor from which a pipe is read."""
        if given == subprocess.PIPE:
            reading, writing = os.pipe()
            return Outlet(writing), reading
        if given == subprocess.DEVNULL:
            return None, None
        # What a program prints goes its own way if it inherits the stream, but not why it could not be started.
        file = number if given is None else given if isinstance(given, int) else given.fileno()
        return OwnStream(file) if file in (1, 2) else Outlet(os.dup(file)), None

    def _input(self, given: Any, bufsize: int) -> Any:
        child = self._child
        assert child is not None
        if given == subprocess.PIPE:
            reading, writing = os.pipe()
            self._inlet = Inlet(reading, child)
            return self._stream(Writer(writing, self._inlet), bufsize)
        if given == subprocess.DEVNULL:
            child.close_input()
        elif given is not None:
            self._inlet = Inlet(os.dup(given if isinstance(given, int) else given.fileno()), child)
        return None

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
        outlet = self._outlets[stream]
        if outlet is not None:
            outlet.put(text)

    def _ended(self, code: int) -> None:
        self.returncode = code
        for outlet in self._outlets.values():
            if outlet is not None:
                outlet.end()
        if self._inlet is not None:
            self._inlet.drop()
        while self.at_end:
            os.close(self.at_end.pop())
        del by_pid[self.pid]
        ended[self.pid] = code
        self._end.come(code)

    # ---- what programs call ----

    def poll(self) -> Optional[int]:
        if self._child is None:
            return super().poll()
        return self._end.look()

    def _wait(self, timeout: Optional[float]) -> int:
        # `wait` calls it again for a moment after an interrupt, so that what was interrupted, too, can end by itself.
        if self._child is None:
            virtual_processes.await_command(self)
            return super()._wait(timeout)  # type: ignore[misc,no-any-return]
        code = self._end.wait(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return code

    def communicate(self, input: Any = None, timeout: Optional[float] = None) -> Any:  # noqa: A002
        if self._child is None:
            return super().communicate(input, timeout)
        if self.stdin is not None and not self.stdin.closed:
            try:
                if input:
                    self.stdin.write(input)
                self.stdin.close()
            except BrokenPipeError:
                # It has ended without reading all.
                pass
        late = None
        try:
            self.wait(timeout)
        except subprocess.TimeoutExpired as expired:
            late = expired
        for number, stream in enumerate((self.stdout, self.stderr)):
            if stream is not None and not stream.closed:
                self._so_far[number] = self._read(stream, self._so_far[number], late is None)
        if late is None:
            return tuple(self._so_far)
        late.output, late.stderr = (text.encode(self.encoding or 'utf-8') if isinstance(text, str) else text or None
                                    for text in self._so_far)
        raise late

    def _read(self, stream: Any, so_far: Any, to_end: bool) -> Any:
        """What has come by now, after what had come before."""
        if to_end and so_far is None:
            text = stream.read()
            stream.close()
            return text
        os.set_blocking(stream.fileno(), False)
        raw = stream.buffer if self.text_mode else stream
        text = raw.read() or b''
        os.set_blocking(stream.fileno(), True)
        if to_end:
            stream.close()
        if self.text_mode:
            text = text.decode(self.encoding or 'utf-8', self.errors or 'strict').replace('\r\n', '\n')
        return text if so_far is None else so_far + text

    def send_signal(self, sig: int) -> None:
        if self._child is None:
            super().send_signal(sig)
        elif self.returncode is None:
            self._child.signal(sig)


def wait_for_all() -> None:
    """Lets programs that nobody has waited for end before their parent, who keeps what they print."""
    try:
        while guest.connected and not guest.stopping:
            left = [each for each in by_pid.values() if isinstance(each, Popen)]
            if not left:
                return
            left[0].wait()
    except KeyboardInterrupt:
        # The run ends.
        pass


def install() -> None:
    """Replaces `Popen`, and the functions of `os` about the processes that it has started."""
    child_commands.install()
    atexit.register(wait_for_all)
    subprocess.Popen = Popen  # type: ignore[misc]
    Popen.__module__ = 'subprocess'
    guest.from_others.append(child_programs.awaited)
    guest.before_idle.append(child_pipes.move_all)
    child_waits.install(by_pid, ended)


def forget() -> None:
    """Forgets all programs, which are not those of a copy of this process."""
    child_programs.forget()
    child_pipes.forget()
    virtual_processes.forget_commands()
    by_pid.clear()
    ended.clear()
