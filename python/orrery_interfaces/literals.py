"""Literals in definitions: the values of constants and defaults."""
from __future__ import annotations

import re
from typing import Any, List, NamedTuple, Tuple

from .definition import STRINGS, FieldType

INTEGER_RANGE = {
    'byte': (0, 255),
    'char': (0, 255),
    **{f'int{n}': (-(2 ** (n - 1)), 2 ** (n - 1) - 1) for n in (8, 16, 32, 64)},
    **{f'uint{n}': (0, 2 ** n - 1) for n in (8, 16, 32, 64)},
}

_INTEGER = re.compile(r'([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|\d+)\Z')
_FLOAT = re.compile(r'[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z|[+-]?(inf|infinity|nan)\Z', re.I)
_ESCAPE = re.compile(r'\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))')
_ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '0': '\0'}


class LiteralProblem(Exception):
    """What is wrong with a literal, and at which 0-based index of its line."""

    def __init__(self, problem: str, at: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at


class Parsed(NamedTuple):
    """A value and the index in the line at which it ends."""

    value: Any
    end: int


def skip_space(text: str, at: int) -> int:
    """The index of the first character at or after `at` that is not blank."""
    while at < len(text) and text[at] in ' \t':
        at += 1
    return at


def _unescape(match: 're.Match[str]') -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else _ESCAPES.get(match[3], match[3])


def _quoted(text: str, start: int) -> Parsed:
    at = start + 1
    while at < len(text):
        if text[at] == '\\':
            at += 1
        elif text[at] == text[start]:
            return Parsed(_ESCAPE.sub(_unescape, text[start + 1:at]), at + 1)
        at += 1
    raise LiteralProblem(f'the string is not closed by {text[start]}', start)


def _number(word: str, primitive: str, at: int) -> Any:
    if word == '':
        raise LiteralProblem(f'a value of type {primitive} is missing', at)
    if primitive == 'bool':
        if word.lower() in ('true', '1'):
            return True
        if word.lower() in ('false', '0'):
            return False
        raise LiteralProblem(f"'{word}' is neither true nor false", at)
    if primitive in ('float32', 'float64'):
        if not _FLOAT.match(word):
            raise LiteralProblem(f"'{word}' is not a number", at)
        return float(word)
    return _integer(word, primitive, at)


def _integer(word: str, primitive: str, at: int) -> Any:
    match = _INTEGER.match(word)
    if match is None:
        raise LiteralProblem(f"'{word}' is not an integer", at)
    if len(match[2]) > 80:
        raise LiteralProblem('the number is too long', at)
    base = {'x': 16, 'b': 2, 'o': 8}.get(match[2][1:2].lower(), 10)
    value = int(match[2], base) * (-1 if match[1] == '-' else 1)
    low, high = INTEGER_RANGE[primitive]
    if not low <= value <= high:
        raise LiteralProblem(f'{word} is not in the range of {primitive}', at)
    return bytes([value]) if primitive == 'byte' else value


def parse_scalar(text: str, type_: FieldType, start: int, stops: str = '') -> Parsed:
    """A scalar at `start`; `stops` end an unquoted value, like `#`."""
    is_string = type_.primitive in STRINGS
    if is_string and text[start:start + 1] in ('"', "'"):
        result = _quoted(text, start)
    else:
        end = start
        while end < len(text) and text[end] != '#' and text[end] not in stops:
            end += 1
        word = text[start:end].rstrip()
        result = Parsed(word if is_string else _number(word, type_.primitive, start), end)
    bound = type_.string_bound
    if is_string and bound is not None and len(result.value) > bound:
        raise LiteralProblem(f'the string is longer than its bound of {bound}', start)
    return result


def parse_array(text: str, type_: FieldType, start: int) -> Tuple[List[Any], int]:
    """An array literal `[a, b, c]` at `start`."""
    if text[start:start + 1] != '[':
        raise LiteralProblem('the default of an array is written in brackets: [a, b, c]', start)
    values = []
    at = skip_space(text, start + 1)
    while text[at:at + 1] != ']':
        item = parse_scalar(text, type_, at, ',]')
        values.append(item.value)
        at = skip_space(text, item.end)
        if text[at:at + 1] == ',':
            at = skip_space(text, at + 1)
        elif text[at:at + 1] != ']':
            raise LiteralProblem("',' or ']' is missing", at)
    if type_.array == 'fixed' and len(values) != type_.size:
        problem = f'the default has {len(values)} values instead of {type_.size}'
        raise LiteralProblem(problem, start)
    if type_.array == 'bounded' and len(values) > type_.size:
        raise LiteralProblem(f'the default has more than {type_.size} values', start)
    return values, at + 1
