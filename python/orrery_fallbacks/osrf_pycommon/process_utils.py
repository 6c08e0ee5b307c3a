"""Asyncio loops."""
from __future__ import annotations

import asyncio
import threading

_of_thread = threading.local()


def get_loop() -> asyncio.AbstractEventLoop:
    """The loop of the thread, which remains open."""
    loop = getattr(_of_thread, 'loop', None)
    if loop is None or loop.is_closed():
        loop = _of_thread.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
    return loop
