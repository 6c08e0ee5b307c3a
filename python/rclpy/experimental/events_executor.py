"""An executor that takes what came first, whatever it is; timers when nothing else waits."""

from __future__ import annotations

from ..executors import SingleThreadedExecutor


class EventsExecutor(SingleThreadedExecutor):
    """Runs callbacks in the thread that spins, in the order in which their inputs came."""

    _fifo = True
