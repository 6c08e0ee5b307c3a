"""Fields, constants, messages, services and actions."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional

from .field_types import PRIMITIVE_TYPES, BaseType, Type, is_valid_constant_name, is_valid_field_name
from .values import parse_primitive_value_string, parse_value_string


class Constant:
    """A constant of a primitive type."""

    __slots__ = ['type', 'name', 'value', 'annotations']

    def __init__(self, primitive_type: str, name: str, value_string: str) -> None:
        if primitive_type not in PRIMITIVE_TYPES:
            raise TypeError(f"the constant type '{primitive_type}' must be a primitive type")
        if not is_valid_constant_name(name):
            raise NameError(f"'{name}' is an invalid constant name")
        if value_string is None:
            raise ValueError("the constant value must not be 'None'")
        self.type, self.name = primitive_type, name
        self.value = parse_primitive_value_string(Type(primitive_type), value_string)
        self.annotations: Dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and (
            (self.type, self.name, self.value) == (other.type, other.name, other.value))

    def __str__(self) -> str:
        quote = "'" if self.type in ('string', 'wstring') else ''
        return f'{self.type} {self.name}={quote}{self.value}{quote}'


class Field:
    """A field; its default is None unless the definition has one."""

    def __init__(self, type_: Type, name: str, default_value_string: Optional[str] = None) -> None:
        if not isinstance(type_, Type):
            raise TypeError(f"the field type '{type_}' must be a 'Type' instance")
        if not is_valid_field_name(name):
            raise NameError(f"'{name}' is an invalid field name")
        self.type, self.name = type_, name
        self.default_value = None if default_value_string is None else (
            parse_value_string(type_, default_value_string))
        self.annotations: Dict[str, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and (
            (self.type, self.name, self.default_value)
            == (other.type, other.name, other.default_value))

    def __str__(self) -> str:
        if self.default_value is None:
            return f'{self.type} {self.name}'
        quote = "'" if isinstance(self.default_value, str) else ''
        return f'{self.type} {self.name} {quote}{self.default_value}{quote}'


def _all_of(kind: Any, given: Iterable[Any], what: str) -> List[Any]:
    found = list(given)
    for number, each in enumerate(found):
        if not isinstance(each, kind):
            raise TypeError(f"{what} {number} must be a '{kind.__name__}' instance")
    names = [each.name for each in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f'the {what}s iterable contains duplicate names: {", ".join(twice)}')
    return found


class MessageSpecification:
    """A message."""

    def __init__(self, pkg_name: str, msg_name: str, fields: Iterable[Field],
                 constants: Iterable[Constant]) -> None:
        self.base_type = BaseType(f'{pkg_name}/{msg_name}')
        self.msg_name = msg_name
        self.annotations: Dict[str, Any] = {}
        self.fields: List[Field] = _all_of(Field, fields, 'field')
        self.constants: List[Constant] = _all_of(Constant, constants, 'constant')

    def full_name(self) -> str:
        """Package and name."""
        return str(self.base_type)

    def all_fields(self) -> List[Field]:
        """Its fields."""
        return self.fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MessageSpecification) and (
            (self.base_type, self.fields, self.constants)
            == (other.base_type, other.fields, other.constants))

    def __str__(self) -> str:
        return '\n'.join([f'# {self.base_type}', *map(str, self.constants), *map(str, self.fields)])


class ServiceSpecification:
    """A service."""

    def __init__(self, pkg_name: str, srv_name: str, request: MessageSpecification,
                 response: MessageSpecification) -> None:
        self.pkg_name, self.srv_name = pkg_name, srv_name
        self.request, self.response = request, response

    def full_name(self) -> str:
        """Package and name."""
        return f'{self.pkg_name}/{self.srv_name}'

    def all_fields(self) -> List[Field]:
        """The fields of both parts."""
        return self.request.fields + self.response.fields

    def __str__(self) -> str:
        return f'# {self.full_name()}\n{self.request}\n---\n{self.response}'


class ActionSpecification:
    """An action."""

    def __init__(self, pkg_name: str, action_name: str, goal: MessageSpecification,
                 result: MessageSpecification, feedback: MessageSpecification) -> None:
        self.pkg_name, self.action_name = pkg_name, action_name
        self.goal, self.result, self.feedback = goal, result, feedback

    def full_name(self) -> str:
        """Package and name."""
        return f'{self.pkg_name}/{self.action_name}'

    def all_fields(self) -> List[Field]:
        """The fields of all parts."""
        return self.goal.fields + self.result.fields + self.feedback.fields
