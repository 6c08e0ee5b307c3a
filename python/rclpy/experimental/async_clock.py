"""A clock with which coroutines can sleep."""

from __future__ import annotations

import asyncio
from typing import Optional

from ..clock import Clock, ROSClock
from ..clock_type import ClockType
from ..duration import Duration
from ..exceptions import TimeSourceChangedError


class AsyncClock(ROSClock):
    """A clock whose :meth:`sleep` can be awaited."""

    def __new__(cls, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> 'AsyncClock':
        clock = Clock.__new__(cls, clock_type=clock_type)
        assert isinstance(clock, AsyncClock)
        return clock

    def __init__(self, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> None:
        self._destroyed = False
        #: The sleeping futures: whether each waits for a set time, and until when.
        self._sleeping: dict[asyncio.Future[None], tuple[bool, Optional[int]]] = {}
        self.handle.watchers.append(self._was_set)

    async def sleep(self, duration_sec: float) -> None:
        """Sleeps; with simulation time, until the clock is set to that time or later."""
        if self._destroyed:
            raise RuntimeError('Cannot sleep on a destroyed clock')
        period = Duration(seconds=duration_sec).nanoseconds
        if period <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        woken: asyncio.Future[None] = loop.create_future()
        state = self.handle
        end, timer = None, None
        if state.shows_set_time:
            end = state.now() + period
        else:
            timer = loop.call_later(duration_sec, _wake, woken)
        self._sleeping[woken] = (state.active, end)
        try:
            await woken
        finally:
            del self._sleeping[woken]
            if timer is not None:
                timer.cancel()

    def _was_set(self) -> None:
        state = self.handle
        for woken, (was_active, end) in self._sleeping.items():
            if woken.done():
                continue
            if was_active != state.active:
                woken.set_exception(TimeSourceChangedError())
            elif end is not None and end <= state.now():
                _wake(woken)

    def _destroy(self) -> None:
        if self._destroyed:
            return
        self._destroyed = True
        self.handle.watchers.remove(self._was_set)
        for woken in self._sleeping:
            woken.cancel()


def _wake(woken: 'asyncio.Future[None]') -> None:
    if not woken.done():
        woken.set_result(None)
