"""The parsed form of interface definitions: plain data without behaviour."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Tuple


class Scalar(NamedTuple):
    """The properties of a primitive type of fixed size."""

    #: name in `get_fields_and_field_types` and `SLOT_TYPES`
    idl: str
    #: format character of `struct`
    struct: str
    #: bytes on the wire, which is also the alignment
    size: int
    #: type code of `array.array` for sequences; empty if upstream uses a list
    code: str
    #: name of numpy's type for fixed arrays; empty if upstream uses a list
    dtype: str


SCALARS = {
    'bool': Scalar('boolean', '?', 1, '', ''),
    'byte': Scalar('octet', 'c', 1, '', ''),
    'char': Scalar('uint8', 'B', 1, 'B', 'uint8'),
    'int8': Scalar('int8', 'b', 1, 'b', 'int8'),
    'uint8': Scalar('uint8', 'B', 1, 'B', 'uint8'),
    'int16': Scalar('int16', 'h', 2, 'h', 'int16'),
    'uint16': Scalar('uint16', 'H', 2, 'H', 'uint16'),
    'int32': Scalar('int32', 'i', 4, 'i', 'int32'),
    'uint32': Scalar('uint32', 'I', 4, 'I', 'uint32'),
    'int64': Scalar('int64', 'q', 8, 'q', 'int64'),
    'uint64': Scalar('uint64', 'Q', 8, 'Q', 'uint64'),
    'float32': Scalar('float', 'f', 4, 'f', 'float32'),
    'float64': Scalar('double', 'd', 8, 'd', 'float64'),
    # Occurs only in .idl files; the char of .msg files is a number.
    'idl_char': Scalar('char', 'B', 1, '', ''),
    'wchar': Scalar('wchar', 'H', 2, '', ''),
}

#: Values of these are str of length 1.
CHARACTERS = ('idl_char', 'wchar')
STRINGS = ('string', 'wstring')


@dataclass(frozen=True)
class FieldType:
    """The type of a field: a primitive or a nested message, alone or as an array."""

    #: `float64`, `string`, …; empty for a nested message
    primitive: str = ''
    #: `geometry_msgs/msg/Pose`; empty for primitives
    nested: str = ''
    #: maximum length of a string
    string_bound: Optional[int] = None
    #: `''` (no array), `fixed`, `bounded` or `unbounded`
    array: str = ''
    #: number of elements of a fixed array, or maximum number of a bounded sequence
    size: int = 0

    @property
    def scalar(self) -> Optional[Scalar]:
        """The element's `Scalar`; None for strings and messages."""
        return SCALARS.get(self.primitive)

    @property
    def is_sequence(self) -> bool:
        """Whether the number of elements varies."""
        return self.array in ('bounded', 'unbounded')

    @property
    def is_numeric(self) -> bool:
        """Whether upstream stores the elements in an `array.array` or numpy array."""
        scalar = self.scalar
        return self.array != '' and scalar is not None and scalar.code != ''

    def text(self) -> str:
        """The type in the form of `get_fields_and_field_types`."""
        if self.nested:
            package, _, name = self.nested.split('/')
            base = f'{package}/{name}'
        elif self.primitive in STRINGS:
            base = self.primitive
            if self.string_bound is not None:
                base += f'<{self.string_bound}>'
        else:
            base = SCALARS[self.primitive].idl
        if self.array == 'fixed':
            return f'{base}[{self.size}]'
        if self.array == 'bounded':
            return f'sequence<{base}, {self.size}>'
        return f'sequence<{base}>' if self.array else base


@dataclass(frozen=True)
class Field:
    """A field; `default` is None unless the definition gives a value."""

    name: str
    type: FieldType
    default: Any = None
    #: what `@deprecated` of an `.idl` file says; None if the field is not deprecated
    deprecated: Optional[str] = None


@dataclass(frozen=True)
class Constant:
    """A constant."""

    name: str
    primitive: str
    value: Any


@dataclass(frozen=True)
class Message:
    """A message: `name` is `package/kind/Name`."""

    name: str
    fields: Tuple[Field, ...]
    constants: Tuple[Constant, ...] = ()
