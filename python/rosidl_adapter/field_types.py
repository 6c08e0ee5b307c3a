"""Types of fields, rules for names, and the errors for violations."""
from __future__ import annotations

import re
from typing import Any, Optional

PRIMITIVE_TYPES = [
    'bool', 'byte', 'char', 'float32', 'float64', 'int8', 'uint8', 'int16', 'uint16', 'int32',
    'uint32', 'int64', 'uint64', 'string', 'wstring', 'duration', 'time']
_PARTS = ('_Request', '_Response', '_Goal', '_Result', '_Feedback')
_LOWER = re.compile(r'(?!.*__)(?!.*_\Z)[a-z][a-z0-9_]*\Z')
_CAMEL = re.compile(r'[A-Z][A-Za-z0-9]*\Z')
_UPPER = re.compile(r'[A-Z]([A-Z0-9_]?[A-Z0-9]+)*\Z')


class InvalidSpecification(Exception):
    """A definition that is not valid."""


class InvalidActionSpecification(InvalidSpecification):
    """An action without exactly three parts."""


class InvalidServiceSpecification(InvalidSpecification):
    """A service without exactly two parts."""


class InvalidResourceName(InvalidSpecification):
    """An invalid name of a package or message."""


class InvalidFieldDefinition(InvalidSpecification):
    """A line without a name."""


class UnknownMessageType(InvalidSpecification):
    """An unknown message type."""


class MultipleOptionalAnnotations(InvalidSpecification):
    """A field that is marked optional twice."""


class InvalidValue(Exception):
    """A value that does not have its type."""

    def __init__(self, type_: Any, value_string: str, message_suffix: Optional[str] = None) -> None:
        reason = '' if message_suffix is None else f': {message_suffix}'
        super().__init__(f"value '{value_string}' can not be converted to type '{type_}'{reason}")


def _fits(pattern: 're.Pattern[str]', name: Any) -> bool:
    if not isinstance(name, str):
        raise InvalidResourceName(name)
    return pattern.match(name) is not None


def is_valid_package_name(name: Any) -> bool:
    """Whether this is a valid name of a package."""
    return _fits(_LOWER, name)


#: Whether this is a valid name of a field.
is_valid_field_name = is_valid_package_name


def is_valid_message_name(name: Any) -> bool:
    """Whether this is a valid name of a message, or of a part of a service or action."""
    if isinstance(name, str):
        name = name[len('Sample_'):] if name.startswith('Sample_') else name
        for part in _PARTS:
            name = name[:-len(part)] if name.endswith(part) else name
    return _fits(_CAMEL, name)


def is_valid_constant_name(name: Any) -> bool:
    """Whether this is a valid name of a constant."""
    return _fits(_UPPER, name)


def _count(digits: str, what: str) -> int:
    try:
        count = int(digits)
    except ValueError:
        count = 0
    if count <= 0:
        raise TypeError(f"{what} must be a number above 0, not '{digits}'")
    return count


class BaseType:
    """A primitive type or a message."""

    __slots__ = ['pkg_name', 'type', 'string_upper_bound']

    def __init__(self, type_string: str, context_package_name: Optional[str] = None) -> None:
        self.pkg_name: Optional[str] = None
        self.type = type_string
        self.string_upper_bound: Optional[int] = None
        kind, bounded, bound = type_string.partition('<=')
        if bounded and kind in ('string', 'wstring'):
            self.type = kind
            self.string_upper_bound = _count(bound, f'the bound of {type_string}')
        elif type_string not in PRIMITIVE_TYPES:
            parts = type_string.split('/')
            if len(parts) == 1 and context_package_name is not None:
                parts.insert(0, context_package_name)
            if len(parts) != 2:
                raise InvalidResourceName(type_string)
            self.pkg_name, self.type = parts
            if not is_valid_package_name(parts[0]):
                raise InvalidResourceName(f"'{parts[0]}' is an invalid package name")
            if not is_valid_message_name(parts[1]):
                raise InvalidResourceName(f"'{parts[1]}' is an invalid message name")

    def is_primitive_type(self) -> bool:
        """Whether it is not a message."""
        return self.pkg_name is None

    def _key(self) -> Any:
        return (self.pkg_name, self.type, self.string_upper_bound)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        if self.pkg_name is not None:
            return f'{self.pkg_name}/{self.type}'
        return self.type + (f'<={self.string_upper_bound}' if self.string_upper_bound else '')


class Type(BaseType):
    """The type of a field: single or an array."""

    __slots__ = ['is_array', 'array_size', 'is_upper_bound']

    def __init__(self, type_string: str, context_package_name: Optional[str] = None) -> None:
        self.is_array = type_string.endswith(']')
        self.array_size: Optional[int] = None
        self.is_upper_bound = False
        if self.is_array:
            element, bracket, size = type_string[:-1].rpartition('[')
            if not bracket:
                raise TypeError(f"{type_string} has no '['")
            self.is_upper_bound = size.startswith('<=')
            if size:
                self.array_size = _count(size[2:] if self.is_upper_bound else size,
                                         f'the size of {type_string}')
            type_string = element
        super().__init__(type_string, context_package_name=context_package_name)

    def is_dynamic_array(self) -> bool:
        """Whether the number of elements varies."""
        return self.is_array and (self.array_size is None or self.is_upper_bound)

    def is_fixed_size_array(self) -> bool:
        """Whether the number of elements is fixed."""
        return self.is_array and not self.is_dynamic_array()

    def _key(self) -> Any:
        return (*super()._key(), self.is_array, self.array_size, self.is_upper_bound)

    __hash__ = BaseType.__hash__

    def __str__(self) -> str:
        size = '' if self.array_size is None else str(self.array_size)
        array = f"[{'<=' if self.is_upper_bound else ''}{size}]" if self.is_array else ''
        return super().__str__() + array
