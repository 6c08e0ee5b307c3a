"""Reports where a program is that does not stop, when Orrery is about to end it."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from types import FrameType
from typing import Any, Optional

from .code_place import is_own, short_path
from .guest import guest

_exit = os._exit
#: Files in which a frame may be half sent, so that nothing can be reported.
_SENDING = ('channel.py', 'guest.py', 'printing.py')
#: Additional calls that the report needs, even at the bottom of a deep recursion.
_DEEPER = 500


def install() -> None:
    """Answers the watchdog's first request; for C code, the second one prints its place."""
    signal.signal(signal.SIGVTALRM, _say_where)


def _say_where(_signal: int, frame: Optional[FrameType]) -> None:
    sys.setrecursionlimit(sys.getrecursionlimit() + _DEEPER)
    scheduler = guest.scheduler
    thread = scheduler.current
    if thread is not scheduler.main:
        frame = sys._current_frames().get(thread.ident)
    stack = [] if frame is None else traceback.extract_stack(frame)
    entries = [entry for entry in stack if not is_own(entry.filename)]
    text = 'Traceback (most recent call last):\n' + ''.join(traceback.format_list(entries))
    if _is_sending(stack):
        os.write(2, text.encode(errors='replace'))
        _exit(1)
    where = _place(entries)
    if thread is not scheduler.main:
        where += f' in the thread {thread.name}'
    guest.last_words(2, text, 'hang', text + where)


def _is_sending(stack: Any) -> bool:
    return any(is_own(entry.filename) and os.path.basename(entry.filename) in _SENDING
               for entry in stack)


def _place(entries: Any) -> str:
    if not entries:
        return 'a place unknown'
    last = next((entry for entry in reversed(entries) if '/lib/python' not in entry.filename),
                entries[-1])
    return f'{short_path(last.filename)}:{last.lineno} ({last.name})'
