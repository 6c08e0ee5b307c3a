"""Sets fields of messages from plain values, as `ros2 topic pub` does."""
from __future__ import annotations

import array
import copy
from functools import partial
from typing import Any, Callable, Dict, List

from orrery_interfaces.fixed_array import FixedArray, fixed_class
from rosidl_parser.definition import AbstractNestedType, NamespacedType

from .convert import get_message_slot_types
from .import_message import import_message_from_namespaced_type

_HEADER = 'std_msgs.msg._header.Header'
_TIME = 'builtin_interfaces.msg._time.Time'


class _Setter:
    def __init__(self, expand_header_auto: bool, expand_time_now: bool) -> None:
        self.header_auto = expand_header_auto
        self.time_now = expand_time_now
        #: Functions that set the stamps given as `now` or `auto`.
        self.stamps: List[Callable[[Any], None]] = []

    def fields(self, message: Any, values: Any) -> None:
        """Set the fields of a message."""
        if not hasattr(values, 'items'):
            raise TypeError(f"Value '{values}' is expected to be a dictionary but is a "
                            f'{type(values).__name__}')
        for name, value in copy.deepcopy(values).items():
            self.field(message, name, value)

    def field(self, message: Any, name: str, given: Any) -> None:
        """Set one field."""
        held = getattr(message, name)
        cls = type(held)
        qualified = f'{cls.__module__}.{cls.__name__}'
        if qualified == _HEADER and self.header_auto and isinstance(given, str) and given == 'auto':
            self.stamps.append(partial(setattr, held, 'stamp'))
            return
        if qualified == _TIME and self.time_now and isinstance(given, str) and given == 'now':
            self.stamps.append(partial(setattr, message, name))
            return
        value = self.converted(held, given)
        described = get_message_slot_types(message)[name]
        if isinstance(described, AbstractNestedType) and (
                isinstance(described.value_type, NamespacedType)):
            value = self.elements(described.value_type, value)
        setattr(message, name, value)

    def converted(self, held: Any, given: Any) -> Any:
        """The value converted to the class of the field's present value."""
        cls = type(held)
        if cls is array.array:
            return array.array(held.typecode, given)
        if cls is FixedArray:
            return FixedArray(held.typecode, given)
        if cls is fixed_class():
            import numpy
            return numpy.array(given, dtype=held.dtype)
        if type(given) is cls:
            return given
        try:
            return cls(given)
        except TypeError:
            value = cls()
            self.fields(value, given)
            return value

    def elements(self, described: NamespacedType, values: Any) -> List[Any]:
        """Messages from a list of plain values; messages are kept."""
        cls = import_message_from_namespaced_type(described)
        made = []
        for value in values:
            element = value
            if not isinstance(value, cls):
                element = cls()
                self.fields(element, value)
            made.append(element)
        return made


def set_message_fields(msg: Any, values: Dict[str, Any], expand_header_auto: bool = False,
                       expand_time_now: bool = False) -> List[Callable[[Any], None]]:
    """Set fields of a message from a dictionary.

    With `expand_header_auto` a header may be `auto`, with `expand_time_now` a time `now`; the
    functions returned set those stamps. Raises AttributeError for unknown fields, TypeError and
    ValueError for values that do not fit.
    """
    setter = _Setter(expand_header_auto, expand_time_now)
    setter.fields(msg, values)
    return setter.stamps
