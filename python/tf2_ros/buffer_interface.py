"""The interface of buffers, and the registry of types that can be transformed."""
from __future__ import annotations

from copy import deepcopy
from typing import Any, Callable, Dict, Tuple

from rclpy.duration import Duration
from rclpy.time import Time
from std_msgs.msg import Header


class TypeException(Exception):
    """A type without a registered transform or conversion."""

    def __init__(self, errstr: str) -> None:
        super().__init__(errstr)
        self.errstr = errstr


class NotImplementedException(Exception):
    """A buffer lacks one of its methods."""

    def __init__(self) -> None:
        self.errstr = 'CanTransform or LookupTransform not implemented'
        super().__init__(self.errstr)


def _registered(known: Dict[Any, Any], key: Any) -> Any:
    if key not in known:
        raise TypeException(f'Type {key} is not loaded or supported')
    return known[key]


class TransformRegistration:
    """Functions that transform values of a type; the same for all buffers."""

    _transforms: Dict[Any, Callable[[Any, Any], Any]] = {}

    def print_me(self) -> None:
        """Print what is registered."""
        print(self._transforms)

    def add(self, key: Any, callback: Callable[[Any, Any], Any]) -> None:
        """Register a function of a value and a `TransformStamped`."""
        self._transforms[key] = callback

    def get(self, key: Any) -> Callable[[Any, Any], Any]:
        """The function for a type. Raises TypeException."""
        return _registered(self._transforms, key)


class ConvertRegistration:
    """Functions that convert types to messages, from messages, and to each other."""

    _to_msg: Dict[Any, Callable[[Any], Any]] = {}
    _from_msg: Dict[Any, Callable[[Any], Any]] = {}
    _convert: Dict[Tuple[Any, Any], Callable[[Any], Any]] = {}

    def add_from_msg(self, key: Any, callback: Callable[[Any], Any]) -> None:
        """Register a function that makes a value from its message."""
        self._from_msg[key] = callback

    def add_to_msg(self, key: Any, callback: Callable[[Any], Any]) -> None:
        """Register a function that makes the message of a value."""
        self._to_msg[key] = callback

    def add_convert(self, key: Tuple[Any, Any], callback: Callable[[Any], Any]) -> None:
        """Register a function that converts one type to another."""
        self._convert[key] = callback

    def get_from_msg(self, key: Any) -> Callable[[Any], Any]:
        """The function for a type. Raises TypeException."""
        return _registered(self._from_msg, key)

    def get_to_msg(self, key: Any) -> Callable[[Any], Any]:
        """The function for a type. Raises TypeException."""
        return _registered(self._to_msg, key)

    def get_convert(self, key: Tuple[Any, Any]) -> Callable[[Any], Any]:
        """The function for two types. Raises TypeException."""
        return _registered(self._convert, key)


def convert(a: Any, b_type: Any) -> Any:
    """A value as another type, converted directly or through its message. Raises TypeException."""
    registration = ConvertRegistration()
    try:
        direct = registration.get_convert((type(a), b_type))
    except TypeException:
        if type(a) is b_type:
            return deepcopy(a)
        return registration.get_from_msg(b_type)(registration.get_to_msg(type(a))(a))
    return direct(a)


def Stamped(obj: Any, stamp: Any, frame_id: str) -> Any:  # noqa: N802
    """Give a value a header."""
    obj.header = Header(frame_id=frame_id, stamp=stamp)
    return obj


class BufferInterface:
    """The interface of all buffers."""

    def __init__(self) -> None:
        self.registration = TransformRegistration()

    def transform(self, object_stamped: Any, target_frame: str, timeout: Duration = Duration(),
                  new_type: Any = None) -> Any:
        """Transform a stamped value to a frame, and convert it to another type if one is given."""
        do_transform = self.registration.get(type(object_stamped))
        header = object_stamped.header
        result = do_transform(object_stamped, self.lookup_transform(
            target_frame, header.frame_id, header.stamp, timeout))
        return result if new_type is None else convert(result, new_type)

    def transform_full(self, object_stamped: Any, target_frame: str, target_time: Time,
                       fixed_frame: str, timeout: Duration = Duration(),
                       new_type: Any = None) -> Any:
        """Like `transform`, to another time; the fixed frame does not move."""
        do_transform = self.registration.get(type(object_stamped))
        header = object_stamped.header
        result = do_transform(object_stamped, self.lookup_transform_full(
            target_frame, target_time, header.frame_id, header.stamp, fixed_frame, timeout))
        return result if new_type is None else convert(result, new_type)

    def lookup_transform(self, target_frame: str, source_frame: str, time: Time,
                         timeout: Duration = Duration()) -> Any:
        """The transform from the source to the target frame."""
        raise NotImplementedException()

    def lookup_transform_full(self, target_frame: str, target_time: Time, source_frame: str,
                              source_time: Time, fixed_frame: str,
                              timeout: Duration = Duration()) -> Any:
        """The transform between frames and times."""
        raise NotImplementedException()

    def can_transform(self, target_frame: str, source_frame: str, time: Time,
                      timeout: Duration = Duration()) -> bool:
        """Whether `lookup_transform` would succeed."""
        raise NotImplementedException()

    def can_transform_full(self, target_frame: str, target_time: Time, source_frame: str,
                           source_time: Time, fixed_frame: str,
                           timeout: Duration = Duration()) -> bool:
        """Whether `lookup_transform_full` would succeed."""
        raise NotImplementedException()
