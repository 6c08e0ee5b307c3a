"""Plain data as YAML, in the form that PyYAML writes."""
from __future__ import annotations

import base64
import json
import math
import re
from collections import OrderedDict
from typing import Any, List

from .errors import YAMLError
from .scalars import resolve

_NEEDS_QUOTES = re.compile(r'''\d{4}-\d\d?-\d\d?|---|\.\.\.\Z|[-?:](\s|\Z)|[,\[\]{}#&*!|>'"%@`]|.*(:(\s|\Z)|\s#)|\s|.*\s\Z''', re.S)

_FLOW_CHARACTERS = re.compile(r'[,\[\]{}:#?]')


def _scalar(value: Any) -> str:
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, float):
        if math.isnan(value):
            return '.nan'
        if math.isinf(value):
            return '.inf' if value > 0 else '-.inf'
        text = repr(value)
        return text.replace('e', '.0e', 1) if '.' not in text and 'e' in text else text
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, str):
        return _string(str(value))
    if isinstance(value, bytes):
        return '!!binary |\n  ' + base64.b64encode(value).decode()
    if hasattr(value, 'item'):
        return _scalar(value.item())
    raise YAMLError(f'cannot represent an object: {value!r}')


def _in_flow(value: Any) -> str:
    """A scalar in a flow collection, where more characters have a meaning."""
    text = _scalar(value)
    if isinstance(value, str) and text == value and _FLOW_CHARACTERS.search(text):
        return "'" + text.replace("'", "''") + "'"
    return text


def _string(text: str) -> str:
    if any(ord(char) < 32 or ord(char) == 127 for char in text):
        return json.dumps(text, ensure_ascii=False)
    if text == '' or _NEEDS_QUOTES.match(text) or not isinstance(resolve(text), str):
        return "'" + text.replace("'", "''") + "'"
    return text


def _items(value: Any, sort_keys: bool) -> List[Any]:
    items = list(value.items())
    if sort_keys and not isinstance(value, OrderedDict):
        try:
            items.sort(key=lambda pair: pair[0])
        except TypeError:
            pass
    return items


def _is_collection(value: Any) -> bool:
    return isinstance(value, (dict, list, tuple)) or (
        hasattr(value, 'tolist') and not hasattr(value, 'dtype'))


def _flow(value: Any, sort_keys: bool) -> str:
    if isinstance(value, dict):
        inner = ', '.join(f'{_in_flow(key)}: {_flow(each, sort_keys)}'
                          for key, each in _items(value, sort_keys))
        return '{' + inner + '}'
    if _is_collection(value):
        return '[' + ', '.join(_flow(each, sort_keys) for each in value) + ']'
    return _in_flow(value)


def _single(value: Any, sort_keys: bool) -> str:
    """The text on the line of a key or dash: a scalar or an empty collection."""
    return _flow(value, sort_keys) if _is_collection(value) else _scalar(value)


def _block(value: Any, indent: str, sort_keys: bool, lines: List[str]) -> None:
    """Append the lines of a nonempty collection."""
    if isinstance(value, dict):
        for key, each in _items(value, sort_keys):
            head = f'{indent}{_scalar(key)}:'
            if _is_collection(each) and len(each):
                lines.append(head)
                deeper = indent + '  ' if isinstance(each, dict) else indent
                _block(each, deeper, sort_keys, lines)
            else:
                lines.append(f'{head} {_single(each, sort_keys)}')
        return
    for each in value:
        if _is_collection(each) and len(each):
            inner: List[str] = []
            _block(each, indent + '  ', sort_keys, inner)
            lines.append(f'{indent}- {inner[0].lstrip()}')
            lines += inner[1:]
        else:
            lines.append(f'{indent}- {_single(each, sort_keys)}')


def dump_text(value: Any, flow_style: bool, sort_keys: bool) -> str:
    """A document."""
    if flow_style or not (_is_collection(value) and len(value)):
        text = _flow(value, sort_keys) if _is_collection(value) else _scalar(value)
        plain = not _is_collection(value) and not text.startswith(("'", '"', '!!'))
        return text + ('\n...\n' if plain else '\n')
    lines: List[str] = []
    _block(value, '', sort_keys, lines)
    return '\n'.join(lines) + '\n'
