"""Opens pdb in the callback in which Orrery asks to stop (`pdb` of `orrery debug`)."""

from __future__ import annotations

import _socket
import os
import pdb
import sys
from types import FrameType
from typing import Any, Optional

from . import debugpy_door
from .code_place import is_own
from .program_text import is_made_up

#: The address at which the debugger listens; hidden from the program.
ADDRESS = os.environ.pop('ORRERY_DEBUGGER', '')
_CHUNK = 65536
# debugpy replaces this function with one that warns.
_settrace = sys.settrace
#: Modules that steps do not enter.
_SKIPPED = ('rclpy', 'rclpy.*', 'orrery_*', 'threading', 'concurrent.*')


class _Line:
    """The connection to the debugger, as a file."""

    def __init__(self, address: str) -> None:
        self._socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        self._socket.connect(address)
        self._left = b''

    def write(self, text: str) -> int:
        data = text.encode(errors='replace')
        while data:
            data = data[self._socket.send(data):]
        return len(text)

    def flush(self) -> None:
        """Does nothing, because nothing is buffered."""

    def readline(self) -> str:
        while b'\n' not in self._left:
            data = self._socket.recv(_CHUNK)
            if not data:
                return ''
            self._left += data
        line, _, self._left = self._left.partition(b'\n')
        return line.decode() + '\n'

    def close(self) -> None:
        self._socket.close()


class _Pdb(pdb.Pdb):
    """Leaves the callback, but not the program."""

    #: Whether debugpy takes over at the current line.
    passed_on = False

    def do_quit(self, arg: Any) -> int:
        self.clear_all_breaks()
        self.set_continue()
        return 1

    def do_debugpy(self, arg: str) -> int:
        """debugpy [port]: lets an editor attach and continue from here."""
        try:
            if not debugpy_door.is_attached():
                address = debugpy_door.listen(int(arg or debugpy_door.DEFAULT_PORT))
                # The user must read this before the editor attaches, so the form feed sends it at
                # once.
                self.message(f'debugpy waits for an editor at {address}\n\f')
                debugpy_door.wait()
        except (debugpy_door.CannotAttach, ValueError) as error:
            self.error(str(error))
            return 0
        self.clear_all_breaks()
        self._set_stopinfo(self.botframe, None, -1)  # type: ignore[attr-defined]
        self.passed_on = True
        return 1

    def trace_dispatch(self, frame: FrameType, event: str, arg: Any) -> Any:
        """If an editor has attached meanwhile, makes it stop first at pdb's current line."""
        trace = super().trace_dispatch(frame, event, arg)
        if not self.passed_on:
            return trace
        self.passed_on = False
        following = debugpy_door.stop_in(frame)
        return following and following(frame, event, arg)

    do_q = do_exit = do_EOF = do_quit

    def get_stack(self, f: Any, t: Any) -> Any:
        """The stack without the frames of Orrery."""
        stack, at = super().get_stack(f, t)
        current = stack[at]
        kept = [entry for entry in stack if not is_own(entry[0].f_code.co_filename)] or stack
        return kept, kept.index(current) if current in kept else len(kept) - 1


class Stop:
    """Stops before the first statement of the program that runs next; ends with the callback."""

    def __init__(self) -> None:
        self._line: Optional[_Line] = None
        sys.settrace(self._trace)

    def _trace(self, frame: FrameType, event: str, _arg: Any) -> Any:
        code = frame.f_code
        # Code without a file is generated: message decoders, classes.
        if event != 'call' or is_own(code.co_filename) or is_made_up(code.co_filename):
            return None
        self._line = _Line(ADDRESS)
        debugger = _Pdb(stdin=self._line, stdout=self._line, nosigint=True, readrc=False, skip=_SKIPPED)
        debugger.use_rawinput = False
        debugger.reset()
        debugger.set_step()
        sys.settrace(debugger.trace_dispatch)
        return debugger.trace_dispatch(frame, event, None)

    def end(self) -> None:
        """The callback has ended."""
        if not debugpy_door.is_attached():
            _settrace(None)
        if self._line is not None:
            self._line.close()
