"""Dates of the standard library by a clock other than the machine's."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any, Optional

_SECOND = 1_000_000_000

_localtime, _gmtime = time.localtime, time.gmtime
_strftime, _ctime, _asctime = time.strftime, time.ctime, time.asctime
_real_datetime, _real_date = datetime.datetime, datetime.date

#: The clock, in ns since the epoch.
_now_ns: Callable[[], int] = time.time_ns


class _Meta(type(_real_datetime)):  # type: ignore[misc]
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls._real)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        return issubclass(subclass, cls._real)


def _shown(date: Any, text: str) -> str:
    """How `repr` shows a date: only classes of C have the name of their module there."""
    return f'datetime.{text}' if type(date) in (VirtualDateTime, VirtualDate) else text


class VirtualDateTime(_real_datetime, metaclass=_Meta):
    """``datetime.datetime`` with a virtual current time."""

    _real = _real_datetime

    def __repr__(self) -> str:
        return _shown(self, super().__repr__())

    @classmethod
    def now(cls, tz: Optional[datetime.tzinfo] = None) -> Any:
        """The current time."""
        seconds, ns = divmod(_now_ns(), _SECOND)
        whole = _real_datetime.fromtimestamp(seconds, datetime.timezone.utc)
        whole = whole.replace(microsecond=ns // 1000)
        if tz is None:
            whole = whole.replace(tzinfo=None)
        else:
            whole = whole.astimezone(tz)
        return cls(whole.year, whole.month, whole.day, whole.hour, whole.minute, whole.second,
                   whole.microsecond, whole.tzinfo)

    @classmethod
    def utcnow(cls) -> Any:
        """The current time in UTC, as a naive datetime."""
        return cls.now()

    @classmethod
    def today(cls) -> Any:
        """The current local time, as a naive datetime."""
        return cls.now()


class VirtualDate(_real_date, metaclass=_Meta):
    """``datetime.date`` with a virtual current day."""

    _real = _real_date

    def __repr__(self) -> str:
        return _shown(self, super().__repr__())

    @classmethod
    def today(cls) -> Any:
        """The current day."""
        present = VirtualDateTime.now()
        return cls(present.year, present.month, present.day)


def install(now_ns: Callable[[], int]) -> None:
    """Makes this clock that of `datetime`, and of what `time` says of dates."""
    global _now_ns
    _now_ns = now_ns
    time.localtime = lambda seconds=None: _localtime(_or_now(seconds))
    time.gmtime = lambda seconds=None: _gmtime(_or_now(seconds))
    time.ctime = lambda seconds=None: _ctime(_or_now(seconds))
    time.asctime = lambda t=None: _asctime(time.localtime() if t is None else t)
    time.strftime = lambda form, t=None: _strftime(form, time.localtime() if t is None else t)
    for name, virtual in (('datetime', VirtualDateTime), ('date', VirtualDate)):
        virtual.__module__ = 'datetime'
        virtual.__name__ = virtual.__qualname__ = name
        setattr(datetime, name, virtual)


def _or_now(seconds: Optional[float]) -> float:
    return _now_ns() / _SECOND if seconds is None else seconds
