"""Values of constants and defaults."""
from __future__ import annotations

import re
from typing import Any, List

from orrery_interfaces.literals import INTEGER_RANGE

from .field_types import BaseType, InvalidValue, Type

_STRINGS = ('string', 'wstring')
#: An element of an array of strings: quoted, or up to the next comma.
_ELEMENT = re.compile(r'''\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|([^,"'\s][^,]*))\s*(?:,|\Z)''')


def _integer(kind: str, text: str) -> int:
    low, high = INTEGER_RANGE[kind]
    for base in (10, 0):
        try:
            value = int(text, base)
        except ValueError:
            continue
        if low <= value <= high:
            return value
        break
    raise InvalidValue(kind, text, f'must be a valid integer value >= {low} and <= {high}')


def _string(type_: Type, text: str) -> str:
    quote = text[:1]
    if quote and quote in '"\'' and text.endswith(quote):
        text = text[1:-1]
        if re.search(rf'(?<!\\){quote}', text):
            raise InvalidValue(type_.type, text, 'string inner quotes not properly escaped')
        text = text.replace('\\' + quote, quote)
    bound = type_.string_upper_bound
    if bound is not None and len(text) > bound:
        raise InvalidValue(BaseType.__str__(type_), text,
                           f'string must not exceed the maximum length of {bound} characters')
    return text


def parse_primitive_value_string(type_: Type, value_string: str) -> Any:
    """A single value. Raises InvalidValue."""
    if not type_.is_primitive_type() or type_.is_array:
        raise ValueError('the passed type must be a non-array primitive type')
    kind = type_.type
    if kind in _STRINGS:
        return _string(type_, value_string)
    if kind == 'bool':
        if value_string.lower() not in ('true', '1', 'false', '0'):
            raise InvalidValue(kind, value_string, "must be either 'true' / '1' or 'false' / '0'")
        return value_string.lower() in ('true', '1')
    if kind in ('float32', 'float64'):
        try:
            return float(value_string)
        except ValueError:
            raise InvalidValue(kind, value_string, 'must be a floating point number using '
                                                   "'.' as the separator") from None
    assert kind in INTEGER_RANGE, f"unknown primitive type '{kind}'"
    return _integer(kind, value_string)


def _elements(text: str) -> List[str]:
    """The elements of an array of strings, without quotes."""
    found, at = [], 0
    while at < len(text.rstrip()):
        match = _ELEMENT.match(text, at)
        if match is None:
            raise ValueError(f'the array has no string at [{text[at:]}]')
        for quote, inner in (('"', match[1]), ("'", match[2])):
            if inner is not None:
                found.append(inner.replace('\\' + quote, quote))
        if match[3] is not None:
            found.append(match[3].rstrip())
        at = match.end()
    return found


def parse_value_string(type_: Type, value_string: str) -> Any:
    """A value, or several in brackets. Raises InvalidValue."""
    if not type_.is_primitive_type():
        raise NotImplementedError(f"parsing string values into type '{type_}' is not supported")
    if not type_.is_array:
        return parse_primitive_value_string(type_, value_string)
    if not (value_string.startswith('[') and value_string.endswith(']')):
        raise InvalidValue(type_, value_string, "array value must start with '[' and end with ']'")
    inner = value_string[1:-1]
    words = _elements(inner) if type_.type in _STRINGS else inner.split(',') if inner else []
    size, count = type_.array_size, len(words)
    if size is not None and (count > size if type_.is_upper_bound else count != size):
        most = 'not more than' if type_.is_upper_bound else 'exactly'
        raise InvalidValue(type_, value_string,
                           f'array must have {most} {size} elements, not {count}')
    element, values = Type(BaseType.__str__(type_)), []
    for number, word in enumerate(words):
        try:
            values.append(parse_primitive_value_string(element, word.strip()))
        except InvalidValue as wrong:
            raise InvalidValue(type_, value_string, f'element {number} with {wrong}') from None
    return values
