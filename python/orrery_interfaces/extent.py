"""The limits of definitions, as in src/interfaces/check_extent.ts.

Definitions may come from anywhere: a few lines can describe a message that fits no memory. The limits are
checked before any class or code is made for a type.
"""
from __future__ import annotations

from typing import Callable, Dict, NamedTuple, Tuple

from .definition import Field, Message
from .parser import DefinitionError, limit_passed

#: How deep messages may nest; ROS 2's own nest up to 7 levels.
MAX_DEPTH = 64
#: How many values a new message may consist of, including nested ones.
MAX_VALUES = 1_000_000
#: The most bytes that the smallest message of a type may take: the default message limit.
MAX_BYTES = 256 * 1024 * 1024


class Extent(NamedTuple):
    """The size of a type, including nested types."""

    #: 1 for a message without nested messages
    depth: int
    #: values of a new message, counting one element for each sequence of messages
    values: int
    #: the smallest number of bytes of a message
    minimum: int


#: The extent of an unknown type, which fails when it is used.
_UNKNOWN = Extent(1, 1, 1)


class Extents:
    """The extents of types; each is computed once, however often others refer to it."""

    def __init__(self, definition: Callable[[str], Message]) -> None:
        self._definition = definition
        self._known: Dict[str, Extent] = {}

    def check(self, message: Message, above: Tuple[str, ...] = ()) -> Extent:
        """Return the extent of a message. Raises DefinitionError if it is too large or in a cycle."""
        known = self._known.get(message.name)
        if known is None:
            path = (*above, message.name)
            if message.name in above:
                raise DefinitionError(f"The definition of {message.name} contains itself "
                                      f"({' → '.join(path)}); break the cycle.")
            if len(path) > MAX_DEPTH:
                raise _too_deep(path[0])
            known = self._known[message.name] = self._sum(message, path)
        return known

    def _sum(self, message: Message, path: Tuple[str, ...]) -> Extent:
        depth, values, minimum = 0, 1, 0
        for field in message.fields:
            part = self._field(field, path)
            depth = max(depth, part.depth)
            values += part.values
            minimum += part.minimum
        if depth + 1 > MAX_DEPTH:
            raise _too_deep(message.name)
        if values > MAX_VALUES:
            raise limit_passed(message.name, f'makes messages of {values} values, more than the '
                                             f'limit of {MAX_VALUES}')
        if minimum > MAX_BYTES:
            raise limit_passed(message.name, f'makes messages of at least {minimum} bytes, more '
                                             f'than the message limit of {MAX_BYTES}')
        return Extent(depth + 1, values, max(minimum, 1))

    def _field(self, field: Field, path: Tuple[str, ...]) -> Extent:
        type_ = field.type
        count = type_.size if type_.array == 'fixed' else 1
        if type_.nested:
            one = self._nested(type_.nested, path)
            minimum = 4 if type_.is_sequence else one.minimum * count
            return Extent(one.depth, 1 + one.values * count, minimum)
        scalar = type_.scalar
        size = 4 if scalar is None or type_.is_sequence else scalar.size
        listed = count if type_.array == 'fixed' and not type_.is_numeric else 0
        return Extent(0, 1 + listed, size * count)

    def _nested(self, full: str, path: Tuple[str, ...]) -> Extent:
        try:
            message = self._definition(full)
        except LookupError:
            return _UNKNOWN
        return self.check(message, path)


def _too_deep(name: str) -> DefinitionError:
    return limit_passed(name, f'nests messages more than {MAX_DEPTH} deep')
