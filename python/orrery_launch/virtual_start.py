"""What a launch file reads of time and draws at random is the same each time it is evaluated."""
from __future__ import annotations

import time
from typing import Optional

from orrery_guest import virtual_dates, virtual_random


def install(start: Optional[str]) -> None:
    """Stop the clock at the start of the run, in ns since the epoch; None: the run goes by the machine's clock.

    Clocks without a date remain real: they only measure how long something takes.
    """
    virtual_random.install('0')
    if start is None:
        return
    now = int(start)
    time.time_ns = lambda: now
    time.time = lambda: now / 1_000_000_000
    virtual_dates.install(lambda: now)
