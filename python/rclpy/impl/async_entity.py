"""The common part of the entities of an `AsyncNode`."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Callable, Coroutine, Generator, Optional

from orrery_guest.guest import Given, guest

from .async_inputs import AsyncInputs


class AsyncEntity:
    """Is destroyed at most once; its callback runs in its node's loop."""

    _destroyed = False
    _task: Optional['asyncio.Task[None]'] = None
    _forget: Optional[Callable[[Any], None]] = None
    #: Whether its next input is taken while a callback is still running.
    _concurrent = False

    def destroy(self) -> None:
        """Removes it from the graph and cancels what its callback awaits."""
        if self._destroyed:
            return
        self._destroyed = True
        if self._task is not None:
            self._task.cancel()
        if self._forget is not None:
            self._forget(self)
        super().destroy()  # type: ignore[misc]

    async def _serve(self, inputs: AsyncInputs) -> None:
        """Runs the callback for each input until the entity is destroyed."""
        if not self._concurrent:
            while not self._destroyed:
                await self._handle(await inputs.next(self._number))  # type: ignore[attr-defined]
            return
        async with asyncio.TaskGroup() as group:  # type: ignore[attr-defined]
            while not self._destroyed:
                given = await inputs.next(self._number)  # type: ignore[attr-defined]
                group.create_task(self._handle(given))

    async def _handle(self, given: Given) -> None:
        try:
            await _Steps(self._call(given), given.slot)
        except asyncio.CancelledError:
            guest.done(given.slot)
            raise
        except BaseException as error:
            guest.raised(given.slot, error)
            raise
        guest.done(given.slot)

    async def _call(self, given: Given) -> None:
        """Runs one callback."""
        raise NotImplementedError


class _Steps:
    """A coroutine, each of whose steps counts as a part of one callback of Orrery."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], slot: int) -> None:
        self._coroutine = coroutine
        self._slot = slot

    def __await__(self) -> Generator[Any, Any, None]:
        thread = guest.scheduler.current
        go_on, word = self._coroutine.send, None
        while True:
            before, thread.slot = thread.slot, self._slot
            try:
                awaited = go_on(word)  # type: ignore[arg-type]
            except StopIteration:
                return
            finally:
                thread.slot = before
            try:
                word = yield awaited
                go_on = self._coroutine.send
            except BaseException as error:
                go_on, word = self._coroutine.throw, error  # type: ignore[assignment]


async def outcome_of(callback: Callable[..., Any], *arguments: Any) -> Any:
    """The result of a callback, or of the coroutine that it returns."""
    outcome = callback(*arguments)
    return await outcome if inspect.isawaitable(outcome) else outcome
