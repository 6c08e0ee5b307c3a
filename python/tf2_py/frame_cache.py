"""The transforms of one frame: its poses in its parent over time."""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import List, NamedTuple, Optional, Union

from .rigid_transform import Transform, interpolate
from .time_values import in_seconds


class Stored(NamedTuple):
    """The pose of a frame in its parent at a time in ns."""

    stamp: int
    parent: int
    transform: Transform


class Missing(str):
    """Why there is no transform for a time, in tf2's words."""


class StaticCache:
    """A frame that never moves. The last transform counts."""

    is_static = True

    def __init__(self) -> None:
        self._entry: Optional[Stored] = None

    def __len__(self) -> int:
        return 0 if self._entry is None else 1

    @property
    def latest(self) -> Optional[Stored]:
        """The only entry, at time 0."""
        return self._entry

    oldest = latest

    def insert(self, entry: Stored) -> bool:
        """Replace the entry."""
        self._entry = entry._replace(stamp=0)
        return True

    def at(self, time: int) -> Union[Stored, Missing]:
        """Where the frame is at a time."""
        if self._entry is None:
            return Missing('Unable to lookup transform, cache is empty')
        return self._entry._replace(stamp=time)

    def clear(self) -> None:
        """Static transforms stay."""


class TimeCache:
    """A moving frame: transforms of the last `span` ns, interpolated."""

    is_static = False

    def __init__(self, span: int) -> None:
        self._span = span
        self._stamps: List[int] = []
        self._entries: List[Stored] = []

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def latest(self) -> Optional[Stored]:
        """The entry with the latest stamp."""
        return self._entries[-1] if self._entries else None

    @property
    def oldest(self) -> Optional[Stored]:
        """The entry with the earliest stamp."""
        return self._entries[0] if self._entries else None

    def insert(self, entry: Stored) -> bool:
        """Add an entry; False if it is older than the cache time."""
        if self._stamps and entry.stamp < self._stamps[-1] - self._span:
            return False
        place = bisect_right(self._stamps, entry.stamp)
        first = bisect_left(self._stamps, entry.stamp, 0, place)
        if entry in self._entries[first:place]:
            return True
        self._stamps.insert(place, entry.stamp)
        self._entries.insert(place, entry)
        old = bisect_left(self._stamps, self._stamps[-1] - self._span)
        if old > 0:
            del self._stamps[:old], self._entries[:old]
        return True

    def at(self, time: int) -> Union[Stored, Missing]:
        """Where the frame is at a time, 0 for the latest; or why that is not known."""
        if not self._entries:
            return Missing('Unable to lookup transform, cache is empty')
        oldest, latest = self._entries[0], self._entries[-1]
        if time in (0, latest.stamp):
            return latest
        if time == oldest.stamp:
            return oldest
        if len(self._entries) == 1:
            return Missing(f'Lookup would require extrapolation at time {in_seconds(time)}, but '
                           f'only time {in_seconds(latest.stamp)} is in the buffer')
        if time > latest.stamp:
            return Missing('Lookup would require extrapolation into the future.  Requested time '
                           f'{in_seconds(time)} but the latest data is at time '
                           f'{in_seconds(latest.stamp)}')
        if time < oldest.stamp:
            return Missing('Lookup would require extrapolation into the past.  Requested time '
                           f'{in_seconds(time)} but the earliest data is at time '
                           f'{in_seconds(oldest.stamp)}')
        after = bisect_right(self._stamps, time)
        return _between(self._entries[after - 1], self._entries[after], time)

    def clear(self) -> None:
        """Forget everything."""
        self._stamps.clear()
        self._entries.clear()


def _between(one: Stored, two: Stored, time: int) -> Stored:
    # The pose of a frame that changed its parent cannot be interpolated.
    if time == one.stamp or one.parent != two.parent:
        return one
    ratio = (time - one.stamp) / (two.stamp - one.stamp)
    return Stored(time, one.parent, interpolate(one.transform, two.transform, ratio))
