"""Timers of nodes that run in a loop of asyncio."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Optional

from orrery_guest import wire
from orrery_guest.guest import Given, guest

from ..callback_groups import CallbackGroup
from ..clock import Clock
from ..impl.async_entity import AsyncEntity, outcome_of
from ..timer import Timer


class AsyncTimer(AsyncEntity, Timer):
    """Calls back after each period of its clock. Created by an `AsyncNode`."""

    def __init__(self, callback: Optional[Callable[..., Any]],
                 callback_group: Optional[CallbackGroup], timer_period_ns: int, clock: Clock,
                 **options: Any) -> None:
        _check(callback)
        super().__init__(callback, callback_group, timer_period_ns, clock, **options)

    async def _call(self, given: Given) -> None:
        if self.canceled:
            return
        expected = wire.I64.unpack_from(given.data, given.start)[0] \
            if len(given.data) >= given.start + 8 else guest.scheduler.now
        arguments = self.called(expected)
        if self.callback is not None:
            await outcome_of(self.callback, *arguments)


def _check(callback: Any) -> None:
    signature = inspect.signature(callback)
    for arguments in ((), (None,)):
        try:
            signature.bind(*arguments)
            return
        except TypeError:
            pass
    raise RuntimeError('Timer callback must accept no argument or one (TimerInfo)')
