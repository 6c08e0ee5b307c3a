"""The checks of fields, with upstream's messages.

A check is a function of a value; it raises AssertionError if the value does not fit the field.
"""
from __future__ import annotations

import array
import math
from collections import UserList, UserString
from collections.abc import Sequence, Set
from typing import Any, Callable, List, Tuple

from .definition import CHARACTERS, Field, FieldType
from .fixed_array import fixed_class, numpy_module
from .literals import INTEGER_RANGE

#: The limits that upstream states; infinities are allowed, too.
FLOAT_LIMIT = {'float32': 3.402823466e+38, 'float64': 1.7976931348623157e+308}

Check = Callable[[Any], None]


def _expect(holds: bool, name: str, rest: str) -> None:
    if not holds:
        raise AssertionError(f"The '{name}' {rest}")


def python_type(type_: FieldType) -> Tuple[str, type]:
    """The name and class of the Python type of an element."""
    primitive = type_.primitive
    if primitive in ('string', 'wstring', *CHARACTERS):
        return 'str', str
    if primitive == 'byte':
        return 'bytes', bytes
    if primitive == 'bool':
        return 'bool', bool
    if primitive in FLOAT_LIMIT:
        return 'float', float
    return 'int', int


def _in_limit(value: Any, limit: float) -> bool:
    return not (value < -limit or value > limit) or math.isinf(value)


def _scalar_check(name: str, type_: FieldType) -> Check:
    primitive = type_.primitive
    word, cls = python_type(type_)
    wrong_type = f"field must be of type '{word}'"
    if primitive in FLOAT_LIMIT:
        limit = FLOAT_LIMIT[primitive]
        idl = type_.scalar.idl  # type: ignore[union-attr]

        def check_float(value: Any) -> None:
            _expect(isinstance(value, float), name, wrong_type)
            _expect(_in_limit(value, limit), name, f'field must be a {idl} in [{-limit}, {limit}]')
        return check_float
    if cls is int:
        low, high = INTEGER_RANGE[primitive]
        kind = 'an unsigned integer' if low == 0 else 'an integer'

        def check_integer(value: Any) -> None:
            _expect(isinstance(value, int), name, wrong_type)
            _expect(low <= value <= high, name, f'field must be {kind} in [{low}, {high}]')
        return check_integer
    if primitive == 'byte':
        return lambda value: _expect(
            isinstance(value, (bytes, bytearray, memoryview)) and len(value) == 1, name,
            "field must be of type 'bytes' or 'ByteString' with length 1")
    if primitive == 'idl_char':
        return lambda value: _expect(
            isinstance(value, (str, UserString)) and len(value) == 1 and ord(str(value)) < 128,
            name, "field must be of type 'str' or 'UserString' "
                  'with length 1 and the character ord() in [-128, 127]')
    bound = type_.string_bound
    if bound is not None:
        return lambda value: _expect(
            isinstance(value, (str, UserString)) and len(value) <= bound, name,
            f'field must be string value not longer than {bound}')
    return lambda value: _expect(isinstance(value, cls), name, wrong_type)


def _nested_check(name: str, type_: FieldType, load: Callable[[str], type]) -> Check:
    short = type_.nested.split('/')[2]
    return lambda value: _expect(
        isinstance(value, load(type_.nested)), name,
        f"field must be a sub message of type '{short}'")


def _element_rule(type_: FieldType) -> Tuple[str, Callable[[Any], bool]]:
    """Upstream's wording and condition for each element besides its type."""
    primitive = type_.primitive
    if primitive in FLOAT_LIMIT:
        limit = FLOAT_LIMIT[primitive]
        idl = type_.scalar.idl  # type: ignore[union-attr]
        words = 'and each %s in [%f, %f]' % (idl, -limit, limit)
        return words, lambda values: all(_in_limit(v, limit) for v in values)
    if primitive in INTEGER_RANGE and primitive != 'byte':
        low, high = INTEGER_RANGE[primitive]
        kind = 'unsigned integer' if low == 0 else 'integer'
        words = f'and each {kind} in [{low}, {high}]'
        return words, lambda values: all(low <= v <= high for v in values)
    return '', lambda values: True


def _sequence_words(type_: FieldType, type_name: str, rule: str, allows_sets: bool) -> str:
    words: List[str] = ['a set or sequence' if allows_sets else 'sequence']
    if type_.array == 'bounded':
        words.append(f'with length <= {type_.size}')
    elif type_.array == 'fixed':
        words.append(f'with length {type_.size}')
    if type_.string_bound is not None:
        words.append(f'and each string value not longer than {type_.string_bound}')
    words.append(f"and each value of type '{type_name}'")
    if rule:
        words.append(rule)
    return 'field must be ' + ' '.join(words)


def _sequence_check(name: str, type_: FieldType, load: Callable[[str], type], allows_sets: bool) -> Check:
    type_name = type_.nested.split('/')[2] if type_.nested else python_type(type_)[0]
    rule_words, rule = _element_rule(type_)
    words = _sequence_words(type_, type_name, rule_words, allows_sets)
    size, bound = type_.size, type_.string_bound

    def fits(value: Any) -> bool:
        if not isinstance(value, (Sequence, Set, UserList)) or isinstance(value, (str, UserString)):
            return False
        if bound is not None and not all(len(v) <= bound for v in value):
            return False
        if type_.array == 'fixed' and len(value) != size:
            return False
        if type_.array == 'bounded' and len(value) > size:
            return False
        if isinstance(value, bytes) and type_.primitive in ('uint8', 'char'):
            return True
        cls = load(type_.nested) if type_.nested else python_type(type_)[1]
        return all(isinstance(v, cls) for v in value) and rule(value)

    def check(value: Any) -> None:
        _expect(fits(value), name, words)
    if not type_.is_numeric:
        return check
    return _buffer_check(name, type_, check)


def _buffer_check(name: str, type_: FieldType, otherwise: Check) -> Check:
    """The check of a field that also accepts a numpy array or `array.array`."""
    scalar = type_.scalar
    assert scalar is not None
    size = type_.size
    if type_.array == 'fixed':
        def check_fixed(value: Any) -> None:
            if not isinstance(value, fixed_class()):
                return otherwise(value)
            _expect(numpy_module() is None or value.dtype == scalar.dtype, name,
                    f"numpy.ndarray() must have the dtype of 'numpy.{scalar.dtype}'")
            _expect(value.size == size, name, f'numpy.ndarray() must have a size of {size}')
        return check_fixed

    def check_array(value: Any) -> None:
        if not isinstance(value, array.array):
            return otherwise(value)
        _expect(value.typecode == scalar.code, name,
                f"array.array() must have the type code of '{scalar.code}'")
        _expect(type_.array == 'unbounded' or len(value) <= size, name,
                f'array.array() must have a size <= {size}')
    return check_array


def make_check(field: Field, load: Callable[[str], type], is_newer: bool = False) -> Check:
    """The check of a field; `load` returns the class of a nested message on demand.

    `is_newer`: its messages are those of Lyrical, which does not speak of sets any more.
    """
    if field.type.array:
        return _sequence_check(field.name, field.type, load, not is_newer)
    if field.type.nested:
        return _nested_check(field.name, field.type, load)
    return _scalar_check(field.name, field.type)
