"""The definition of a message type with all types that it uses, as recordings store it."""
from __future__ import annotations

import json
from typing import Any

import orrery_interfaces
from orrery_interfaces.definition import Field, FieldType, Message
from orrery_interfaces.names import InterfaceName

_LINE = '=' * 80
#: Types of `.idl` files that have other names in `.msg` files.
_WORDS = {'idl_char': 'char', 'wchar': 'uint16'}


def _type_text(type_: FieldType) -> str:
    package, _, name = type_.nested.partition('/msg/')
    base = f'{package}/{name}' if type_.nested else _WORDS.get(type_.primitive, type_.primitive)
    bound = '' if type_.string_bound is None else f'<={type_.string_bound}'
    most = '<=' if type_.array == 'bounded' else ''
    return base + bound + (f'[{most}{type_.size or ""}]' if type_.array else '')


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value_text, value))}]"
    if isinstance(value, bytes):
        return str(value[0])
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (str, bool)) else repr(value)


def _field_text(field: Field) -> str:
    given = '' if field.default is None else ' ' + _value_text(field.default)
    return f'{_type_text(field.type)} {field.name}{given}\n'


def message_text(message: Message) -> str:
    """The text of a `.msg` file for a message."""
    constants = [f'{_WORDS.get(each.primitive, each.primitive)} {each.name}={_value_text(each.value)}\n'
                 for each in message.constants]
    return ''.join([*constants, *map(_field_text, message.fields)])


def definition_text(name: str) -> str:
    """The text for `package/msg/Name`; empty if the type is unknown."""
    registry = orrery_interfaces.registry()
    parts: list[str] = []
    seen, left = {name}, [name]
    while left:
        full = left.pop(0)
        try:
            found = registry.find(InterfaceName(*full.split('/')))
            message = registry.message(full)
        except (LookupError, TypeError):
            return ''
        if found is None:
            return ''
        package, _, short = full.split('/')
        text = message_text(message) if found.is_idl else found.text
        parts.append(f'{_LINE}\nMSG: {package}/{short}\n{text}' if parts else text)
        for field in message.fields:
            if field.type.nested and field.type.nested not in seen:
                seen.add(field.type.nested)
                left.append(field.type.nested)
    return '\n'.join(parts)
