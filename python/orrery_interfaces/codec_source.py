"""Writes the Python source of the CDR encoder and decoder of a message class.

Adjacent data of fixed size forms a *group*: one call of one `struct.Struct`. The padding that a
group needs depends on where it begins, so each has up to eight structs, one for each position
modulo 8; the code selects one by `G[p & 7]`. Positions count from the beginning of the body, after
the four bytes of the encapsulation.
"""
from __future__ import annotations

import struct
from typing import Any, Callable, Dict, List, Optional, Tuple

from .definition import CHARACTERS, Field, FieldType, Message

Load = Callable[[str], Message]


class Groups:
    """The structs of a type, under their names in the source."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.named: Dict[str, Tuple[struct.Struct, ...]] = {}
        self._names: Dict[Tuple[Tuple[str, int, int], ...], str] = {}

    def name(self, items: List[Tuple[str, int, int]]) -> str:
        """The name of the group of these (format, alignment, size)."""
        key = tuple(items)
        if key not in self._names:
            name = self._names[key] = f'G{len(self._names)}'
            self.named[name] = tuple(self._at(items, start) for start in range(8))
        return self._names[key]

    def _at(self, items: List[Tuple[str, int, int]], start: int) -> struct.Struct:
        formats, position = [self.order], start
        for code, alignment, size in items:
            padding = -position % alignment
            formats.append('x' * padding + code)
            position += padding + size
        return struct.Struct(''.join(formats))


class Source:
    """The growing source of one function: statements, unique names, and the open group."""

    def __init__(self, groups: Groups, load: Load) -> None:
        self.groups = groups
        self.load = load
        self.lines: List[str] = []
        self.uses: Dict[str, Any] = {}
        self._count = 0
        self.items: List[Tuple[str, int, int]] = []
        self.operands: List[str] = []

    def add(self, line: str) -> None:
        """Append a statement."""
        self.lines.append('    ' + line)

    def fresh(self, prefix: str) -> str:
        """A name that is unique in the function."""
        self._count += 1
        return f'{prefix}{self._count}'

    def put(self, code: str, alignment: int, size: int, operand: str) -> None:
        """Add one value to the open group."""
        self.items.append((code, alignment, size))
        self.operands.append(operand)

    def take(self) -> Optional[Tuple[str, str]]:
        """Close the group: returns its name and its operands as one text; None if it is empty."""
        if not self.items:
            return None
        closed = self.groups.name(self.items), ', '.join(self.operands)
        self.items, self.operands = [], []
        return closed

    def build(self, head: str, tail: str) -> str:
        """The whole function."""
        return '\n'.join([head, *self.lines, tail]) + '\n'


def class_name(full: str) -> str:
    """The name of a class in generated source."""
    return 'C_' + full.replace('/', '_')


def put_scalar(source: Source, type_: FieldType, operand: str) -> None:
    """Add a scalar of fixed size to the open group."""
    scalar = type_.scalar
    assert scalar is not None
    source.put(scalar.struct, scalar.size, scalar.size, operand)


def put_block(source: Source, type_: FieldType, operand: str) -> None:
    """Add all elements of a fixed array to the open group as one block of bytes."""
    scalar = type_.scalar
    assert scalar is not None
    count = scalar.size * type_.size
    source.put(f'{count}s', scalar.size, count, operand)


class Writer:
    """Writes the encoder of a message."""

    def __init__(self, groups: Groups, load: Load) -> None:
        self.source = Source(groups, load)

    def flush(self) -> None:
        """Emit the open group."""
        closed = self.source.take()
        if closed is not None:
            self.source.add(f's = {closed[0]}[p & 7]')
            self.source.add(f'add(s.pack({closed[1]}))')
            self.source.add('p += s.size')

    def message(self, message: Message, value: str) -> None:
        """Write the fields of a message that an expression evaluates to."""
        if not message.fields:
            # IDL forbids empty structs; ROS 2 encodes one byte instead.
            self.source.put('B', 1, 1, '0')
        for field in message.fields:
            self.field(field, f'{value}._{field.name}')

    def field(self, field: Field, value: str) -> None:
        """Write one field."""
        type_ = field.type
        if type_.array:
            self.array(field, value)
        elif type_.nested:
            inner = self.source.fresh('m')
            self.source.add(f'{inner} = {value}')
            self.message(self.source.load(type_.nested), inner)
        elif type_.scalar:
            operand = f'ord({value})' if type_.primitive in CHARACTERS else value
            put_scalar(self.source, type_, operand)
        else:
            self.text(type_, value)

    def text(self, type_: FieldType, value: str) -> None:
        """Write a string: its length, its bytes, and for narrow strings a NUL."""
        add, e = self.source.add, self.source.fresh('e')
        add(f'{e} = {value}')
        if type_.string_bound is not None:
            add(f'if len({e}) > {type_.string_bound}: raise Fault')
        if type_.primitive == 'wstring':
            order = 'le' if self.source.groups.order == '<' else 'be'
            add(f"{e} = {e}.encode('utf-16-{order}', 'surrogatepass')")
            self.source.put('I', 4, 4, f'len({e}) >> 1')
            self.flush()
        else:
            add(f'{e} = {e}.encode()')
            self.source.put('I', 4, 4, f'len({e}) + 1')
            self.flush()
        add(f'add({e})')
        add(f'p += len({e})')
        if type_.primitive == 'string':
            self.source.put('B', 1, 1, '0')

    def array(self, field: Field, value: str) -> None:
        """Write an array or sequence."""
        type_, add = field.type, self.source.add
        scalar = type_.scalar
        a = self.source.fresh('a')
        add(f'{a} = {value}')
        if type_.array == 'fixed':
            if scalar is not None:
                block = self.source.fresh('b')
                add(f'{block} = {self.block(type_, a)}')
                add(f'if len({block}) != {scalar.size * type_.size}: raise Fault')
                put_block(self.source, type_, block)
                return
            add(f'if len({a}) != {type_.size}: raise Fault')
        else:
            if type_.array == 'bounded':
                add(f'if len({a}) > {type_.size}: raise Fault')
            self.source.put('I', 4, 4, f'len({a})')
        self.flush()
        if scalar is None:
            self.loop(type_, a)
            return
        data = a if scalar.code else self.block(type_, a)
        add(f'if {a}:')
        if scalar.size == 8:
            add('    if p & 4: add(PAD); p += 4')
        add(f'    add({data})')
        add(f'    p += {scalar.size} * len({a})')

    def block(self, type_: FieldType, array: str) -> str:
        """An expression for the bytes of an array's elements."""
        if type_.primitive == 'bool':
            return f'bytes(map(bool, {array}))'
        if type_.primitive == 'byte':
            return f"b''.join(map(one_byte, {array}))"
        if type_.primitive == 'idl_char':
            return f'bytes(map(ord, {array}))'
        if type_.primitive == 'wchar':
            return f"b''.join(map(two_bytes, {array}))"
        return f'{array}.tobytes()'

    def loop(self, type_: FieldType, array: str) -> None:
        """Write elements that are strings or messages."""
        item = self.source.fresh('i')
        self.source.add(f'for {item} in {array}:')
        if type_.nested:
            name = 'write_' + class_name(type_.nested)
            self.source.uses[name] = type_.nested
            self.source.add(f'    p = {name}({item}, add, p)')
        elif type_.primitive == 'wstring':
            self.source.add(f'    p = write_wide({item}, add, p, {type_.string_bound})')
        else:
            self.source.add(f'    p = write_text({item}, add, p, {type_.string_bound})')


def encoder_source(message: Message, load: Load) -> Tuple[str, Dict[str, Any], Dict[str, str]]:
    """The source of `write(m, add, p)`, its structs, and the types whose `write` it calls.

    `write` appends the parts of the body with `add` and returns the position after it.
    """
    groups = Groups('<')
    writer = Writer(groups, load)
    writer.message(message, 'm')
    writer.flush()
    source = writer.source.build('def write(m, add, p):', '    return p')
    return source, dict(groups.named), writer.source.uses
