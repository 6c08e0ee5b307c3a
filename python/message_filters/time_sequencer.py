"""Passes messages on in the order of their times."""
from __future__ import annotations

import threading
from bisect import insort_right
from operator import itemgetter
from typing import Any, List, Optional, Tuple, Union

from builtin_interfaces.msg import Time as TimeMessage
from rclpy.duration import Duration
from rclpy.time import Time

from .simple_filter import SimpleFilter

#: A message with its time in ns.
Timed = Tuple[int, Any]


def _duration(value: Union[Duration, float]) -> Duration:
    return value if isinstance(value, Duration) else Duration(seconds=value)


class TimeSequencer(SimpleFilter):
    """Keeps messages until they are `delay` old, then calls back with them, the oldest first.

    A timer of the node looks for them once per `update_rate`, in seconds. What is older than the last
    message that was passed on is dropped; so is the oldest of more than `queue_size` messages (0: any number).
    """

    def __init__(self, input_filter: Optional[SimpleFilter], delay: Union[Duration, float],
                 update_rate: Union[Duration, float], queue_size: int, node: Any,
                 msg_stamp_attr: str = 'header.stamp') -> None:
        super().__init__()
        self.delay, self.update_rate = _duration(delay), _duration(update_rate)
        self.queue_size = queue_size
        self.node = node
        self.lock = threading.Lock()
        self.messages: List[Timed] = []
        self.last_time = Time()
        self.msg_stamp_attrs = msg_stamp_attr.split('.')
        self.update_timer = node.create_timer(self.update_rate.nanoseconds / 1e9, self.__dispatch)
        self.incoming_connection: Optional[int] = None
        if input_filter is not None:
            self.connectInput(input_filter)

    def connectInput(self, input_filter: SimpleFilter) -> None:  # noqa: N802
        """Take the messages of a filter. Raises RuntimeError for a second one."""
        if self.incoming_connection is not None:
            raise RuntimeError('Already connected to an input filter.')
        self.incoming_connection = input_filter.registerCallback(self.__add)

    def shutdown(self) -> None:
        """Destroy the timer."""
        self.update_timer.cancel()
        self.node.destroy_timer(self.update_timer)

    def __time_of(self, msg: Any) -> Optional[int]:
        found = msg
        for attribute in self.msg_stamp_attrs:
            if not hasattr(found, attribute):
                self.node.get_logger().warning('Cannot use message without timestamp; discarding message.')
                return None
            found = getattr(found, attribute)
        if not isinstance(found, TimeMessage):
            raise TypeError(f"the attribute \"{'.'.join(self.msg_stamp_attrs)}\" of a message is not a "
                            f'builtin_interfaces/msg/Time, but {type(found)}')
        return Time.from_msg(found).nanoseconds

    def __add(self, msg: Any) -> None:
        time = self.__time_of(msg)
        with self.lock:
            if time is None or time < self.last_time.nanoseconds:
                return
            insort_right(self.messages, (time, msg), key=itemgetter(0))
            if self.queue_size != 0 and len(self.messages) > self.queue_size:
                del self.messages[0]

    def __dispatch(self) -> None:
        with self.lock:
            latest = self.node.get_clock().now().nanoseconds - self.delay.nanoseconds
            due = [each for each in self.messages if each[0] <= latest]
            del self.messages[:len(due)]
            if due:
                self.last_time = Time(nanoseconds=due[-1][0])
        for _, msg in due:
            self.signalMessage(msg)
