"""Makes message, service and action classes like those that rosidl generates."""
from __future__ import annotations

import array
import builtins
import copy
import warnings
from collections.abc import Set
from typing import Any, Callable, Dict, List

from . import fixed_array
from .checks import make_check
from .class_source import class_source, default_expression
from .definition import CHARACTERS, Constant, Field, FieldType, Message

Load = Callable[[str], type]


class TypeSupport:
    """Replaces the C type support of a class: rclpy only checks that it exists."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f'<type support of {self.name}>'


class _LazySlotTypes:
    """`SLOT_TYPES`, which makes its `rosidl_parser.definition` objects on first use."""

    def __init__(self, fields: Any) -> None:
        self._fields = fields
        self._made: Any = None

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if self._made is None:
            from .slot_types import slot_type
            self._made = tuple(slot_type(field.type) for field in self._fields)
        return self._made


def _metaclass(full: str, module: str, kind: str, extra: Dict[str, Any]) -> type:
    """A metaclass with the attributes that rclpy uses; `_TYPE_NAME` and `_CODEC` are Orrery's own."""
    short = full.split('/')[2]

    @classmethod  # type: ignore[misc]
    def import_type_support(cls: Any) -> None:
        cls._TYPE_SUPPORT = TypeSupport(full)
        if kind == 'message':
            from . import deserialize, serialize
            cls._CREATE_ROS_MESSAGE = cls._DESTROY_ROS_MESSAGE = cls._TYPE_SUPPORT
            cls._CONVERT_FROM_PY, cls._CONVERT_TO_PY = serialize, deserialize

    names: Dict[str, Any] = {
        '__doc__': f"Metaclass of {kind} '{short}'.",
        '__module__': module,
        '_TYPE_NAME': full,
        '_CODEC': None,
        '_TYPE_SUPPORT': None,
        '__import_type_support__': import_type_support,
        **extra,
    }
    if kind == 'message':
        for word in ('CREATE_ROS_MESSAGE', 'CONVERT_FROM_PY', 'CONVERT_TO_PY',
                     'DESTROY_ROS_MESSAGE'):
            names[f'_{word}'] = None
    return type(f'Metaclass_{short}', (type,), names)


def _read_only(value: Any, doc: str) -> property:
    return property(lambda cls: copy.copy(value), doc=doc)


def _message_metaclass(message: Message, module: str, defaults: Dict[str, Any]) -> type:
    constants: List[Constant] = list(message.constants)
    prepared = {constant.name: constant.value for constant in constants}
    extra: Dict[str, Any] = {
        constant.name: _read_only(constant.value, f"Message constant '{constant.name}'.")
        for constant in constants
    }
    for name, value in defaults.items():
        prepared[f'{name.upper()}__DEFAULT'] = value
        extra[f'{name.upper()}__DEFAULT'] = _read_only(
            value, f"Return default value for message field '{name}'.")

    @classmethod  # type: ignore[misc]
    def prepare(cls: Any, name: str, bases: Any, **kwargs: Any) -> Dict[str, Any]:
        return dict(prepared)
    return _metaclass(message.name, module, 'message', {'__prepare__': prepare, **extra})


def default_value(field: Field) -> Any:
    """The default in a definition, as the Python value of the field."""
    type_ = field.type
    if not type_.is_numeric:
        return copy.copy(field.default)
    scalar = type_.scalar
    assert scalar is not None
    if type_.array == 'fixed':
        return fixed_array.fixed_maker(scalar.code, scalar.dtype)(field.default)
    return array.array(scalar.code, field.default)


def _maker(field: Field, load: Load) -> Callable[[], Any]:
    """A function that makes the default of a field whose default is not a plain expression."""
    type_ = field.type
    if field.default is not None:
        kept = default_value(field)
        return lambda: copy.copy(kept)
    scalar = type_.scalar
    if type_.is_numeric:
        assert scalar is not None
        if type_.array == 'fixed':
            return fixed_array.zeros_maker(scalar.code, scalar.dtype, type_.size)
        return lambda: array.array(scalar.code)
    if type_.array:
        return lambda: [_element(type_, load) for _ in range(type_.size)]
    return load(type_.nested)


def _element(type_: FieldType, load: Load) -> Any:
    if type_.nested:
        return load(type_.nested)()
    return {'bool': False, 'byte': b'\x00', **dict.fromkeys(CHARACTERS, '\0')}.get(
        type_.primitive, '')


