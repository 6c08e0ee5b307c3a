"""The time of a message."""
from __future__ import annotations

from typing import Any, Callable, Optional

from rclpy.clock import ROSClock
from rclpy.logging import get_logger
from rclpy.time import Time

TimeGetter = Callable[[Any], Time]


def stamp_of(msg: Any) -> Optional[Time]:
    """The time in a message's header; None if it has none."""
    stamp = getattr(getattr(msg, 'header', None), 'stamp', None)
    if isinstance(stamp, int):
        return Time(nanoseconds=stamp)
    if stamp is None or hasattr(stamp, 'nanoseconds'):
        return stamp
    return Time.from_msg(stamp)


class MessageTime:
    """How a filter determines the times of messages."""

    def __init__(self, logger: str, allow_headerless: bool,
                 time_getter: Optional[TimeGetter]) -> None:
        self._logger = logger
        self.allow_headerless = allow_headerless
        self._getter = time_getter

    def of(self, msg: Any) -> Optional[Time]:
        """The time of a message; None, with a warning, if the message cannot be used."""
        stamp = stamp_of(msg) if self._getter is None else self._getter(msg)
        if stamp is not None:
            return stamp
        if self.allow_headerless:
            return ROSClock().now()
        get_logger(self._logger).warning(
            'can not use message filters for messages without timestamp infomation when '
            "'allow_headerless' is disabled. auto assign ROSTIME to headerless messages once "
            "enabling constructor option of 'allow_headerless'.")
        return None
