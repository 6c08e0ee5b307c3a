"""The parser of `.msg`, `.srv` and `.action` text.

It accepts what Orrery's other parser (src/interfaces/parser.ts) accepts; a test compares them.
"""
from __future__ import annotations

import re
from typing import List, NamedTuple, Optional, Tuple

from .definition import CHARACTERS, SCALARS, STRINGS, Constant, Field, FieldType, Message
from .literals import LiteralProblem, parse_array, parse_scalar, skip_space

_TYPE = re.compile(r'([A-Za-z][A-Za-z0-9_]*)(?:/(?:msg/)?([A-Za-z][A-Za-z0-9_]*))?'
                   r'(?:<=(\d+))?(\[(<=)?(\d+)?\])?\Z')
_FIELD_NAME = re.compile(r'(?!.*__)(?!.*_\Z)[a-z][a-z0-9_]*\Z')
_CONSTANT_NAME = re.compile(r'[A-Z]([A-Z0-9_]?[A-Z0-9]+)*\Z')
_LINE_END = re.compile(r'\r\n|\n|\r')
_MAX_COUNT = 0xffffffff
#: The most fields and constants of one definition.
_MAX_FIELDS = 4096
#: The most characters of one definition.
_MAX_TEXT = 1024 * 1024


class DefinitionError(ValueError):
    """The definition is invalid; the message begins with file, line and column."""


def limit_passed(name: str, problem: str) -> DefinitionError:
    """The error for a definition that exceeds a limit."""
    return DefinitionError(f'The definition of {name} {problem}; simplify the definition.')


def check_size(name: str, text: str, fields: int = 0) -> None:
    """Refuse a definition with too much text or too many fields."""
    if len(text) > _MAX_TEXT:
        raise limit_passed(name, f'has {len(text)} characters, more than the limit of {_MAX_TEXT}')
    if fields > _MAX_FIELDS:
        raise limit_passed(name, f'has more than the limit of {_MAX_FIELDS} fields')


class _Line(NamedTuple):
    text: str
    number: int
    where: str
    package: str

    def fail(self, problem: str, at: int) -> DefinitionError:
        place = f'{self.where}:{self.number}:{at + 1}'
        return DefinitionError(f'{place}: {problem}; correct the definition.')

    def count(self, digits: str, what: str) -> int:
        value = int((digits.lstrip('0') or '0')[:len(str(_MAX_COUNT)) + 1])
        if not 1 <= value <= _MAX_COUNT:
            raise self.fail(f'{what} {digits} is out of range', 0)
        return value


def _base(line: _Line, first: str, second: Optional[str], at: int) -> FieldType:
    if second is not None:
        return FieldType(nested=f'{first}/msg/{second}')
    if (first in SCALARS and first not in CHARACTERS) or first in STRINGS:
        return FieldType(primitive=first)
    if first in ('time', 'duration'):
        return FieldType(nested=f'builtin_interfaces/msg/{first.capitalize()}')
    if not first[0].isupper():
        raise line.fail(f"'{first}' is not a type", at)
    return FieldType(nested=f'{line.package}/msg/{first}')


def _parse_type(line: _Line, word: str, at: int) -> FieldType:
    match = _TYPE.match(word)
    if match is None:
        raise line.fail(f"'{word}' is not a type", at)
    first, second, bound, array, at_most, size = match.groups()
    base = _base(line, first, second, at)
    if at_most and size is None:
        raise line.fail(f"'{word}' lacks the bound after <=", at)
    if bound is not None and base.primitive not in STRINGS:
        raise line.fail(f'only string and wstring can be bounded, not {first}', at)
    kind = ''
    if array is not None:
        kind = 'unbounded' if size is None else 'bounded' if at_most else 'fixed'
    return FieldType(
        base.primitive, base.nested,
        None if bound is None else line.count(bound, 'the bound'),
        kind, 0 if size is None else line.count(size, 'the array size'))


def _word_end(text: str, at: int, stops: str) -> int:
    while at < len(text) and text[at] not in stops:
        at += 1
    return at


