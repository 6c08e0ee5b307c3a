"""Documents of lines: block collections by their indentation."""
from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple

from .errors import MarkedYAMLError
from .flow import TAGS, Flow, Kinds
from .scalars import fold

_KEY = re.compile(
    r'''("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#\[\]{},&*!|>'"%@`-](?:[^:#]|:(?=\S)|(?<=\S)\#)*?'''
    r'''|[-?:](?=\S)(?:[^:#]|:(?=\S)|(?<=\S)\#)*?)\s*:(?=\s|\Z)''')
_BLOCK = re.compile(r'([|>])([-+]?)([1-9]?)([-+]?)\s*(?:#.*)?\Z')
_PROPERTY = re.compile(r'(&\S+|!\S*)(?:\s+|\Z)')


class _Document:
    def __init__(self, lines: List[str], first: int, kinds: Kinds) -> None:
        self.lines = lines
        self.first = first
        self.kinds = kinds
        self.at = 0
        self.anchors: Dict[str, Any] = {}

    def fail(self, problem: str) -> MarkedYAMLError:
        return MarkedYAMLError(problem, self.first + self.at)

    def next_line(self) -> Optional[Tuple[int, str]]:
        """Indentation and text of the next line that says something."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            text = line.lstrip(' ')
            if text.strip() and not text.startswith('#'):
                if text.startswith('\t'):
                    raise self.fail("found character '\\t' that cannot start any token")
                return len(line) - len(text), text.rstrip()
            self.at += 1
        return None

    def block(self, least: int) -> Any:
        """The collection or scalar that begins at the next line, if that is indented enough."""
        found = self.next_line()
        if found is None or found[0] < least:
            return None
        indent, text = found
        if text == '-' or text.startswith('- '):
            return self.sequence(indent)
        if _KEY.match(text):
            return self.mapping(indent)
        self.at += 1
        return self.value(text, indent - 1, indent)

    def sequence(self, indent: int) -> List[Any]:
        values = []
        while True:
            found = self.next_line()
            if found is None or found[0] < indent:
                return values
            text = found[1]
            if found[0] > indent or not (text == '-' or text.startswith('- ')):
                if found[0] == indent:
                    return values
                raise self.fail('bad indentation of a sequence entry')
            rest = text[1:].lstrip(' ')
            inner = indent + len(text) - len(rest)
            if rest and (rest == '-' or rest.startswith('- ') or _KEY.match(rest)):
                # A collection that begins on the line of the dash.
                self.lines[self.at] = ' ' * inner + rest
                values.append(self.block(inner))
            else:
                self.at += 1
                values.append(self.value(rest, indent, indent + 1))

    def mapping(self, indent: int) -> Dict[Any, Any]:
        values = self.kinds.mapping()
        while True:
            found = self.next_line()
            if found is None or found[0] < indent:
                return values
            match = _KEY.match(found[1]) if found[0] == indent else None
            if match is None:
                raise self.fail("could not find expected ':'" if found[0] == indent
                                else 'mapping values are not allowed here')
            key = Flow(match[1], self.anchors, self.first + self.at, self.kinds).value() if (
                match[1][0] in '"\'') else self.kinds.scalar(match[1].strip())
            rest = found[1][match.end():].lstrip()
            self.at += 1
            following = self.next_line() if not rest or rest.startswith('#') else None
            dash = following is not None and following[0] == indent and (
                following[1] == '-' or following[1].startswith('- '))
            # A list may stand at the indentation of its key.
            values[key] = self.sequence(indent) if dash else self.value(rest, indent, indent + 1)

    def value(self, text: str, indent: int, least: int) -> Any:
        """What stands behind a key or dash, or alone; it may go on in deeper lines."""
        if text.startswith('#'):
            text = ''
        match = _PROPERTY.match(text)
        if match:
            value = self.value(text[match.end():], indent, least)
            if match[1].startswith('&'):
                self.anchors[match[1][1:]] = value
                return value
            return TAGS.get(match[1], lambda given: given)(value)
        if not text:
            return self.block(least)
        header = _BLOCK.match(text)
        if header:
            return self.block_scalar(header, indent)
        if text[0] in '[{"\'*':
            return self.flow(text)
        lines = [re.split(r'\s#', text, maxsplit=1)[0]]
        while '#' not in text or lines[0] == text:
            if self.at >= len(self.lines):
                break
            line = self.lines[self.at]
            if line.strip() and len(line) - len(line.lstrip(' ')) <= indent:
                break
            if line.lstrip().startswith('#'):
                break
            if re.search(r':(\s|$)', line.strip()) and line.strip():
                raise self.fail('mapping values are not allowed here')
            lines.append(re.split(r'\s#', line, maxsplit=1)[0])
            self.at += 1
        while len(lines) > 1 and not lines[-1].strip():
            lines.pop()
        if re.search(r':\s', lines[0]):
            raise self.fail('mapping values are not allowed here')
        return self.kinds.scalar(fold(lines).strip())

    def flow(self, text: str) -> Any:
        """A value in brackets or quotes, which may go on in the next lines."""
        start = self.first + self.at - 1
        while True:
            reader = Flow(text, self.anchors, start, self.kinds)
            try:
                value = reader.value()
            except MarkedYAMLError as error:
                if 'end of' not in error.problem or self.at >= len(self.lines):
                    raise
            else:
                reader.space()
                if reader.at < len(text):
                    raise reader.fail(f"did not expect '{text[reader.at:]}'")
                return value
            text += '\n' + self.lines[self.at]
            self.at += 1

    def block_scalar(self, header: Any, indent: int) -> str:
        """The lines behind `|` or `>`."""
        chomp = header[2] or header[4]
        inner = indent + int(header[3]) if header[3] else 0
        lines: List[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            depth = len(line) - len(line.lstrip(' '))
            if line.strip() and depth <= max(indent, 0) and not (indent < 0 <= depth):
                break
            if line.strip() and not inner:
                inner = depth
            lines.append(line[inner:] if line.strip() else '')
            self.at += 1
        kept = list(lines)
        while kept and not kept[-1]:
            kept.pop()
        tail = '' if chomp == '-' else '\n' * (1 + len(lines) - len(kept)) if chomp == '+' else '\n'
        if not kept:
            return tail if chomp == '+' else ''
        return ('\n'.join(kept) if header[1] == '|' else _folded(kept)) + tail


def _folded(lines: List[str]) -> str:
    text, breaks, before = lines[0], 0, lines[0]
    for line in lines[1:]:
        if not line:
            breaks += 1
            continue
        # Deeper lines keep their breaks.
        deeper = line[0] in ' \t' or before[:1] in (' ', '\t')
        text += '\n' * (breaks + 1 if deeper else breaks) if breaks or deeper else ' '
        text += line
        breaks, before = 0, line
    return text


def documents(text: str, kinds: Kinds = Kinds()) -> List[Any]:
    """The values of all documents. Raises YAMLError."""
    found: List[Tuple[List[str], int]] = [([], 1)]
    for number, line in enumerate(text.lstrip('\ufeff').splitlines(), 1):
        if line == '---' or line.startswith('--- '):
            if any(each.strip() and not each.lstrip().startswith(('#', '%')) for each in found[-1][0]):
                found.append(([], number))
            else:
                found[-1] = ([], number)
            found[-1][0].append(' ' * 4 + line[4:] if line[4:].strip() else '')
            if line[4:].strip():
                found[-1][0][-1] = line[4:]
        elif line == '...':
            found.append(([], number + 1))
        else:
            found[-1][0].append(line)
    values = []
    for lines, first in found:
        document = _Document(lines, first, kinds)
        if document.next_line() is None and len(found) > 1 and not values and lines is found[-1][0]:
            continue
        value = document.block(0)
        if document.next_line() is not None:
            raise document.fail('expected the end of the document')
        values.append(value)
    while len(values) > 1 and values[-1] is None:
        values.pop()
    return values
