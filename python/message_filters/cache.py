"""Keeps the last messages of a filter."""
from __future__ import annotations

from typing import Any, List, Optional

from rclpy.time import Time

from .message_time import MessageTime, TimeGetter
from .simple_filter import SimpleFilter


class Cache(SimpleFilter):
    """Keeps the last `cache_size` messages of a filter with their times, and passes them on."""

    def __init__(self, f: Optional[SimpleFilter] = None, cache_size: int = 1,
                 allow_headerless: bool = False,
                 time_getter: Optional[TimeGetter] = None) -> None:
        super().__init__()
        self.cache_size = cache_size
        self.cache_msgs: List[Any] = []
        self.cache_times: List[Time] = []
        self.allow_headerless = allow_headerless
        self.__time = MessageTime('message_filters_cache', allow_headerless, time_getter)
        if f is not None:
            self.connectInput(f)

    def connectInput(self, f: SimpleFilter) -> None:  # noqa: N802
        """Take the messages of a filter."""
        self.incoming_connection = f.registerCallback(self.add)

    def add(self, msg: Any) -> None:
        """Keep a message and pass it on."""
        stamp = self.__time.of(msg)
        if stamp is None:
            return
        self.cache_times.append(stamp)
        self.cache_msgs.append(msg)
        if len(self.cache_msgs) > self.cache_size:
            del self.cache_msgs[0], self.cache_times[0]
        self.signalMessage(msg)

    def getInterval(self, from_stamp: Time, to_stamp: Time) -> List[Any]:  # noqa: N802
        """The messages from one time to another, both included."""
        assert from_stamp <= to_stamp
        return [msg for msg, time in zip(self.cache_msgs, self.cache_times)
                if from_stamp <= time <= to_stamp]

    def getElemAfterTime(self, stamp: Time) -> Optional[Any]:  # noqa: N802
        """The first kept message that is not older than this time."""
        return next((msg for msg, time in zip(self.cache_msgs, self.cache_times)
                     if time >= stamp), None)

    def getElemBeforeTime(self, stamp: Time) -> Optional[Any]:  # noqa: N802
        """The last kept message that is not newer than this time."""
        older = [msg for msg, time in zip(self.cache_msgs, self.cache_times) if time <= stamp]
        return older[-1] if older else None

    def getLastestTime(self) -> Optional[Time]:  # noqa: N802
        """The time of the last kept message (upstream's spelling)."""
        return self.cache_times[-1] if self.cache_times else None

    def getLatestTime(self) -> Optional[Time]:  # noqa: N802
        """The time of the last kept message."""
        return self.getLastestTime()

    def getOldestTime(self) -> Optional[Time]:  # noqa: N802
        """The time of the first kept message."""
        return self.cache_times[0] if self.cache_times else None

    def getLast(self) -> Optional[Any]:  # noqa: N802
        """The first message with the time of the last one."""
        latest = self.getLastestTime()
        return None if latest is None else self.getElemAfterTime(latest)
