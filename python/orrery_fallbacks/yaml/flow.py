"""Values within one line of text: flow collections, quoted and plain scalars."""
from __future__ import annotations

import re
from typing import Any, Callable, Dict, NamedTuple, Tuple

from .errors import MarkedYAMLError
from .scalars import fold, resolve, unescape

_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
_SINGLE = re.compile(r"'((?:[^']|'')*)'", re.S)
_PLAIN = re.compile(r'(?:[^,\[\]{}:#\n]|:(?![ ,\[\]{}\n]|\Z)|(?<![ \n])#)+')
_NAME = re.compile(r'[&*]([^\s,\[\]{}]+)\s*')
_TAG = re.compile(r'!\S*\s*')


class Kinds(NamedTuple):
    """What mappings in lines and scalars without quotes become."""

    mapping: Callable[[], Dict[Any, Any]] = dict
    scalar: Callable[[str], Any] = resolve


class Flow:
    """Reads a text from a place on; `anchors` are the document's."""

    def __init__(self, text: str, anchors: Dict[str, Any], line: int, kinds: Kinds) -> None:
        self.text = text
        self.anchors = anchors
        self.line = line
        self.kinds = kinds
        self.at = 0

    def fail(self, problem: str) -> MarkedYAMLError:
        """The error for here."""
        return MarkedYAMLError(problem, self.line + self.text.count('\n', 0, self.at))

    def space(self) -> None:
        """Move over blanks, line breaks and comments."""
        match = re.compile(r'(?:\s|(?:(?<=\s)|(?<=^))#[^\n]*)*').match(self.text, self.at)
        self.at = match.end() if match else self.at

    def take(self, pattern: 're.Pattern[str]') -> Any:
        """Move over a pattern."""
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def value(self) -> Any:
        """One value."""
        self.space()
        char = self.text[self.at:self.at + 1]
        if char == '&':
            name = self.take(_NAME)[1]
            self.anchors[name] = value = self.value()
            return value
        if char == '*':
            name = self.take(_NAME)[1]
            if name not in self.anchors:
                raise self.fail(f"found undefined alias '{name}'")
            return self.anchors[name]
        if char == '!':
            tag = self.take(_TAG)[0].strip()
            value = self.value()
            return TAGS.get(tag, lambda v: v)(value)
        if char == '[':
            return self.collection(']', [], lambda found, value: found.append(value))
        if char == '{':
            return self.collection('}', {}, lambda found, pair: found.update([pair]))
        return self.scalar()

    def scalar(self) -> Any:
        """A quoted or plain scalar."""
        match = self.take(_DOUBLE)
        if match:
            return unescape(fold(match[1].split('\n')))
        match = self.take(_SINGLE)
        if match:
            return fold(match[1].split('\n')).replace("''", "'")
        if self.text[self.at:self.at + 1] in ('"', "'"):
            raise self.fail('found unexpected end of stream while scanning a quoted scalar')
        match = self.take(_PLAIN)
        return self.kinds.scalar(fold(match[0].strip().split('\n')) if match else '')

    def collection(self, end: str, found: Any, add: Callable[[Any, Any], Any]) -> Any:
        """The items up to the closing bracket."""
        self.at += 1
        while True:
            self.space()
            char = self.text[self.at:self.at + 1]
            if char == end:
                self.at += 1
                return found
            if char == '':
                raise self.fail(f"expected ',' or '{end}', but got the end of the stream")
            add(found, self.item(end == '}'))
            self.space()
            if self.text[self.at:self.at + 1] == ',':
                self.at += 1
            elif self.text[self.at:self.at + 1] != end:
                got = self.text[self.at:self.at + 1] or 'the end of the stream'
                raise self.fail(f"expected ',' or '{end}', but got '{got}'")

    def item(self, in_mapping: bool) -> Any:
        """An item of a list, or a pair of a mapping."""
        key = self.value()
        self.space()
        if self.text[self.at:self.at + 1] != ':':
            return (key, None) if in_mapping else key
        self.at += 1
        self.space()
        value = None if self.text[self.at:self.at + 1] in (',', '}', ']') else self.value()
        return self.pair(key, value, in_mapping)

    def pair(self, key: Any, value: Any, in_mapping: bool) -> Any:
        """A pair; alone in a list it is a mapping of its own."""
        if isinstance(key, (list, dict)):
            raise self.fail('found unhashable key')
        return (key, value) if in_mapping else {key: value}


def _plain(value: Any) -> Tuple[str]:
    return ('' if value is None else str(value),)


TAGS: Dict[str, Callable[[Any], Any]] = {
    '!!str': lambda value: _plain(value)[0], '!!float': float, '!!int': int, '!!bool': bool,
    '!!null': lambda value: None, '!!seq': list, '!!map': dict,
}