def _expect_end(line: _Line, at: int) -> None:
    rest = skip_space(line.text, at)
    if rest < len(line.text) and line.text[rest] != '#':
        raise line.fail(f"'{line.text[rest:]}' is unexpected", rest)


def _parse_constant(line: _Line, name: str, type_: FieldType, name_at: int, at: int) -> Constant:
    if not type_.primitive or type_.array:
        raise line.fail(f"the constant '{name}' must have a primitive type", 0)
    if not _CONSTANT_NAME.match(name):
        problem = f"'{name}' is not a constant's name: write it in upper case"
        raise line.fail(problem, name_at)
    parsed = parse_scalar(line.text, type_, skip_space(line.text, at))
    _expect_end(line, parsed.end)
    return Constant(name, type_.primitive, parsed.value)


def _parse_field(line: _Line, name: str, type_: FieldType, name_at: int, at: int) -> Field:
    if not _FIELD_NAME.match(name):
        problem = (f"'{name}' is not a field's name: use lower case letters, digits and "
                   'single underscores')
        raise line.fail(problem, name_at)
    start = skip_space(line.text, at)
    if start >= len(line.text) or line.text[start] == '#':
        return Field(name, type_)
    if not type_.primitive:
        raise line.fail('a nested message cannot have a default', start)
    parse = parse_array if type_.array else parse_scalar
    value, end = parse(line.text, type_, start)
    _expect_end(line, end)
    return Field(name, type_, value)


def _parse_line(line: _Line, at: int, names: set) -> 'Field | Constant':
    type_end = _word_end(line.text, at, ' \t#')
    type_ = _parse_type(line, line.text[at:type_end], at)
    name_at = skip_space(line.text, type_end)
    name_end = _word_end(line.text, name_at, ' \t#=')
    name = line.text[name_at:name_end]
    if not re.match(r'[A-Za-z][A-Za-z0-9_]*\Z', name):
        problem = f"'{name}' is not a name" if name else 'a name is missing after the type'
        raise line.fail(problem, name_at)
    if name in names:
        raise line.fail(f"'{name}' is defined twice", name_at)
    names.add(name)
    after = skip_space(line.text, name_end)
    try:
        if line.text[after:after + 1] == '=':
            return _parse_constant(line, name, type_, name_at, after + 1)
        return _parse_field(line, name, type_, name_at, name_end)
    except LiteralProblem as wrong:
        raise line.fail(wrong.problem, wrong.at) from None


def parse_message(text: str, full: str, where: str = '', first_line: int = 1) -> Message:
    """Parse the text of a `.msg` file or of one section of a `.srv` or `.action` file.

    `full` is `package/kind/Name`, `where` the file for errors. Raises DefinitionError.
    """
    check_size(full, text)
    package = full.split('/')[0]
    fields: List[Field] = []
    constants: List[Constant] = []
    names: set = set()
    for i, raw in enumerate(_LINE_END.split(text)):
        line = _Line(raw.rstrip(), first_line + i, where or full, package)
        at = skip_space(line.text, 0)
        if at >= len(line.text) or line.text[at] == '#':
            continue
        member = _parse_line(line, at, names)
        check_size(full, '', len(names))
        (constants if isinstance(member, Constant) else fields).append(member)  # type: ignore
    return Message(full, tuple(fields), tuple(constants))


def split_sections(text: str, count: int, where: str) -> List[Tuple[str, int]]:
    """The sections of a `.srv` (2) or `.action` (3) text, and the lines at which they begin."""
    found: List[Tuple[str, int]] = [('', 1)]
    lines: List[str] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        if line.rstrip() == '---':
            found[-1] = ('\n'.join(lines), found[-1][1])
            found.append(('', number + 1))
            lines = []
        else:
            lines.append(line)
    found[-1] = ('\n'.join(lines), found[-1][1])
    if len(found) != count:
        what = "a service needs one line '---'" if count == 2 else "an action needs two lines '---'"
        raise DefinitionError(f'{where}: {what} between its parts; correct the definition.')
    return found
