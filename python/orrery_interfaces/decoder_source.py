"""Writes the Python source of the CDR decoder of a message class; see `codec_source.py`."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

from .codec_source import Groups, Load, Source, class_name, put_block, put_scalar
from .definition import CHARACTERS, Field, FieldType, Message
from .fixed_array import numpy_module


class Reader:
    """Writes the decoder of a message, which reads `d` up to position `end`."""

    def __init__(self, groups: Groups, load: Load, optional_checks: bool) -> None:
        self.source = Source(groups, load)
        self.optional_checks = optional_checks
        #: Conversions to emit once the open group has been read.
        self.later: List[str] = []

    def flush(self) -> None:
        """Emit the open group and the pending conversions."""
        closed = self.source.take()
        if closed is not None:
            self.source.add(f's = {closed[0]}[p - 4 & 7]')
            self.source.add(f'{closed[1]}, = s.unpack_from(d, p)')
            self.source.add('p += s.size')
        for line in self.later:
            self.source.add(line)
        self.later = []

    def message(self, message: Message) -> str:
        """Read a message; returns the name of the variable that holds it."""
        if not message.fields:
            self.source.put('B', 1, 1, self.source.fresh('v'))
        values = [(field.name, self.field(field)) for field in message.fields]
        made = self.source.fresh('m')
        name = class_name(message.name)
        self.source.uses[name] = message.name
        lines = [f'{made} = new({name})', *(f'{made}._{key} = {value}' for key, value in values)]
        if self.optional_checks:
            lines.append(f'{made}._check_fields = CHECK')
        self.later += lines
        return made

    def field(self, field: Field) -> str:
        """Read one field; returns the name of the variable that will hold it."""
        type_ = field.type
        if type_.array:
            return self.array(field)
        if type_.nested:
            return self.message(self.source.load(type_.nested))
        value = self.source.fresh('v')
        if type_.scalar:
            put_scalar(self.source, type_, value)
            if type_.primitive in CHARACTERS:
                self.later.append(f'{value} = chr({value})')
        else:
            self.text(type_, value)
        return value

    def text(self, type_: FieldType, value: str) -> None:
        """Read a string."""
        add = self.source.add
        self.source.put('I', 4, 4, 'n')
        self.flush()
        if type_.primitive == 'wstring':
            add('q = p + 2 * n')
            add('if q > end: raise Short')
            add(f'{value} = str(d[p:q], UTF16, "surrogatepass")')
        else:
            # The final NUL is part of the count, although some writers omit it.
            add('q = p + n')
            add('if q > end: raise Short')
            add(f'{value} = str(d[p:q - 1 if n and not d[q - 1] else q], "utf-8", "replace")')
        add('p = q')
        if type_.string_bound is not None:
            add(f'if len({value}) > {type_.string_bound}: raise Bound')

    def array(self, field: Field) -> str:
        """Read an array or sequence."""
        type_, add = field.type, self.source.add
        scalar = type_.scalar
        value = self.source.fresh('v')
        if type_.array == 'fixed' and scalar is not None:
            put_block(self.source, type_, value)
            self.later.append(f'{value} = {self.elements(field, value)}')
            return value
        if type_.array != 'fixed':
            self.source.put('I', 4, 4, 'n')
        self.flush()
        count = str(type_.size) if type_.array == 'fixed' else 'n'
        if type_.array == 'bounded':
            add(f'if n > {type_.size}: raise Bound')
        if scalar is None:
            self.loop(type_, value, count)
            return value
        if scalar.size == 8:
            add('if n: p += p - 4 & 4')
        add(f'q = p + {scalar.size} * n')
        add('if q > end: raise Short')
        if scalar.code:
            add(f"{value} = array('{scalar.code}'); {value}.frombytes(d[p:q])")
            if self.source.groups.order == '>':
                add(f'{value}.byteswap()')
        else:
            add(f'{value} = {self.elements(field, "d[p:q]")}')
        add('p = q')
        return value

    def elements(self, field: Field, data: str) -> str:
        """An expression for the elements of an array, from its bytes."""
        type_ = field.type
        if type_.primitive == 'bool':
            return f'list(map(bool, {data}))'
        if type_.primitive == 'byte':
            return f'[one_of_byte[b] for b in {data}]'
        if type_.primitive == 'idl_char':
            return f'list(map(chr, {data}))'
        if type_.primitive == 'wchar':
            return f'list(map(chr, wide_codes({data})))'
        if self.source.groups.order == '<' and numpy_module() is not None:
            # In place, without a call; the array owns the bytearray, which is a copy.
            name = f'dtype_{type_.primitive}'
            self.source.uses[name] = self.source.uses['frombuffer'] = type_
            return f'frombuffer(bytearray({data}), {name})'
        name = f'fixed_{type_.primitive}_{type_.size}'
        self.source.uses[name] = type_
        return f'{name}({data})'

    def loop(self, type_: FieldType, value: str, count: str) -> None:
        """Read elements that are strings or messages."""
        add = self.source.add
        # Limits how often a corrupt count can repeat the loop.
        add(f'if {count} > end - p: raise Short')
        add(f'{value} = []')
        add(f'for _ in range({count}):')
        if type_.nested:
            name = 'read_' + class_name(type_.nested)
            self.source.uses[name] = type_.nested
            add(f'    i, p = {name}(d, p, end)')
        else:
            wide = 'wide' if type_.primitive == 'wstring' else 'text'
            add(f'    i, p = read_{wide}(d, p, end, {type_.string_bound})')
        add(f'    {value}.append(i)')


def decoder_source(
    message: Message, load: Load, optional_checks: bool, order: str,
) -> Tuple[str, Dict[str, Any], Dict[str, Any]]:
    """The source of `read(d, p, end)`, its structs, and the other objects that it refers to.

    `read` returns the message whose body continues at `p` (which includes the four bytes of the
    encapsulation) and the position after it.
    """
    groups = Groups(order)
    reader = Reader(groups, load, optional_checks)
    made = reader.message(message)
    reader.flush()
    source = reader.source.build('def read(d, p, end):', f'    return {made}, p')
    return source, dict(groups.named), reader.source.uses
