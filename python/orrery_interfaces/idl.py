"""Definitions in `.idl` files as messages, like src/interfaces/parse_idl.ts."""
from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, List, Optional, Sequence

from rosidl_parser import definition, structures
from rosidl_parser.reader import IdlReader, read_idl
from rosidl_parser.tokens import IdlError

from .definition import Constant, Field, FieldType, Message
from .literals import LiteralProblem, parse_array, parse_scalar
from .parser import DefinitionError, check_size

_PRIMITIVES = {
    'boolean': 'bool', 'octet': 'byte', 'float': 'float32', 'double': 'float64',
    'char': 'idl_char', 'wchar': 'wchar',
    **{f'{sign}int{size}': f'{sign}int{size}' for sign in ('', 'u') for size in (8, 16, 32, 64)},
}


def idl_messages(names: Sequence[str], text: str, where: str) -> List[Message]:
    """The messages of a file, which must have these names. Raises DefinitionError."""
    check_size(names[0], text)
    try:
        reader, messages = read_idl(text)
    except IdlError as wrong:
        raise DefinitionError(f'{where}:{wrong}') from None

    def fail(problem: str) -> DefinitionError:
        return DefinitionError(f'{where}: {problem}; correct the definition.')
    shorts = [name.split('/')[2] for name in names]
    if [each.structure.namespaced_type.name for each in messages] != shorts:
        raise fail(f'the file must have the structures {", ".join(shorts)} in this order, and no '
                   'others')
    return [_Converter(reader, fail).message(name, message)
            for name, message in zip(names, messages)]


def _primitive(type_: Any) -> str:
    """The primitive type of a constant; that of a string includes its length."""
    if isinstance(type_, definition.BasicType):
        return _PRIMITIVES[type_.typename]
    return 'wstring' if isinstance(type_, definition.AbstractWString) else 'string'


class _Converter:
    def __init__(self, reader: IdlReader, fail: Callable[[str], DefinitionError]) -> None:
        self._constants = {each.name: each.value for group in reader.constants.values()
                           for each in group}
        self._fail = fail

    def message(self, name: str, message: structures.Message) -> Message:
        """One structure and its constants."""
        members = message.structure.members
        names = [each.name for each in (*message.constants, *members)]
        for i, each in enumerate(names):
            if each in names[:i]:
                raise self._fail(f"'{each}' is defined twice")
        check_size(name, '', len(names))
        if [each.name for each in members] == [definition.EMPTY_STRUCTURE_REQUIRED_MEMBER_NAME]:
            members = []
        constants = [self._constant(each) for each in message.constants]
        return Message(name, tuple(map(self._field, members)), tuple(constants))

    def _constant(self, constant: structures.Constant) -> Constant:
        plain = FieldType(primitive=_primitive(constant.type))
        return Constant(constant.name, plain.primitive, self._scalar(plain, constant.value))

    def _field(self, member: structures.Member) -> Field:
        field = self._field_with_default(member)
        for annotation in member.annotations:
            if annotation.name == 'deprecated':
                named = annotation.value if isinstance(annotation.value, dict) else {}
                return replace(field, deprecated=str(named.get('text', f'{field.name} is deprecated')))
        return field

    def _field_with_default(self, member: structures.Member) -> Field:
        type_ = self._type(member.type)
        given = [each.value for each in member.annotations if each.name == 'default']
        if not given:
            return Field(member.name, type_)
        value = given[0].get('value') if isinstance(given[0], dict) else given[0]
        if type_.nested:
            raise self._fail(f"'{member.name}' is a nested message, which cannot have a default")
        if not type_.array:
            return Field(member.name, type_, self._scalar(type_, value))
        if not isinstance(value, str) or not (value.strip()[:1] + value.strip()[-1:]) == '()':
            raise self._fail(f"the default of the array '{member.name}' is written as a text: "
                             '"(a, b, c)"')
        try:
            values, _ = parse_array('[' + value.strip()[1:-1] + ']', type_, 0)
        except LiteralProblem as wrong:
            raise self._fail(wrong.problem) from None
        return Field(member.name, type_, values)

    def _scalar(self, type_: FieldType, value: Any) -> Any:
        is_text = type_.primitive in ('string', 'wstring')
        if is_text != isinstance(value, str):
            raise self._fail(f"'{value}' is not a {type_.primitive}")
        if is_text:
            if type_.string_bound is not None and len(value) > type_.string_bound:
                raise self._fail(f'the string is longer than its bound of {type_.string_bound}')
            return value
        try:
            return parse_scalar(str(value).lower(), type_, 0).value
        except (LiteralProblem, KeyError) as wrong:
            raise self._fail(getattr(wrong, 'problem', f"'{value}' is not a character")) from None

    def _bound(self, size: Any) -> Optional[int]:
        """A size, or the value of a constant given by name."""
        value = self._constants.get(size) if isinstance(size, str) else size
        if not isinstance(value, int) or not 1 <= value <= 0xffffffff:
            raise self._fail(f"'{size}' is not a size from 1 to {0xffffffff}")
        return value

    def _type(self, type_: Any) -> FieldType:
        if isinstance(type_, definition.AbstractNestedType):
            inner = self._type(type_.value_type)
            kind, size = 'unbounded', 0
            if isinstance(type_, definition.Array):
                kind, size = 'fixed', self._bound(type_.size) or 0
            elif isinstance(type_, definition.BoundedSequence):
                kind, size = 'bounded', self._bound(type_.maximum_size) or 0
            return FieldType(inner.primitive, inner.nested, inner.string_bound, kind, size)
        if isinstance(type_, definition.NamespacedType):
            if len(type_.namespaces) != 2:
                raise self._fail(f"'{'::'.join(type_.namespaced_name())}' is not a type: write "
                                 'package::msg::Name')
            return FieldType(nested='/'.join(type_.namespaced_name()))
        if isinstance(type_, definition.BasicType):
            if type_.typename not in _PRIMITIVES:
                raise self._fail(f"'{type_.typename}' has no place in CDR that all machines agree "
                                 'on: use double')
            return FieldType(primitive=_PRIMITIVES[type_.typename])
        bound = self._bound(type_.maximum_size) if type_.has_maximum_size() else None
        return FieldType(primitive=_primitive(type_), string_bound=bound)
