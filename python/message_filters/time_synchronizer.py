"""Matches messages of several filters with the same, or nearly the same, time."""
from __future__ import annotations

import itertools
import threading
from typing import Any, Dict, List, Optional, Sequence

import orrery_interfaces
from rclpy.duration import Duration
from rclpy.time import Time

from .message_time import MessageTime, TimeGetter, stamp_of
from .simple_filter import SimpleFilter

#: Messages by their times in ns.
Queue = Dict[int, Any]


def _drops_older() -> bool:
    """Whether a set drops earlier messages, as in the newest distributions."""
    return orrery_interfaces.registry().distro in ('lyrical', 'rolling')


class TimeSynchronizer(SimpleFilter):
    """Calls back with one message of each filter when all have the same time."""

    def __init__(self, fs: Sequence[SimpleFilter], queue_size: int,
                 time_getter: Optional[TimeGetter] = None) -> None:
        super().__init__()
        self.connectInput(fs)
        self.queue_size = queue_size
        self.lock = threading.Lock()
        #: The time of the newest set; if older messages are dropped, others must be newer.
        self._orrery_last = -1
        self._orrery_getter = stamp_of if time_getter is None else time_getter

    def connectInput(self, fs: Sequence[SimpleFilter]) -> None:  # noqa: N802
        """Take the messages of filters."""
        self.queues: List[Queue] = [{} for _ in fs]
        self.input_connections = [
            f.registerCallback(self.add, queue, i) for i, (f, queue) in
            enumerate(zip(fs, self.queues))]

    def _orrery_keep(self, msg: Any, queue: Queue, time: int) -> None:
        queue[time] = msg
        while len(queue) > self.queue_size:
            del queue[min(queue)]

    def add(self, msg: Any, my_queue: Queue, my_queue_index: Optional[int] = None) -> None:
        """Take a message of one filter."""
        stamp = self._orrery_getter(msg)
        if stamp is None:
            raise ValueError('can not use message filters for messages without timestamp')
        with self.lock:
            if stamp.nanoseconds <= self._orrery_last:
                return
            self._orrery_keep(msg, my_queue, stamp.nanoseconds)
            common = set.intersection(*(set(queue) for queue in self.queues))
            for time in sorted(common):
                self.signalMessage(*(queue[time] for queue in self.queues))
                for queue in self.queues:
                    del queue[time]
                    if _drops_older():
                        for older in [each for each in queue if each < time]:
                            del queue[older]
            if common and _drops_older():
                self._orrery_last = max(common)


class ApproximateTimeSynchronizer(TimeSynchronizer):
    """Calls back with one message of each filter when their times are within `slop` seconds."""

    def __init__(self, fs: Sequence[SimpleFilter], queue_size: int, slop: float,
                 allow_headerless: bool = False,
                 time_getter: Optional[TimeGetter] = None) -> None:
        super().__init__(fs, queue_size, time_getter)
        self.slop = Duration(seconds=slop)
        self.allow_headerless = allow_headerless
        self._orrery_time = MessageTime('message_filters_approx', allow_headerless, time_getter)

    def add(self, msg: Any, my_queue: Queue, my_queue_index: Optional[int] = None) -> None:
        """Take a message of one filter."""
        stamp = self._orrery_time.of(msg)
        if stamp is None:
            return
        with self.lock:
            self._orrery_keep(msg, my_queue, stamp.nanoseconds)
            self._orrery_match(stamp, my_queue_index)

    def _orrery_match(self, stamp: Time, index: Optional[int]) -> None:
        """Signal the first set that fits the message with this time, trying the nearest first."""
        now, slop = stamp.nanoseconds, self.slop.nanoseconds
        near: List[List[int]] = []
        for i, queue in enumerate(self.queues):
            if i != index:
                times = [time for time in queue if abs(time - now) <= slop]
                near.append(sorted(times, key=lambda time: abs(time - now)))
        for times in itertools.product(*near):
            chosen = list(times)
            if index is not None:
                chosen.insert(index, now)
            pairs = list(zip(self.queues, chosen))
            if max(chosen) - min(chosen) < slop and all(t in queue for queue, t in pairs):
                self.signalMessage(*(queue[time] for queue, time in pairs))
                for queue, time in pairs:
                    del queue[time]
                return
