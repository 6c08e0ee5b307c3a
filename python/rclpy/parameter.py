"""Parameters of nodes."""

from __future__ import annotations

import array
import re
from enum import Enum
from types import GenericAlias
from typing import Any, Optional, TypeVar, Union

from .impl.borrowed_names import borrowed_by

PARAMETER_SEPARATOR_STRING = '.'
#: For annotations: the possible values of a parameter.
AllowableParameterValue = Union[
    None, bool, int, float, str, list[bytes], list[bool], list[int], list[float], list[str],
    tuple[bytes, ...], tuple[bool, ...], tuple[int, ...], tuple[float, ...], tuple[str, ...],
    array.array]
AllowableParameterValueT = TypeVar('AllowableParameterValueT')


class _Type(Enum):
    NOT_SET = 0
    BOOL = 1
    INTEGER = 2
    DOUBLE = 3
    STRING = 4
    BYTE_ARRAY = 5
    BOOL_ARRAY = 6
    INTEGER_ARRAY = 7
    DOUBLE_ARRAY = 8
    STRING_ARRAY = 9

    @classmethod
    def from_parameter_value(cls, parameter_value: Any) -> '_Type':
        """The type of a value. Raises TypeError for a value that no parameter can have."""
        if parameter_value is None:
            return cls.NOT_SET
        if isinstance(parameter_value, bool):
            return cls.BOOL
        if isinstance(parameter_value, int):
            return cls.INTEGER
        if isinstance(parameter_value, float):
            return cls.DOUBLE
        if isinstance(parameter_value, str):
            return cls.STRING
        if isinstance(parameter_value, (list, tuple, array.array)):
            found = cls._of_sequence(parameter_value)
            if found is not None:
                return found
        raise TypeError(
            f"The given value is not one of the allowed types '{parameter_value}'.")

    @classmethod
    def _of_sequence(cls, values: Any) -> Optional['_Type']:
        if all(isinstance(value, bytes) for value in values):
            return cls.BYTE_ARRAY
        if all(isinstance(value, bool) for value in values):
            return cls.BOOL_ARRAY
        # Python's booleans are integers, but here they are not.
        if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            return cls.INTEGER_ARRAY
        if all(isinstance(value, float) for value in values):
            return cls.DOUBLE_ARRAY
        if all(isinstance(value, str) for value in values):
            return cls.STRING_ARRAY
        return None

    def check(self, parameter_value: Any) -> bool:
        """Whether a value is of this type."""
        if self is _Type.NOT_SET:
            return parameter_value is None
        if self in (_Type.BOOL, _Type.INTEGER, _Type.DOUBLE, _Type.STRING):
            kinds = {_Type.BOOL: bool, _Type.INTEGER: int, _Type.DOUBLE: float,
                     _Type.STRING: str}
            return isinstance(parameter_value, kinds[self])
        if not isinstance(parameter_value, (list, tuple, array.array)):
            return False
        inner = {_Type.BYTE_ARRAY: bytes, _Type.BOOL_ARRAY: bool, _Type.INTEGER_ARRAY: int,
                 _Type.DOUBLE_ARRAY: float, _Type.STRING_ARRAY: str}[self]
        return all(isinstance(value, inner) for value in parameter_value)


_Type.__name__ = 'Type'
_Type.__qualname__ = 'Parameter.Type'
_FIELDS = {
    _Type.BOOL: 'bool_value', _Type.INTEGER: 'integer_value', _Type.DOUBLE: 'double_value',
    _Type.STRING: 'string_value', _Type.BYTE_ARRAY: 'byte_array_value',
    _Type.BOOL_ARRAY: 'bool_array_value', _Type.INTEGER_ARRAY: 'integer_array_value',
    _Type.DOUBLE_ARRAY: 'double_array_value', _Type.STRING_ARRAY: 'string_array_value',
}


