"""Brings messages of several filters into the order of their times."""
from __future__ import annotations

import heapq
import threading
from dataclasses import dataclass
from typing import Any, Callable, List, Sequence, Tuple

from rclpy.duration import Duration

from .message_time import stamp_of
from .simple_filter import SimpleFilter

_NEVER = 2 ** 63 - 1


@dataclass
class QueueStatus:
    """The state of an input."""

    active: bool
    queue_size: int
    msgs_processed: int
    msgs_dropped: int


class _Input:
    """The waiting messages of one filter, by time and arrival."""

    def __init__(self) -> None:
        self.waiting: List[Tuple[int, int, Any]] = []
        self.output = SimpleFilter()
        self.period = 0
        self.next_time = _NEVER
        self.active = False
        self.processed = 0
        self.dropped = 0
        self.arrivals = 0

    def first_time(self) -> int:
        """The time of the first message, or when the next one is expected."""
        if self.waiting:
            first = self.waiting[0][0]
            self.next_time = first + self.period
            self.active = True
            return first
        return self.next_time if self.active else _NEVER


class InputAligner(SimpleFilter):
    """Passes on messages in the order of their times; waits at most `timeout` for late ones."""

    def __init__(self, timeout: Duration, *inputs: SimpleFilter,
                 filters: Sequence[SimpleFilter] = ()) -> None:
        super().__init__()
        self.timeout = timeout
        self.name = ''
        self.lock = threading.Lock()
        self._last_in = 0
        self._last_out = 0
        self._inputs: List[_Input] = []
        self._connections: List[Tuple[SimpleFilter, int]] = []
        self.dispatch_timer: Any = None
        if inputs or filters:
            self.connectInput(*inputs, filters=filters)

    def connectInput(self, *inputs: SimpleFilter,  # noqa: N802
                     filters: Sequence[SimpleFilter] = ()) -> None:
        """Take the messages of exactly these filters."""
        with self.lock:
            self.disconnectAll()
            filters = [*inputs, *filters]
            self._inputs = [_Input() for _ in filters]
            self._connections = [(f, f.registerCallback(self.add, i))
                                 for i, f in enumerate(filters)]

    @property
    def event_queues(self) -> List[List[Tuple[int, int, Any]]]:
        """The waiting messages of each input: times, arrivals and messages."""
        return [source.waiting for source in self._inputs]

    def disconnectAll(self) -> None:  # noqa: N802
        """Stop taking messages."""
        for source, connection in self._connections:
            source.unregisterCallback(connection)
        self._connections = []

    def registerCallback(self, index: int, callback: Callable[..., Any],  # type: ignore # noqa
                         *args: Any) -> int:
        """Call back with the messages of one input."""
        return self._inputs[index].output.registerCallback(callback, *args)

    def setName(self, name: str) -> None:  # noqa: N802
        """Give the filter a name."""
        self.name = name

    def getName(self) -> str:  # noqa: N802
        """The name of the filter."""
        return self.name

    def add(self, msg: Any, queue_index: int) -> None:
        """Take a message; one older than the last output is dropped."""
        stamp = stamp_of(msg)
        if stamp is None:
            raise ValueError('can not align messages without timestamp')
        time = stamp.nanoseconds
        with self.lock:
            source = self._inputs[queue_index]
            if time < self._last_out:
                source.dropped += 1
                return
            self._last_in = max(self._last_in, time)
            heapq.heappush(source.waiting, (time, source.arrivals, msg))
            source.arrivals += 1

    def setInputPeriod(self, index: int, period: Duration) -> None:  # noqa: N802
        """Set how often messages of an input are expected."""
        self._inputs[index].period = period.nanoseconds

    def getQueueStatus(self, index: int) -> QueueStatus:  # noqa: N802
        """The state of an input."""
        source = self._inputs[index]
        return QueueStatus(source.active, len(source.waiting), source.processed, source.dropped)

    def setupDispatchTimer(self, node: Any, update_rate: Duration) -> None:  # noqa: N802
        """Pass on messages periodically."""
        self.dispatch_timer = node.create_timer(
            update_rate.nanoseconds / 1e9, self.dispatchMessages)

    def dispatchMessages(self) -> None:  # noqa: N802
        """Pass on all messages that are due."""
        with self.lock:
            if any(source.waiting for source in self._inputs):
                while self._dispatch_first():
                    pass

    def _dispatch_first(self) -> bool:
        times = [source.first_time() for source in self._inputs]
        source = self._inputs[times.index(min(times))]
        if source.waiting:
            time, _, msg = source.waiting[0]
            self._last_out = time
            source.output.signalMessage(msg)
            heapq.heappop(source.waiting)
            source.processed += 1
            return True
        if self._last_in - min(times) >= self.timeout.nanoseconds:
            source.active = False
            return True
        return False
