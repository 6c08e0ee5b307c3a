"""Frames and the transforms between them over time, like tf2's `BufferCore`."""
from __future__ import annotations

import logging
from typing import Any, List, Optional, Tuple

from .exceptions import InvalidArgumentException, LookupException, TransformException
from .frame_cache import Stored
from .frame_descriptions import frames_as_dot, frames_as_string, frames_as_yaml
from .frame_tree import FrameTree
from .rigid_transform import IDENTITY, Transform, compose
from .time_values import SECOND, in_seconds, nanoseconds_of, time_message
from .transform_problems import problem_of, without_slash
from .velocity import Velocity, velocity

_log = logging.getLogger('tf2_buffer')


class BufferCore:
    """Keeps transforms for `cache_time` (default 10 s) and finds the path between frames.

    Times are rclpy's or messages; 0 is the latest time at which a transform is known.
    """

    def __init__(self, cache_time: Any = None) -> None:
        span = 10 * SECOND if cache_time is None else nanoseconds_of(cache_time)
        self.__tree = FrameTree(span)

    def set_transform(self, transform: Any, authority: str) -> None:
        """Set the pose of `child_frame_id` in `header.frame_id` at `header.stamp`."""
        self.__take(transform, authority, False)

    def set_transform_static(self, transform: Any, authority: str) -> None:
        """Set the pose of `child_frame_id` in `header.frame_id` for all times."""
        self.__take(transform, authority, True)

    def __take(self, stamped: Any, authority: str, is_static: bool) -> None:
        problem = problem_of(stamped, authority)
        if problem is not None:
            _log.error(problem)
            return
        tree = self.__tree
        t, r = stamped.transform.translation, stamped.transform.rotation
        child = tree.add(without_slash(stamped.child_frame_id))
        stamp = nanoseconds_of(stamped.header.stamp)
        parent = tree.add(without_slash(stamped.header.frame_id))
        placed = Transform((t.x, t.y, t.z), (r.x, r.y, r.z, r.w))
        if tree.cache_for(child, is_static).insert(Stored(stamp, parent, placed)):
            tree.frames[child].authority = authority
        else:
            name = tree.frames[child].name
            _log.warning('TF_OLD_DATA ignoring data from the past for frame %s at time %s '
                         'according to authority %s', name, in_seconds(stamp), authority)

    def __number(self, frame: str, argument: str) -> int:
        """The number of an existing frame."""
        if not isinstance(frame, str):
            raise TypeError(f'{argument} must be str, not {type(frame).__name__}')
        passed = f'passed to lookupTransform argument {argument}'
        if frame == '':
            raise InvalidArgumentException(
                f'Invalid argument {passed} in tf2 frame_ids cannot be empty')
        if frame.startswith('/'):
            raise InvalidArgumentException(
                f"Invalid argument \"{frame}\" {passed} in tf2 frame_ids cannot start with a '/'")
        number = self.__tree.number_of(frame)
        if number == 0:
            raise LookupException(f'"{frame}" {passed} does not exist. ')
        return number

    def __find(self, target_frame: str, source_frame: str, time: int) -> Tuple[Transform, int]:
        # As in tf2, the transform from a frame to itself is known even if the frame is not.
        if target_frame == source_frame:
            cache = self.__tree.frames[self.__tree.number_of(target_frame)].cache
            latest = cache.latest if cache is not None else None
            return IDENTITY, time or (latest.stamp if latest else 0)
        target = self.__number(target_frame, 'target_frame')
        source = self.__number(source_frame, 'source_frame')
        return self.__tree.find(target, source, time)

    def lookup_transform_core(self, target_frame: str, source_frame: str, time: Any) -> Any:
        """The `TransformStamped` that takes coordinates of the source to the target frame.

        Raises LookupException, ConnectivityException, ExtrapolationException and
        InvalidArgumentException.
        """
        found, at = self.__find(target_frame, source_frame, nanoseconds_of(time))
        return _message(target_frame, source_frame, found, at)

    def lookup_transform_full_core(self, target_frame: str, target_time: Any, source_frame: str,
                                   source_time: Any, fixed_frame: str) -> Any:
        """Like `lookup_transform_core`, between two times; the fixed frame does not move."""
        self.__number(target_frame, 'target_frame')
        self.__number(source_frame, 'source_frame')
        self.__number(fixed_frame, 'fixed_frame')
        there, _ = self.__find(fixed_frame, source_frame, nanoseconds_of(source_time))
        back, at = self.__find(target_frame, fixed_frame, nanoseconds_of(target_time))
        return _message(target_frame, source_frame, compose(back, there), at)

    def can_transform_core(self, target_frame: str, source_frame: str,
                           time: Any) -> Tuple[bool, str]:
        """Whether `lookup_transform_core` would succeed, and if not, why."""
        try:
            self.__find(target_frame, source_frame, nanoseconds_of(time))
        except TransformException as error:
            return False, str(error).replace('lookupTransform', 'canTransform')
        return True, ''

    def can_transform_full_core(self, target_frame: str, target_time: Any, source_frame: str,
                                source_time: Any, fixed_frame: str) -> Tuple[bool, str]:
        """Whether `lookup_transform_full_core` would succeed, and if not, why."""
        try:
            self.lookup_transform_full_core(
                target_frame, target_time, source_frame, source_time, fixed_frame)
        except TransformException as error:
            return False, str(error).replace('lookupTransform', 'canTransform')
        return True, ''

    def get_latest_common_time(self, target_frame: str, source_frame: str) -> Any:
        """The latest `rclpy.time.Time` at which the transform is known; 0 if it is static."""
        from rclpy.time import Time
        return Time(nanoseconds=self.__latest_common(target_frame, source_frame))

    def __latest_common(self, target_frame: str, source_frame: str) -> int:
        target = self.__number(target_frame, 'target_frame')
        return self.__tree.latest_common_time(target, self.__number(source_frame, 'source_frame'))

    # The names of the following methods are upstream's.

    def lookupVelocityCore(  # noqa: N802
            self, tracking_frame: str, observation_frame: str, time: Any,
            averaging_interval: Any) -> Velocity:
        """Linear and angular velocity of a frame, seen from another, averaged."""
        return self.lookupVelocityFullCore(
            tracking_frame, observation_frame, observation_frame, (0.0, 0.0, 0.0), tracking_frame,
            time, averaging_interval)

    def lookupVelocityFullCore(  # noqa: N802
            self, tracking_frame: str, observation_frame: str, reference_frame: str,
            reference_point: Any, reference_point_frame: str, time: Any,
            averaging_interval: Any) -> Velocity:
        """The velocity of a point of the tracking frame, in coordinates of a reference frame."""
        latest = self.__latest_common(observation_frame, tracking_frame)
        frames = (tracking_frame, observation_frame, reference_frame, reference_point_frame)
        return velocity(
            self.__find, frames, tuple(reference_point), latest,
            nanoseconds_of(time) or latest, nanoseconds_of(averaging_interval))

    def clear(self) -> None:
        """Remove all transforms except the static ones."""
        for frame in self.__tree.frames:
            if frame.cache is not None:
                frame.cache.clear()

    def all_frames_as_string(self) -> str:
        """A line per frame and its parent."""
        return frames_as_string(self.__tree)

    def all_frames_as_yaml(self, time: Optional[float] = None) -> str:
        """The frames, their parents, broadcasters and rates as a YAML document."""
        return frames_as_yaml(self.__tree, int((time or 0) * SECOND))

    def _allFramesAsDot(self, time: float = 0.0) -> str:  # noqa: N802
        return frames_as_dot(self.__tree)

    def _frameExists(self, frame_id: str) -> bool:  # noqa: N802
        return self.__tree.number_of(frame_id) != 0

    def _getFrameStrings(self) -> List[str]:  # noqa: N802
        return [frame.name for frame in self.__tree.frames[1:]]


def _message(target: str, source: str, found: Transform, at: int) -> Any:
    from geometry_msgs.msg import TransformStamped
    stamped = TransformStamped()
    stamped.header.frame_id = target
    stamped.header.stamp = time_message(at)
    stamped.child_frame_id = source
    t, r = stamped.transform.translation, stamped.transform.rotation
    t.x, t.y, t.z = map(float, found.translation)
    r.x, r.y, r.z, r.w = map(float, found.rotation)
    return stamped
