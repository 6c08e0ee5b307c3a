"""Reads the declarations of an `.idl` file, like src/interfaces/read_idl.ts."""
from __future__ import annotations

import re
from typing import Any, Dict, List, NoReturn, Optional, Tuple

from .definition import (
    AbstractNestedType, AbstractType, Array, BasicType, BoundedSequence, BoundedString,
    BoundedWString, NamedType, NamespacedType, UnboundedSequence, UnboundedString,
    UnboundedWString)
from .structures import Annotation, Constant, Include, Member, Message, Structure
from .tokens import IdlError, IdlToken, idl_tokens, without_escapes

_BASIC = {
    'short': 'int16', 'long': 'int32', 'long long': 'int64', 'unsigned short': 'uint16',
    'unsigned long': 'uint32', 'unsigned long long': 'uint64', 'float': 'float',
    'double': 'double', 'long double': 'long double', 'boolean': 'boolean', 'octet': 'octet',
    'char': 'char', 'wchar': 'wchar',
    **{f'{sign}int{size}': f'{sign}int{size}' for sign in ('', 'u') for size in (8, 16, 32, 64)},
}
_LONGER = ('unsigned', 'long', 'unsigned long')
_FIXED = re.compile(r'([\d.]+)[dDfF]\Z')


class IdlReader:
    """Reads the words of one file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = idl_tokens(text)
        self._next = 0
        self.includes = [Include(token.text.split('include', 1)[1].strip()[1:-1])
                         for token in self._tokens if token.kind == 'include']
        self._tokens = [token for token in self._tokens if token.kind != 'include']
        self.structures: List[Structure] = []
        #: constants, by the name of the innermost module
        self.constants: Dict[str, List[Constant]] = {}
        self._named: Dict[str, AbstractType] = {}

    def read(self) -> None:
        """Read everything. Raises IdlError."""
        self._declarations([])
        if self._peek().kind != 'end':
            self._unexpected()

    def _fail(self, problem: str, at: int) -> NoReturn:
        raise IdlError(self._text, problem, at)

    def _unexpected(self) -> NoReturn:
        kind, text, at = self._peek()
        self._fail('the file ends too early' if kind == 'end' else f"'{text}' is unexpected", at)

    def _peek(self) -> IdlToken:
        return self._tokens[self._next]

    def _take(self, text: str) -> bool:
        token = self._peek()
        if token.kind in ('string', 'wide_string', 'end') or token.text != text:
            return False
        self._next += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._take(text):
            self._fail(f"'{text}' is missing", self._peek().at)

    def _name(self) -> IdlToken:
        token = self._peek()
        if token.kind != 'name':
            self._unexpected()
        self._next += 1
        return token

    def _declarations(self, modules: List[str]) -> None:
        while True:
            annotations = self._annotations()
            kind, text, at = self._peek()
            if kind == 'end' or text == '}':
                return
            self._next += 1
            if text == 'module':
                inner = self._name().text
                self._expect('{')
                self._declarations([*modules, inner])
                self._expect('}')
            elif text == 'struct':
                self._struct(modules, annotations)
            elif text == 'const':
                self._constant(modules, annotations)
            elif text == 'typedef':
                type_ = self._type()
                name = self._name()
                self._named[name.text] = self._dimension(type_, name.at)
            elif text in ('enum', 'union', 'bitmask', 'interface'):
                self._fail(f"'{text}' cannot be part of a ROS 2 interface", at)
            else:
                self._fail(f"'{text}' is unexpected", at)
            self._expect(';')

    def _struct(self, modules: List[str], annotations: List[Annotation]) -> None:
        structure = Structure(NamespacedType(list(modules), self._name().text))
        structure.annotations += annotations
        self._expect('{')
        while not self._take('}'):
            given = self._annotations()
            type_ = self._type()
            while True:
                name = self._name()
                member = Member(self._dimension(type_, name.at), name.text)
                member.annotations += given
                structure.members.append(member)
                if not self._take(','):
                    break
            self._expect(';')
        self.structures.append(structure)

    def _constant(self, modules: List[str], annotations: List[Annotation]) -> None:
        at = self._peek().at
        type_ = self._type()
        name = self._name().text
        if not isinstance(type_, (BasicType, UnboundedString, UnboundedWString, BoundedString,
                                  BoundedWString)):
            self._fail(f"the constant '{name}' must have a primitive type", at)
        self._expect('=')
        value = self._value()
        if isinstance(type_, (UnboundedString, BoundedString)):
            type_ = BoundedString(len(value))
        elif isinstance(type_, (UnboundedWString, BoundedWString)):
            type_ = BoundedWString(len(value))
        constant = Constant(name, type_, value)
        constant.annotations += annotations
        self.constants.setdefault(modules[-1] if modules else '', []).append(constant)

    def _dimension(self, type_: AbstractType, at: int) -> AbstractType:
        if not self._take('['):
            return type_
        if isinstance(type_, AbstractNestedType):
            self._fail('arrays of arrays are not possible', at)
        size = self._count()
        self._expect(']')
        if self._peek().text == '[':
            self._fail('arrays of arrays are not possible', at)
        return Array(type_, size)

    def _type(self) -> AbstractType:
        text, at = self._name()[1:]
        if text == 'sequence':
            return self._sequence(at)
        if text in ('string', 'wstring'):
            if not self._take('<'):
                return UnboundedString() if text == 'string' else UnboundedWString()
            bound = self._count()
            self._expect('>')
            return BoundedString(bound) if text == 'string' else BoundedWString(bound)
        words = text
        while words in _LONGER and self._peek().text in ('short', 'long', 'double'):
            words += ' ' + self._name().text
        return BasicType(_BASIC[words]) if words in _BASIC else self._named_type(text, at)

    def _sequence(self, at: int) -> AbstractType:
        self._expect('<')
        type_ = self._type()
        if isinstance(type_, AbstractNestedType):
            self._fail('sequences of arrays are not possible', at)
        bound = self._count() if self._take(',') else None
        self._expect('>')
        return UnboundedSequence(type_) if bound is None else BoundedSequence(type_, bound)

    def _named_type(self, first: str, at: int) -> AbstractType:
        parts = [first]
        while self._take('::'):
            parts.append(self._name().text)
        if len(parts) > 1:
            return NamespacedType(parts[:-1], parts[-1])
        if first not in self._named:
            self._fail(f"'{first}' is not a type: write package::msg::Name", at)
        named = self._named[first]
        assert not isinstance(named, NamedType)
        return named

    def _count(self) -> Any:
        """A positive number, or the name of a constant, which upstream does not replace."""
        at, kind = self._peek().at, self._peek().kind
        value = self._value()
        if kind != 'name' and not (isinstance(value, int) and 1 <= value <= 0xffffffff):
            self._fail(f"'{value}' is not a size from 1 to {0xffffffff}", at)
        return value

    def _value(self) -> Any:
        negative = False
        while self._peek().text in ('-', '+'):
            negative ^= self._take('-')
            self._take('+')
        kind, text, at = self._peek()
        if kind not in ('number', 'string', 'wide_string', 'name'):
            self._unexpected()
        self._next += 1
        value: Any = text
        if kind == 'name':
            while self._take('::'):
                value = self._name().text
            value = {'TRUE': True, 'FALSE': False}.get(value, value)
        elif kind == 'number':
            value = self._number(text, at)
            value = -value if negative else value
        else:
            value = without_escapes(text, kind == 'wide_string')
            while self._peek().kind in ('string', 'wide_string'):
                value += without_escapes(self._peek().text, self._peek().kind == 'wide_string')
                self._next += 1
        if self._peek().text in ('*', '/', '%', '|', '^', '&'):
            self._fail('expressions are not possible: write the value', self._peek().at)
        return value

    def _number(self, text: str, at: int) -> Any:
        fixed = _FIXED.match(text)
        try:
            if fixed and not text.lower().startswith('0x'):
                return float(fixed[1])
            if text.isdigit():
                return int(text)
            return int(text, 0) if text[:2].lower() == '0x' else float(text)
        except ValueError:
            self._fail(f"'{text}' is not a number", at)

    def _annotations(self) -> List[Annotation]:
        found = []
        while self._take('@'):
            name = self._name().text
            found.append(Annotation(name, self._annotation_value() if self._take('(') else None))
        return found

    def _annotation_value(self) -> Any:
        """The values by name, or the only value."""
        values: Dict[str, Any] = {}
        while True:
            if self._tokens[self._next + 1].text == '=':
                key: Optional[str] = self._name().text
                self._expect('=')
            else:
                key = None
            value = self._value()
            if key is None:
                self._expect(')')
                return value
            values[key] = value
            if not self._take(','):
                self._expect(')')
                return values

    def message(self, structure: Structure) -> Message:
        """A structure with the constants of its module."""
        message = Message(structure)
        name = structure.namespaced_type.name + '_Constants'
        message.constants += self.constants.get(name, [])
        return message


def read_idl(text: str) -> Tuple[IdlReader, List[Message]]:
    """The content of a file, and its structures as messages. Raises IdlError."""
    reader = IdlReader(text)
    reader.read()
    return reader, [reader.message(each) for each in reader.structures]
