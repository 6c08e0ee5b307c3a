"""Finds the field that prevents a message from being encoded."""
from __future__ import annotations

import struct
from typing import Any, Optional

from .checks import FLOAT_LIMIT, make_check
from .codec import FieldValueError
from .definition import CHARACTERS, SCALARS, Field, FieldType
from .literals import INTEGER_RANGE
from .registry import Registry


def find_fault(registry: Registry, full: str, message: Any,
               strict: bool = False) -> Optional[FieldValueError]:
    """What is wrong with a message of this type; None if nothing is.

    `strict` applies upstream's checks; otherwise, only what cannot be encoded is wrong.
    """
    return _Search(registry, full, strict).message(full, message, '')


class _Search:
    def __init__(self, registry: Registry, root: str, strict: bool) -> None:
        self.registry = registry
        self.root = root
        self.strict = strict

    def message(self, full: str, value: Any, path: str) -> Optional[FieldValueError]:
        """The first fault in a message at a path."""
        if not isinstance(value, self.registry.load(full)):
            return self.fault(path, f'must be a message of {full}, not {value!r:.80}')
        for field in self.registry.message(full).fields:
            at = f'{path}.{field.name}' if path else field.name
            try:
                held = getattr(value, field.name)
            except AttributeError:
                return self.fault(at, 'has no value')
            found = self.field(field, held, at)
            if found is not None:
                return found
        return None

    def fault(self, path: str, problem: str) -> FieldValueError:
        """The error for a path in the root message."""
        return FieldValueError(self.root, path, problem)

    def field(self, field: Field, value: Any, path: str) -> Optional[FieldValueError]:
        """The first fault of a field."""
        if self.strict:
            try:
                make_check(field, self.registry.load)(value)
            except AssertionError as wrong:
                return self.fault(path, str(wrong))
        if not field.type.array:
            return self.element(field.type, value, path)
        return self.elements(field.type, value, path)

    def elements(self, type_: FieldType, value: Any, path: str) -> Optional[FieldValueError]:
        """The first fault of an array."""
        try:
            count = len(value)
        except TypeError:
            return self.fault(path, f'must be an array, not {value!r:.80}')
        if type_.array == 'fixed' and getattr(value, 'size', count) != type_.size:
            return self.fault(path, f'must have {type_.size} elements, not {count}')
        if type_.array == 'bounded' and count > type_.size:
            return self.fault(path, f'must have at most {type_.size} elements, not {count}')
        if type_.is_numeric:
            return None
        for i, item in enumerate(value):
            found = self.element(type_, item, f'{path}[{i}]')
            if found is not None:
                return found
        return None

    def element(self, type_: FieldType, value: Any, path: str) -> Optional[FieldValueError]:
        """What is wrong with one value."""
        if type_.nested:
            return self.message(type_.nested, value, path)
        problem = _problem(type_, value)
        return None if problem is None else self.fault(path, problem)


def _problem(type_: FieldType, value: Any) -> Optional[str]:
    """Why a primitive cannot be encoded."""
    primitive = type_.primitive
    if primitive in ('string', 'wstring'):
        if not isinstance(value, str):
            return f'must be a str, not {value!r:.80}'
        if type_.string_bound is not None and len(value) > type_.string_bound:
            return f'must have at most {type_.string_bound} characters, not {len(value)}'
        try:
            value.encode()
        except UnicodeEncodeError as wrong:
            return None if primitive == 'wstring' else f'cannot be encoded: {wrong}'
        return None
    if primitive in CHARACTERS:
        last = '\xff' if primitive == 'idl_char' else '\uffff'
        if isinstance(value, str) and len(value) == 1 and value <= last:
            return None
        return f'must be a str of one character up to {ascii(last)}, not {value!r:.80}'
    try:
        struct.pack(SCALARS[primitive].struct, value)
    except (struct.error, TypeError, ValueError, OverflowError):
        if primitive in FLOAT_LIMIT:
            return f'must be a number that fits a {primitive}, not {value!r:.80}'
        if primitive == 'byte':
            return f'must be bytes of length 1, not {value!r:.80}'
        low, high = INTEGER_RANGE.get(primitive, (0, 1))
        return f'must be an integer in [{low}, {high}], not {value!r:.80}'
    return None
