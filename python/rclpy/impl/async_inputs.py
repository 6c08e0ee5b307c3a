"""Passes inputs of the graph to coroutines in a loop of asyncio."""

from __future__ import annotations

import asyncio
import threading

from orrery_guest.guest import Given, guest


class AsyncInputs:
    """One thread waits for the inputs that coroutines request; others stay in the graph.

    So a subscription with a slow callback fills its queue there, and loses what does not fit.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wanted: dict[int, asyncio.Future[Given]] = {}
        self._waiter = guest.waiter(fifo=True)
        self._over = False
        threading.Thread(target=self._run, name='inputs of a node', daemon=True).start()

    async def next(self, number: int) -> Given:
        """The next input of an entity."""
        future: asyncio.Future[Given] = self._loop.create_future()
        self._wanted[number] = future
        self._tell()
        try:
            return await future
        finally:
            if self._wanted.get(number) is future:
                del self._wanted[number]
                self._tell()

    def end(self) -> None:
        """Stops waiting."""
        self._over = True
        guest.wake(self._waiter)

    def _tell(self) -> None:
        # Orrery reads the list when this process has nothing else to do.
        self._waiter.numbers = list(self._wanted)

    def _run(self) -> None:
        while not self._over:
            given = guest.wait(self._waiter, None)
            if given is not None:
                future = self._wanted.pop(given.entity)
                self._tell()
                self._loop.call_soon_threadsafe(_give, future, given)
            elif guest.stopping:
                return


def _give(future: 'asyncio.Future[Given]', given: Given) -> None:
    if future.done():
        # Its entity was destroyed in the meantime.
        guest.done(given.slot)
    else:
        future.set_result(given)