def _check_names(message: Any, given: Dict[str, Any]) -> None:
    slots = message.__slots__
    unknown = sorted(name for name in given if '_' + name not in slots)
    if unknown:
        raise AssertionError('Invalid arguments passed to constructor: ' + ', '.join(unknown))


def _represent(self: Any) -> str:
    """The constructor call that would make the message."""
    cls = type(self)
    typename = '.'.join([*cls.__module__.split('.')[:-1], cls.__name__])
    fields = []
    for name in cls._fields_and_field_types:
        value = getattr(self, name)
        text = repr(value)
        if isinstance(value, array.array) and not isinstance(value, fixed_array.FixedArray):
            text = text[len("array('X', "):-1] if value else '[]'
        fields.append(f'{name}={text}')
    return f"{typename}({', '.join(fields)})"


@classmethod  # type: ignore[misc]
def _get_fields_and_field_types(cls: Any) -> Dict[str, str]:
    """The types of the fields as text, by name; a copy."""
    return dict(cls._fields_and_field_types)


#: Distributions whose messages are equal only if each element of their fixed arrays is.
_WHOLE_ARRAYS = ('kilted', 'lyrical', 'rolling')
#: Distributions in which NaN is equal to NaN, and sequences are cast to lists.
_SINCE_LYRICAL = ('lyrical', 'rolling')


def _warn_of_set() -> None:
    warnings.warn(
        'Using set or subclass of set is deprecated, please use a subclass of collections.abc.Sequence like list',
        DeprecationWarning, stacklevel=2)


def make_message(message: Message, module: str, load: Load, checked: 'bool | None',
                 distro: str) -> type:
    """The class of a message.

    `checked` is whether new messages check their fields; None if the distribution always checks.
    """
    short = message.name.split('/')[2]
    is_newer = distro in _SINCE_LYRICAL
    defaults = {f.name: default_value(f) for f in message.fields if f.default is not None}
    names: Dict[str, Any] = {
        '__name__': module,
        f'Metaclass_{short}': _message_metaclass(message, module, defaults),
        '_FIELD_TYPES': {field.name: field.type.text() for field in message.fields},
        '_SLOT_TYPES': _LazySlotTypes(message.fields),
        '_GET_FIELD_TYPES': _get_fields_and_field_types,
        '_CHECK': checked,
        '_check_names': _check_names, '_represent': _represent, '_property': builtins.property,
        '_sequence': fixed_array.sequence, '_differs': (
            fixed_array.differs_anywhere if distro in _WHOLE_ARRAYS else fixed_array.differs),
        '_floats_differ': fixed_array.floats_differ,
        '_array': array.array, '_Set': Set, '_warn_of_set': _warn_of_set, '_warn': warnings.warn,
    }
    for field in message.fields:
        names[f'_check_{field.name}'] = make_check(field, load, is_newer)
        if not default_expression(field):
            names[f'_new_{field.name}'] = _maker(field, load)
        scalar = field.type.scalar
        if field.type.is_numeric and field.type.array == 'fixed' and scalar is not None:
            names['_ndarray'] = fixed_array.fixed_class
            names[f'_fixed_{field.name}'] = fixed_array.fixed_maker(scalar.code, scalar.dtype)
    source = class_source(message, checked is not None, is_newer, distro == 'rolling')
    exec(compile(source, f'<class {message.name}>', 'exec'), names)
    return names[short]


def _refuse(what: str) -> Callable[[Any], None]:
    def __init__(self: Any) -> None:
        raise NotImplementedError(f'{what} classes can not be instantiated')
    return __init__


def make_service(full: str, module: str, parts: Dict[str, type]) -> type:
    """The class of a service with its `Request`, `Response` and `Event`."""
    return _metaclass(full, module, 'service', {})(full.split('/')[2], (), {
        '__module__': module, '__init__': _refuse('Service'), **parts})


def make_action(full: str, module: str, parts: Dict[str, type], impl: Dict[str, type]) -> type:
    """The class of an action with its `Goal`, `Result`, `Feedback` and `Impl`."""
    short = full.split('/')[2]
    inner = type('Impl', (), {'__module__': module, '__qualname__': f'{short}.Impl', **impl})
    return _metaclass(full, module, 'action', {})(short, (), {
        '__module__': module, '__init__': _refuse('Action'), 'Impl': inner, **parts})
