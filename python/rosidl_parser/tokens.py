"""The words of an `.idl` file, like src/interfaces/idl_tokens.ts."""
from __future__ import annotations

import re
from typing import List, NamedTuple

_TOKEN = re.compile(r'''
    (?P<blank>\s+|//[^\n\r]*|/\*[\s\S]*?\*/)
  | (?P<include>\#\s*include\s*(?:"[^"\n]*"|<[^>\n]*>)) | (?P<other>\#[^\n\r]*)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?!["A-Za-z0-9_]))
  | (?P<number>[0-9][0-9a-zA-Z_.]*(?:(?<=[eE])[+-][0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?[dD]?)
  | (?P<wide>L?)"(?P<quoted>(?:[^"\\]|\\[\s\S])*)"
  | (?P<sign>::|[{}();:,<>\[\]@=+\-*/%|^&~])''', re.X)
_ESCAPE = re.compile(r'\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([\s\S]))')
_ESCAPES = {'n': '\n', 't': '\t', 'v': '\v', 'b': '\b', 'r': '\r', 'f': '\f', 'a': '\a'}


class IdlError(ValueError):
    """A file is invalid; the message has the line and column."""

    def __init__(self, text: str, problem: str, at: int) -> None:
        before = re.split(r'\r\n|\n|\r', text[:at])
        self.problem = f'{problem:.200}'
        self.line, self.column = len(before), len(before[-1]) + 1
        super().__init__(f'{self.line}:{self.column}: {self.problem}; correct the definition.')


class IdlToken(NamedTuple):
    """One word: `kind` is `name`, `number`, `string`, `wide_string`, `sign`, `include` or `end`."""

    kind: str
    #: for a string, the text between its quotes
    text: str
    at: int


def without_escapes(text: str, wide: bool) -> str:
    r"""The value of a string; in narrow strings, `\u` is not an escape."""
    def replaced(match: 're.Match[str]') -> str:
        octal, hexadecimal, code, one = match.groups()
        if octal or hexadecimal:
            return chr(int(octal, 8) if octal else int(hexadecimal, 16))
        if code:
            return chr(int(code, 16)) if wide else match.group()
        return _ESCAPES.get(one, one)
    return _ESCAPE.sub(replaced, text)


def idl_tokens(text: str) -> List[IdlToken]:
    """The words of a text. Raises IdlError."""
    tokens: List[IdlToken] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise IdlError(text, f"'{text[at]}' is unexpected", at)
        if found['quoted'] is not None:
            kind = 'wide_string' if found['wide'] else 'string'
            tokens.append(IdlToken(kind, found['quoted'], at))
        else:
            kind = str(found.lastgroup)
            if kind not in ('blank', 'other'):
                tokens.append(IdlToken(kind, found.group(), at))
        at = found.end()
    tokens.append(IdlToken('end', '', len(text)))
    return tokens