class Parameter:
    """A name, a type and a value."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    Type = _Type

    @classmethod
    def from_parameter_msg(cls, param_msg: Any) -> 'Parameter':
        """The parameter of an ``rcl_interfaces/msg/Parameter``."""
        type_ = _Type(value=param_msg.value.type)
        field = _FIELDS.get(type_)
        value = None if field is None else getattr(param_msg.value, field)
        return cls(param_msg.name, type_, value)

    def __init__(self, name: str, type_: Optional[_Type] = None, value: Any = None) -> None:
        if type_ is None:
            type_ = _Type.from_parameter_value(value)
        if not isinstance(type_, _Type):
            raise TypeError("type must be an instance of '{}'".format(repr(_Type)))
        if not type_.check(value):
            raise ValueError("Type '{}' and value '{}' do not agree".format(type_, value))
        self._name = name
        self._type_ = type_
        self._value = value

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def type_(self) -> _Type:
        """Its type."""
        return self._type_

    @property
    def value(self) -> Any:
        """Its value."""
        return self._value

    def get_parameter_value(self) -> Any:
        """The value as an ``rcl_interfaces/msg/ParameterValue``."""
        from rcl_interfaces.msg import ParameterValue

        message = ParameterValue(type=self.type_.value)
        field = _FIELDS.get(self.type_)
        if field is not None:
            setattr(message, field, self.value)
        return message

    def to_parameter_msg(self) -> Any:
        """The parameter as an ``rcl_interfaces/msg/Parameter``."""
        from rcl_interfaces.msg import Parameter as ParameterMsg

        return ParameterMsg(name=self.name, value=self.get_parameter_value())


def get_parameter_value(string_value: str) -> Any:
    """Interprets a string as a ``ParameterValue``."""
    import yaml

    try:
        value = yaml.safe_load(string_value)
    except yaml.YAMLError:
        value = string_value
    if isinstance(value, list):
        return _array_value(value, string_value)
    try:
        return Parameter('value', value=string_value if value is None else value).get_parameter_value()
    except TypeError:
        return Parameter('value', value=string_value).get_parameter_value()


def _array_value(values: list, text: str) -> Any:
    """An array of the first type that all values have, which for none is that of bools; else the text."""
    for kind, type_ in ((bool, _Type.BOOL_ARRAY), (int, _Type.INTEGER_ARRAY),
                        (float, _Type.DOUBLE_ARRAY), (str, _Type.STRING_ARRAY)):
        if all(isinstance(value, kind) for value in values):
            return Parameter('value', type_, [kind(value) for value in values]).get_parameter_value()
    return Parameter('value', value=text).get_parameter_value()


def parameter_value_to_python(parameter_value: Any) -> Any:
    """The value of a ``ParameterValue``."""
    try:
        type_ = _Type(parameter_value.type)
    except ValueError:
        raise RuntimeError(f'unexpected parameter type {parameter_value.type}') from None
    field = _FIELDS.get(type_)
    if field is None:
        return None
    value = getattr(parameter_value, field)
    if type_ in (_Type.BYTE_ARRAY, _Type.BOOL_ARRAY, _Type.INTEGER_ARRAY, _Type.DOUBLE_ARRAY,
                 _Type.STRING_ARRAY):
        return list(value)
    return value


def parameter_dict_from_yaml_file(parameter_file: str, use_wildcard: bool = False,
                                  target_nodes: Optional[list[str]] = None,
                                  namespace: str = '') -> dict[str, Any]:
    """The parameters of a file by name, as messages."""
    import yaml

    from .impl.parameter_files import parameter_rules

    with open(parameter_file, encoding='utf-8') as file:
        rules = parameter_rules(yaml.safe_load(file))
    nodes = [node if node.startswith('/') else f'/{node}' for node in target_nodes or []]
    values = {
        rule.name: rule.value for rule in rules
        if (use_wildcard or '*' not in rule.pattern)
        and (not nodes or any(_names(rule.pattern, node) for node in nodes))
    }
    if not values:
        raise RuntimeError('Param file does not contain any valid parameters')
    return {f'{namespace}{name}': Parameter(f'{namespace}{name}', value=value).to_parameter_msg()
            for name, value in values.items()}


def _names(pattern: str, node: str) -> bool:
    """Whether a section applies to a node. Unlike at a node's start, ``/**/x`` excludes ``/x``."""
    if pattern == '/**':
        return True
    expression = re.escape(pattern).replace(r'/\*\*', '(/[^/]+)+').replace(r'\*', '[^/]+')
    return re.fullmatch(expression, node) is not None


__getattr__ = borrowed_by(__name__)
