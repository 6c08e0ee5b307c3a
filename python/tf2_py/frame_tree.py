"""Frames by number and the paths between them. Number 0, the parent of roots, is not a frame."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, NamedTuple, Optional, Tuple, Union

from .exceptions import ConnectivityException, ExtrapolationException, LookupException
from .frame_cache import Missing, StaticCache, Stored, TimeCache
from .rigid_transform import IDENTITY, Transform, compose, inverse

#: A deeper tree counts as a loop.
_DEPTH_LIMIT = 1000

Cache = Union[StaticCache, TimeCache]


@dataclass
class Frame:
    """A frame: its name and, if a transform has arrived, what is known about it."""

    name: str
    cache: Optional[Cache] = None
    authority: str = 'no recorded authority'


class _Climb(NamedTuple):
    """The path from a frame up the tree."""

    top: int
    transform: Transform
    missing: Optional[Missing] = None


class FrameTree:
    """All frames of a buffer; `span` is how long transforms are kept, in ns."""

    def __init__(self, span: int) -> None:
        self.frames: List[Frame] = [Frame('NO_PARENT')]
        self._numbers: Dict[str, int] = {}
        self._span = span

    def number_of(self, name: str) -> int:
        """The number of a frame; 0 if there is none with this name."""
        return self._numbers.get(name, 0)

    def add(self, name: str) -> int:
        """The number of a frame, which is created if necessary."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.frames)
            self.frames.append(Frame(name))
        return number

    def cache_for(self, number: int, is_static: bool) -> Cache:
        """The cache for transforms of a frame; one of the other kind is discarded."""
        frame = self.frames[number]
        if frame.cache is None or frame.cache.is_static != is_static:
            frame.cache = StaticCache() if is_static else TimeCache(self._span)
        return frame.cache

    def find(self, target: int, source: int, time: int) -> Tuple[Transform, int]:
        """The transform from `source` to `target` and its time; time 0 means the latest common one.

        Both paths go to the root, as in the C++ library, so that rounding is identical.
        """
        if target == source:
            return IDENTITY, time
        if time == 0:
            time = self.latest_common_time(target, source)
        up = self._climb(source, time, target, target)
        if up.top == target:
            return up.transform, time
        down = self._climb(target, time, up.top, source)
        if down.top == source:
            return inverse(down.transform), time
        if down.top != up.top:
            missing = down.missing or up.missing
            if missing is None:
                raise self._unconnected(target, source)
            raise ExtrapolationException(
                f'{missing}, when looking up transform from frame [{self.frames[source].name}] '
                f'to frame [{self.frames[target].name}]')
        return compose(inverse(down.transform), up.transform), time

    def _climb(self, start: int, time: int, end: int, other_end: int) -> _Climb:
        """Climbs from a frame to one of two ends, or as far as transforms are known."""
        transform = IDENTITY
        top = start
        for _ in range(_DEPTH_LIMIT):
            cache = self.frames[top].cache
            if top in (end, other_end) or cache is None:
                return _Climb(top, transform)
            entry = cache.at(time)
            if isinstance(entry, Missing):
                return _Climb(top, transform, entry)
            transform = compose(entry.transform, transform)
            top = entry.parent
        raise LookupException('The tf tree is invalid because it contains a loop.')

    def latest_common_time(self, target: int, source: int) -> int:
        """The latest time at which the transform between two frames is known; 0 if always."""
        if source == target:
            cache = self.frames[source].cache
            return cache.latest.stamp if cache is not None and cache.latest else 0
        of_source = self._chain(source, target)
        if of_source and of_source[-1].parent == target:
            return _earliest(of_source)
        of_target = self._chain(target, source)
        if of_target and of_target[-1].parent == source:
            return _earliest(of_target)
        parents = {entry.parent: i for i, entry in enumerate(of_source)}
        for i, entry in enumerate(of_target):
            if entry.parent in parents:
                return _earliest(of_target[:i + 1] + of_source[:parents[entry.parent] + 1])
        raise self._unconnected(target, source)

    def _chain(self, start: int, end: int) -> List[Stored]:
        """The latest steps from a frame to the root, or to `end`."""
        links: List[Stored] = []
        frame = start
        while frame != end:
            cache = self.frames[frame].cache
            if cache is None or cache.latest is None:
                break
            links.append(cache.latest)
            if len(links) > _DEPTH_LIMIT:
                raise LookupException('The tf tree is invalid because it contains a loop.')
            frame = cache.latest.parent
        return links

    def _unconnected(self, target: int, source: int) -> ConnectivityException:
        return ConnectivityException(
            f"Could not find a connection between '{self.frames[target].name}' and "
            f"'{self.frames[source].name}' because they are not part of the same tree."
            'Tf has two or more unconnected trees.')


def _earliest(links: List[Stored]) -> int:
    """The earliest stamp of moving frames; 0 if there are none."""
    return min((entry.stamp for entry in links if entry.stamp != 0), default=0)
