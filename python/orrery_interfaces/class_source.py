"""Writes the Python source of a message class: a shorter form of what rosidl generates.

The source is executed with the names that `message_class.py` provides: `_new_<field>` makes a
default value, `_check_<field>` checks one, `_fixed_<field>` and `_sequence` convert arrays.
"""
from __future__ import annotations

import keyword
from typing import List

from .definition import Field, FieldType, Message


def default_expression(field: Field) -> str:
    """An expression for the default of a field that needs no call; empty if one is needed."""
    type_ = field.type
    if type_.array or type_.nested:
        return '[]' if _is_list(type_) and type_.is_sequence and field.default is None else ''
    if field.default is not None:
        return '' if isinstance(field.default, float) else repr(field.default)
    return {'bool': 'False', 'byte': r"b'\x00'", 'string': "''", 'wstring': "''",
            'idl_char': r"'\x00'", 'wchar': r"'\x00'",
            'float32': '0.0', 'float64': '0.0'}.get(type_.primitive, '0')


def _is_list(type_: FieldType) -> bool:
    return type_.array != '' and not type_.is_numeric


def _default(field: Field) -> str:
    return default_expression(field) or f'_new_{field.name}()'


def _given(field: Field) -> str:
    """How the constructor converts the argument before it is set."""
    name, type_ = field.name, field.type
    if type_.is_numeric and field.default is None:
        if type_.array == 'fixed':
            return f"_fixed_{name}(given['{name}'])"
        return f"_sequence('{type_.scalar.code}', given['{name}'])"  # type: ignore[union-attr]
    return f"given['{name}']"


def _constructor(message: Message, optional_checks: bool) -> List[str]:
    lines = ['    def __init__(self, **given):']
    fields = message.fields
    if optional_checks:
        lines += [
            "        self._check_fields = check = given.get('check_fields', _CHECK)",
            '        if check:',
            '            _check_names(self, given)',
        ]
    else:
        lines += ['        if given:', '            _check_names(self, given)']
    lines.append('        if not given:')
    lines += [f'            self._{f.name} = {_default(f)}' for f in fields]
    lines.append('            return')
    for f in fields:
        lines.append(f"        if '{f.name}' in given:")
        lines.append(f"            setattr(self, '{f.name}', {_given(f)})"
                     if keyword.iskeyword(f.name) else f'            self.{f.name} = {_given(f)}')
        if f.type.is_numeric and f.type.array == 'fixed' and f.default is None:
            lines.append(f'            if self._{f.name}.shape != ({f.type.size},):')
            lines.append('                raise AssertionError()')
        lines += ['        else:', f'            self._{f.name} = {_default(f)}']
    return lines


def _setter(field: Field, optional_checks: bool, casts_lists: bool) -> List[str]:
    name, type_ = field.name, field.type
    kept: List[str] = []
    stored = 'value'
    casts = casts_lists and type_.array != ''
    if casts:
        stored = 'value if isinstance(value, list) else list(value)'
    if type_.is_numeric:
        # A value that passed the check is kept itself if it already is such an array.
        kind = '_ndarray()' if type_.array == 'fixed' else '_array'
        kept = [f'if isinstance(value, {kind}):', f'    self._{name} = value', '    return']
        stored = f'_fixed_{name}(value)' if type_.array == 'fixed' else (
            f"_sequence('{type_.scalar.code}', value)")  # type: ignore[union-attr]
    checked = [f'_check_{name}(value)', *kept]
    if optional_checks:
        checked = ['if self._check_fields:', *('    ' + line for line in checked)]
    if casts:
        checked = ['if isinstance(value, _Set):', '    _warn_of_set()', *checked, *kept]
    return ['        ' + line for line in [*checked, f'self._{name} = {stored}']]


def _deprecation(field: Field, warns: bool) -> List[str]:
    if not warns or field.deprecated is None:
        return []
    return [f'        _warn({field.deprecated!r}, DeprecationWarning, stacklevel=2)']


def _property(field: Field, optional_checks: bool, is_newer: bool, warns: bool) -> List[str]:
    name = field.name
    # A function cannot be named like a keyword; `getattr` still finds the attribute.
    word = f'{name}_' if keyword.iskeyword(name) else name
    renamed = [f"    vars()['{name}'] = {word}", f'    del {word}'] if word != name else []
    return [
        '', '    @_property', f'    def {word}(self):',
        f'        """Message field \'{name}\'."""', *_deprecation(field, warns), f'        return self._{name}',
        '', f'    @{word}.setter', f'    def {word}(self, value):',
        *_deprecation(field, warns), *_setter(field, optional_checks, is_newer), *renamed,
    ]


def _equality(message: Message, equal_nan: bool) -> List[str]:
    lines = ['', '    def __eq__(self, other):',
             '        if not isinstance(other, self.__class__):', '            return False']
    for f in message.fields:
        fixed = f.type.is_numeric and f.type.array == 'fixed'
        is_float = f.type.scalar is not None and f.type.scalar.code in ('f', 'd')
        test = (f'_floats_differ(self._{f.name}, other._{f.name})' if is_float and equal_nan
                else f'_differs(self._{f.name}, other._{f.name})' if fixed
                else f'self._{f.name} != other._{f.name}')
        lines += [f'        if {test}:', '            return False']
    return [*lines, '        return True', '', '    __hash__ = None']


def _docstring(short: str, message: Message) -> List[str]:
    if not message.constants:
        return [f'    """Message class \'{short}\'."""']
    names = [f'      {constant.name}' for constant in message.constants]
    return ['    """', f"    Message class '{short}'.", '', '    Constants:', *names, '    """']


def class_source(message: Message, optional_checks: bool, is_newer: bool, warns: bool) -> str:
    """The source of the class of a message.

    `optional_checks` says whether the class checks only on request (Iron and newer); earlier
    classes always check. `is_newer` (Lyrical and newer): messages are equal although they hold NaN; tuples and
    other sequences become lists, and sets are warned of; `warns` (newer than Lyrical): so are deprecated fields.
    """
    short = message.name.split('/')[2]
    slots = [f'_{f.name}' for f in message.fields] + ['_check_fields'] * optional_checks
    lines = [
        f'class {short}(metaclass=Metaclass_{short}):', *_docstring(short, message), '',
        f'    __slots__ = {slots!r}', '    _fields_and_field_types = _FIELD_TYPES',
        '    SLOT_TYPES = _SLOT_TYPES', '',
        *_constructor(message, optional_checks),
        '', '    __repr__ = _represent', '    get_fields_and_field_types = _GET_FIELD_TYPES',
        *_equality(message, is_newer),
    ]
    for field in message.fields:
        lines += _property(field, optional_checks, is_newer, warns)
    return '\n'.join(lines) + '\n'
