"""``signal.sigwait`` and its like, and signals that a program blocks, in virtual time."""

from __future__ import annotations

import os
import signal
from typing import Any, Callable, Iterable, Optional

from .guest import guest
from .locks import deadline_after
from .process_numbers import numbers
from .scheduler import VirtualThread

_scheduler = guest.scheduler
#: Delivers a signal; set on installation.
_deliver: Callable[[int], None] = lambda _number: None
#: The signals for which threads wait, in the order in which they began to; a signal that has come is in their place.
_waiting: dict[VirtualThread, Any] = {}
#: What the main thread blocks, as it decides for the process; and the signals that have come meanwhile, in order.
_blocked: set[int] = set()
_pending: list[int] = []
_real_mask = getattr(signal, 'pthread_sigmask', None)


def install(deliver: Callable[[int], None]) -> None:
    """Installs the functions that the system has."""
    global _deliver
    _deliver = deliver
    for function in (sigwait, sigwaitinfo, sigtimedwait, sigpending, pthread_sigmask, pthread_kill):
        if hasattr(signal, function.__name__):
            setattr(signal, function.__name__, function)


def take(number: int) -> bool:
    """Gives a signal that has come to a thread that waits for it, or keeps it if it is blocked; False: neither."""
    for thread, wanted in _waiting.items():
        if isinstance(wanted, frozenset) and number in wanted:
            _waiting[thread] = number
            _scheduler.wake(thread)
            return True
    if number not in _blocked:
        return False
    if number not in _pending:
        _pending.append(number)
    return True


def sigwait(sigset: Iterable[int], /) -> signal.Signals:
    """Waits for one of the signals."""
    number = _wait(sigset, None)
    assert number is not None
    return signal.Signals(number)


def sigwaitinfo(sigset: Iterable[int], /) -> Any:
    """Waits for one of the signals; returns what is known of it."""
    return _information(_wait(sigset, None))


def sigtimedwait(sigset: Iterable[int], timeout: float, /) -> Any:
    """Waits for one of the signals; None after this many seconds."""
    if timeout < 0:
        raise ValueError('timeout must be non-negative')
    return _information(_wait(sigset, timeout))


def _wait(sigset: Iterable[int], timeout: Optional[float]) -> Optional[int]:
    wanted = frozenset(map(int, sigset))
    for number in _pending:
        if number in wanted:
            _pending.remove(number)
            return number
    me = _scheduler.current
    _waiting[me] = wanted
    try:
        if timeout != 0:
            _scheduler.block(None if timeout is None else deadline_after(timeout), 'a signal')
    finally:
        found = _waiting.pop(me)
    return None if isinstance(found, frozenset) else found


def _information(number: Optional[int]) -> Any:
    return None if number is None else signal.struct_siginfo((number, 0, 0, numbers.own, os.getuid(), 0, 0))


def sigpending() -> set[signal.Signals]:
    """The signals that have come while they were blocked."""
    return set(map(signal.Signals, _pending))


def pthread_sigmask(how: int, mask: Iterable[int], /) -> set[Any]:
    """Changes what the calling thread blocks; what has come meanwhile arrives if it blocks it no more."""
    assert _real_mask is not None
    before = _real_mask(how, mask)
    if _scheduler.current is _scheduler.main:
        _blocked.clear()
        _blocked.update(map(int, _real_mask(signal.SIG_BLOCK, ())))
        for number in [each for each in _pending if each not in _blocked]:
            _pending.remove(number)
            _deliver(number)
    return before


_real_kill = getattr(signal, 'pthread_kill', None)


def pthread_kill(thread_id: int, signalnum: int, /) -> None:
    """Sends a signal, whose handler runs in the main thread whichever thread gets it."""
    assert _real_kill is not None
    if signalnum != 0 and thread_id in _scheduler.threads:
        _deliver(signalnum)
    else:
        _real_kill(thread_id, signalnum)
