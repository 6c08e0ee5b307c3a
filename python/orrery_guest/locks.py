"""Locks that wait through the scheduler: those of ``_thread``, in Python."""

from __future__ import annotations

from collections import deque
from typing import Any, Optional

from .deadlock import find_cycle
from .guest import guest
from .scheduler import VirtualThread

_scheduler = guest.scheduler
_FOREVER = -1
#: The largest timeout of the real locks, in seconds.
TIMEOUT_MAX = 9223372036.0


def deadline_after(seconds: float) -> int:
    """The virtual time this many seconds from now, but after now: a wait must take time."""
    return _scheduler.now + (max(1, round(seconds * 1_000_000_000)) if seconds > 0 else 0)


class Lock:
    """``_thread.lock``."""

    __slots__ = ('_locked', '_waiters', 'owner', '__weakref__')

    def __init__(self) -> None:
        self._locked = False
        self._waiters: Optional[deque[VirtualThread]] = None
        self.owner: Optional[VirtualThread] = None

    def acquire(self, blocking: bool = True, timeout: float = _FOREVER) -> bool:
        """Takes the lock; False if it is not available in time."""
        _check_timeout(blocking, timeout)
        if not self._locked:
            self._locked = True
            self.owner = _scheduler.current
            return True
        if not blocking or timeout == 0:
            return False
        return self._wait(timeout)

    def release(self) -> None:
        """Passes the lock to the thread that has waited longest."""
        if not self._locked:
            raise RuntimeError('release unlocked lock')
        self.owner = None
        waiters = self._waiters
        if waiters:
            following = waiters.popleft()
            self.owner = following
            _scheduler.wake(following)
        else:
            self._locked = False

    def locked(self) -> bool:
        """Whether the lock is held."""
        return self._locked

    __enter__ = acquire

    def __exit__(self, *_: Any) -> None:
        self.release()

    acquire_lock = acquire
    release_lock = release
    locked_lock = locked

    def describe(self) -> str:
        """A description for reports."""
        if self.owner is None or self.owner.waiting_for is self:
            return 'what only another thread can give'
        return f'a lock that {self.owner.name} has'

    def __repr__(self) -> str:
        state = 'locked' if self._locked else 'unlocked'
        return f'<{state} _thread.lock object at {hex(id(self))}>'

    def _at_fork_reinit(self) -> None:
        self._locked = False
        self._waiters = None

    def _wait(self, timeout: float) -> bool:
        me = _scheduler.current
        if self._waiters is None:
            self._waiters = deque()
        self._waiters.append(me)
        deadline = None if timeout < 0 else deadline_after(timeout)
        if deadline is None:
            me.waiting_for = self
            cycle = find_cycle(me)
            # A thread that waits for itself may be waiting for others to release its lock.
            if len(cycle) > 1:
                guest._deadlock()
        try:
            taken = _scheduler.block(deadline, self)
        except BaseException:
            self._abandon(me)
            raise
        if not taken:
            self._abandon(me)
        return taken

    def _abandon(self, me: VirtualThread) -> None:
        if self._waiters and me in self._waiters:
            self._waiters.remove(me)
        elif self.owner is me:
            self.release()


class RLock:
    """``_thread.RLock``."""

    __slots__ = ('_block', '_count', '_holder', '__weakref__')

    def __init__(self) -> None:
        self._block = Lock()
        self._count = 0
        self._holder: Optional[VirtualThread] = None

    def acquire(self, blocking: bool = True, timeout: float = _FOREVER) -> bool:
        """Takes the lock, or takes it again."""
        me = _scheduler.current
        if self._holder is me:
            self._count += 1
            return True
        taken = self._block.acquire(blocking, timeout)
        if taken:
            self._holder = me
            self._count = 1
        return taken

    __enter__ = acquire

    def release(self) -> None:
        """Releases it once."""
        if self._holder is not _scheduler.current:
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
        if self._count == 0:
            self._holder = None
            self._block.release()

    def __exit__(self, *_: Any) -> None:
        self.release()

    def locked(self) -> bool:
        """Whether the lock is held."""
        return self._count > 0

    def __repr__(self) -> str:
        state = 'locked' if self._count else 'unlocked'
        return f'<{state} _thread.RLock object count={self._count} at {hex(id(self))}>'

    def _acquire_restore(self, state: Any) -> None:
        self._block.acquire()
        self._count, self._holder = state

    def _release_save(self) -> Any:
        if self._count == 0:
            raise RuntimeError('cannot release un-acquired lock')
        state = self._count, self._holder
        self._count = 0
        self._holder = None
        self._block.release()
        return state

    def _is_owned(self) -> bool:
        return self._holder is _scheduler.current

    def _recursion_count(self) -> int:
        return self._count if self._holder is _scheduler.current else 0

    def _at_fork_reinit(self) -> None:
        self._block._at_fork_reinit()
        self._count = 0
        self._holder = None


def _check_timeout(blocking: bool, timeout: float) -> None:
    if timeout == _FOREVER:
        return
    if not blocking:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0:
        raise ValueError('timeout value must be a non-negative number')
    if timeout > TIMEOUT_MAX:
        raise OverflowError('timeout value is too large')
