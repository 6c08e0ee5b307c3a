"""Tells Orrery what is wrong with the program but does not end it, so that the run's warnings name the program."""

from __future__ import annotations

import threading
import traceback
from types import FunctionType, TracebackType
from typing import Any, Optional

from . import wire
from .audit import is_of_program
from .code_place import short_path
from .guest import guest

_MAIN = 'main'
#: The file that is the program, once it has come to its end, if it has a function `main`.
_with_main: list[str] = []


def install() -> None:
    """Listen for exceptions that end threads, unless the program handles them by a hook of its own."""
    original = threading.excepthook

    def hook(args: Any) -> None:
        original(args)
        if args.exc_type is not SystemExit:
            tell_thread(str(args.thread and args.thread.name), args.exc_value or args.exc_type())
    threading.excepthook = hook


def tell_thread(name: str, error: BaseException) -> None:
    """An exception has ended a thread but not the program; what rclpy raises at a shutdown may do so."""
    if not is_of_shutdown(error):
        [*_, words] = traceback.format_exception_only(type(error), error)
        _tell('thread', name, *_place(error.__traceback__), words.strip())


def ended(names: dict[str, Any]) -> None:
    """The module that is the program has come to its end, with these names. They are not kept: their objects end, too."""
    file, main = names.get('__file__'), names.get(_MAIN)
    is_of_others = isinstance(main, FunctionType) and main.__module__ != names.get('__name__')
    # With `-m`, Orrery's own file that runs the module comes to its end, too.
    if isinstance(file, str) and is_of_program(file) and callable(main) and not is_of_others:
        _with_main.append(file)


def tell_uncalled_main() -> None:
    """The program is over: tell if it has made no node, and has not called the function that most likely makes one."""
    if guest.numbers or guest.stopping or not _with_main:
        return
    from .uncalled_function import line_of_uncalled

    [file] = _with_main
    line = line_of_uncalled(_MAIN, file)
    if line is not None:
        _tell('uncalled', _MAIN, file, line, '')


def is_of_shutdown(error: BaseException) -> bool:
    """Whether rclpy raised it because its context is shut down, as by a second `rclpy.shutdown()` after Ctrl-C."""
    from rclpy.exceptions import NotInitializedException
    from rclpy.executors import ExternalShutdownException, ShutdownException

    frames = list(traceback.walk_tb(error.__traceback__))
    of_context = (RuntimeError, NotInitializedException, ExternalShutdownException, ShutdownException)
    return (isinstance(error, of_context) and bool(frames)
            and frames[-1][0].f_globals.get('__name__', '').startswith('rclpy.'))


def _place(trace: Optional[TracebackType]) -> tuple[str, int]:
    """The innermost place that belongs to the program."""
    found = ('', 0)
    for frame, line in traceback.walk_tb(trace):
        if is_of_program(frame.f_code.co_filename):
            found = frame.f_code.co_filename, line
    return found


def _tell(kind: str, subject: str, file: str, line: int, words: str) -> None:
    if guest.connected:
        fields = (kind, subject.replace('\t', ' '), short_path(file) if file else '', str(line), words)
        guest.send(wire.WARNING, 0, '\t'.join(fields).encode(errors='replace'), wire.MAY_IGNORE)
