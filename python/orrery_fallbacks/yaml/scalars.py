"""Scalars by the rules of YAML 1.1, as PyYAML reads them."""
from __future__ import annotations

import re
from typing import Any

_WORDS = {
    **{word: True for word in ('yes', 'true', 'on')},
    **{word: False for word in ('no', 'false', 'off')},
    **{word: None for word in ('null',)},
}
_INTEGER = re.compile(
    r'[-+]?(0b[0-1_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(:[0-5]?[0-9])+)\Z')
_FLOAT = re.compile(
    r'([-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?'
    r'|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(inf|Inf|INF))\Z')
_NAN = ('.nan', '.NaN', '.NAN')
_ESCAPES = {'0': '\0', 'a': '\a', 'b': '\b', 't': '\t', '\t': '\t', 'n': '\n', 'v': '\v',
            'f': '\f', 'r': '\r', 'e': '\x1b', ' ': ' ', '"': '"', '/': '/', '\\': '\\',
            'N': '\x85', '_': '\xa0', 'L': '\u2028', 'P': '\u2029'}
_ESCAPE = re.compile(r'\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)', re.S)


def resolve(text: str) -> Any:
    """The value of a plain scalar."""
    if text in ('', '~'):
        return None
    lower = text.lower()
    if lower in _WORDS and text in (lower, lower.capitalize(), lower.upper()):
        return _WORDS[lower]
    if _INTEGER.match(text):
        return _integer(text.replace('_', ''))
    if _FLOAT.match(text):
        return _float(text.replace('_', '').lower())
    return float('nan') if text in _NAN else text


def _integer(text: str) -> int:
    sign, digits = (-1, text[1:]) if text[0] == '-' else (1, text.lstrip('+'))
    if ':' in digits:
        value = 0
        for part in digits.split(':'):
            value = value * 60 + int(part)
        return sign * value
    base = {'0b': 2, '0x': 16}.get(digits[:2], 8 if digits[0] == '0' and digits != '0' else 10)
    return sign * int(digits, base)


def _float(text: str) -> float:
    sign, digits = (-1.0, text[1:]) if text[0] == '-' else (1.0, text.lstrip('+'))
    if digits == '.inf':
        return sign * float('inf')
    value = 0.0
    for part in digits.split(':'):
        value = value * 60 + float(part)
    return sign * value


def unescape(text: str) -> str:
    """The inside of double quotes."""
    def one(match: 're.Match[str]') -> str:
        code = match[1]
        if len(code) > 1:
            return chr(int(code[1:], 16))
        return '' if code == '\n' else _ESCAPES.get(code, code)
    return _ESCAPE.sub(one, text)


def fold(lines: Any) -> str:
    """Lines of a scalar that goes on: a space between two, a line break for each empty one."""
    if len(lines) == 1:
        return lines[0]
    text, breaks = lines[0].rstrip(), 0
    for line in lines[1:-1]:
        if not line.strip():
            breaks += 1
            continue
        text += ('\n' * breaks or ' ') + line.strip()
        breaks = 0
    return text + ('\n' * breaks or ' ') + lines[-1].lstrip()
