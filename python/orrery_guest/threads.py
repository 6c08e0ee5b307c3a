"""The program's threads: real ones, of which the scheduler lets one run at a time."""

from __future__ import annotations

import _thread
import functools
import importlib
import sys
from typing import Any, Callable, Optional

from .guest import guest
from .locks import Lock, RLock, deadline_after
from .process_numbers import numbers
from .scheduler import VirtualThread

_scheduler = guest.scheduler
_start_real = _thread.start_new_thread
_count = 0


class EndLock(Lock):
    """Held as long as a thread lives; then each waiting thread gets it, and it stays free.

    `join` takes and releases it, and requires it to be free afterwards, although others may be
    waiting for it, too.
    """

    __slots__ = ('_is_over',)

    def __init__(self) -> None:
        super().__init__()
        self._is_over = False

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Takes the lock; False if the thread has not ended in time."""
        return self._is_over or super().acquire(blocking, timeout)

    def release(self) -> None:
        """Notes that the thread has ended: of the main thread, which others may join, `threading` says so by this."""
        if not self._is_over:
            self.finish()

    def finish(self) -> None:
        """Notes that the thread has ended."""
        self._is_over, self._locked, self.owner = True, False, None
        waiters, self._waiters = self._waiters, None
        for waiter in waiters or ():
            _scheduler.wake(waiter)


#: The lock of 3.10 to 3.12 that signals the end of the thread that created it.
_sentinels: dict[VirtualThread, EndLock] = {}


class ThreadHandle:
    """``_thread._ThreadHandle`` of 3.13, with which others wait for the end of a thread."""

    def __init__(self) -> None:
        self.ident: Optional[int] = None
        self._ended = False
        self._waiters: list[VirtualThread] = []
        self.owner: Optional[VirtualThread] = None

    def is_done(self) -> bool:
        """Whether the thread has ended."""
        return self._ended

    def join(self, timeout: Optional[float] = None) -> None:
        """Waits for its end."""
        if self._ended:
            return
        if self.owner is _scheduler.current:
            raise RuntimeError('Cannot join current thread')
        deadline = None
        if timeout is not None and timeout >= 0:
            deadline = deadline_after(timeout)
        me = _scheduler.current
        self._waiters.append(me)
        if not _scheduler.block(deadline, self) and me in self._waiters:
            self._waiters.remove(me)

    def describe(self) -> str:
        """A description for reports."""
        return f'the end of {self.owner.name if self.owner else "a thread"}'

    def _set_done(self) -> None:
        self._ended = True
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            _scheduler.wake(waiter)


def start_new_thread(function: Callable[..., Any], args: tuple, kwargs: Any = None) -> int:
    """``_thread.start_new_thread``; the new thread runs when the others wait."""
    return _start(function, args, kwargs or {}, None).ident


def start_joinable_thread(
    function: Callable[[], Any], handle: Optional[ThreadHandle] = None, daemon: bool = True
) -> ThreadHandle:
    """``_thread.start_joinable_thread`` of 3.13."""
    handle = handle or ThreadHandle()
    thread = _start(function, (), {}, handle)
    handle.owner = thread
    handle.ident = thread.ident
    return handle


def _start(
    function: Callable[..., Any], args: tuple, kwargs: dict, handle: Optional[ThreadHandle]
) -> VirtualThread:
    global _count
    _count += 1
    owner = getattr(function, '__self__', None)
    name = getattr(owner, '_name', None) or f'thread {_count}'
    thread = VirtualThread(str(name), _count)
    begun = _allocate_real()
    begun.acquire()

    def body() -> None:
        thread.ident = _thread.get_ident()
        _scheduler.threads[thread.ident] = thread
        begun.release()
        thread.gate.acquire()
        try:
            function(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:  # noqa: B902 - as the interpreter does
            _ended_by(error, function, thread.name)
        finally:
            _end(thread, handle)

    _start_real(body, ())
    # Its starter must know its number; it does nothing before its first turn.
    begun.acquire()
    _scheduler.wake(thread)
    return thread


def get_native_id() -> int:
    """``_thread.get_native_id``; for the main thread it is the process id, as on Linux."""
    return numbers.own + _scheduler.current.number


class _Unraisable:
    def __init__(self, error: BaseException, function: Any) -> None:
        self.exc_type = type(error)
        self.exc_value = error
        self.exc_traceback = error.__traceback__
        self.err_msg = 'Exception ignored in thread started by'
        self.object = function


def _ended_by(error: BaseException, function: Any, name: str) -> None:
    """Says that an exception has ended a thread that is not one of `threading`, as the interpreter does."""
    import traceback

    from .silent_faults import tell_thread

    error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
    ignored = _Unraisable(error, function)
    if sys.unraisablehook is sys.__unraisablehook__:
        # Code in Python cannot make what it takes.
        subject = f' {function!r}:' if sys.version_info >= (3, 13) else f': {function!r}'
        sys.stderr.write(f'{ignored.err_msg}{subject}\n{"".join(traceback.format_exception(error))}')
    else:
        sys.unraisablehook(ignored)  # type: ignore[arg-type]
    tell_thread(name, error)


def _end(thread: VirtualThread, handle: Optional[ThreadHandle]) -> None:
    sentinel = _sentinels.pop(thread, None)
    if sentinel is not None:
        sentinel.finish()
    if handle is not None:
        handle._set_done()
    _scheduler.leave()


def set_sentinel() -> EndLock:
    """``_thread._set_sentinel`` of 3.10 to 3.12."""
    lock = _sentinels[_scheduler.current] = EndLock()
    return lock


_allocate_real = _thread.allocate_lock


def install() -> None:
    """Replaces the real functions, before ``threading`` is imported."""
    _thread.allocate_lock = _thread.allocate = Lock  # type: ignore[assignment,misc]
    _thread.LockType = Lock  # type: ignore[misc]
    _thread.RLock = RLock  # type: ignore[assignment,misc]
    _thread.get_native_id = get_native_id
    _thread.start_new_thread = _thread.start_new = start_new_thread  # type: ignore[assignment]
    _thread._set_sentinel = set_sentinel  # type: ignore[attr-defined]
    if hasattr(_thread, 'start_joinable_thread'):
        _thread.start_joinable_thread = start_joinable_thread  # type: ignore[assignment]
        _thread._ThreadHandle = ThreadHandle  # type: ignore[attr-defined]
        _thread._make_thread_handle = _main_handle  # type: ignore[attr-defined]
        _thread.lock = Lock  # type: ignore[misc,assignment]
        _thread._shutdown = _join_all  # type: ignore[attr-defined]
    # It waits in C, but the module falls back to a version in Python.
    sys.modules['_queue'] = None  # type: ignore[assignment]
    functools.RLock = RLock  # type: ignore[attr-defined,misc]
    # Modules that this Python's installation imports at its start have captured the real ones.
    for name in ('threading', 'queue', 'logging'):
        if name in sys.modules:
            importlib.reload(sys.modules[name])


def _main_handle(ident: int) -> ThreadHandle:
    handle = ThreadHandle()
    handle.ident = ident
    return handle


def _join_all() -> None:
    """Waits for threads that are not daemons, as 3.13 does in C; ``threading`` knows them."""
    import threading

    for thread in list(threading.enumerate()):
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
