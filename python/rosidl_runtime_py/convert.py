"""Messages as YAML, as comma-separated values, and as ordered dictionaries."""
from __future__ import annotations

import array
import sys
from collections import OrderedDict
from typing import Any, Optional

from orrery_interfaces.fixed_array import fixed_class
from rosidl_parser import definition

_registered = False


def _is_array(value: Any) -> bool:
    return isinstance(value, (list, tuple, array.array, fixed_class()))


def _is_numpy_number(value: Any) -> bool:
    return hasattr(value, 'dtype') and hasattr(value, 'item')


def _type_name(type_: Any) -> str:
    if isinstance(type_, definition.BasicType):
        return type_.typename
    if isinstance(type_, definition.AbstractString):
        return 'string'
    if isinstance(type_, definition.AbstractWString):
        return 'wstring'
    if isinstance(type_, definition.NamedType):
        return type_.name
    if isinstance(type_, definition.NamespacedType):
        return '/'.join(type_.namespaced_name())
    return 'unknown'


def _array_info(value: Any, type_: Any) -> str:
    name = _type_name(type_.value_type)
    if isinstance(type_, definition.Array):
        return f'<array type: {name}[{type_.size}]>'
    if isinstance(type_, definition.BoundedSequence):
        return f'<sequence type: {name}[{type_.maximum_size}], length: {len(value)}>'
    return f'<sequence type: {name}, length: {len(value)}>'


def message_to_yaml(msg: Any, *, truncate_length: Optional[int] = None, no_arr: bool = False,
                    no_str: bool = False, flow_style: bool = False) -> str:
    """A message as YAML; `truncate_length` shortens values, `no_arr` and `no_str` describe them."""
    global _registered
    import yaml
    if not _registered:
        yaml.add_representer(OrderedDict, lambda dumper, data: dumper.represent_mapping(
            'tag:yaml.org,2002:map', list(data.items())))
        _registered = True
    fields = message_to_ordereddict(
        msg, truncate_length=truncate_length, no_arr=no_arr, no_str=no_str)
    return yaml.dump(fields, allow_unicode=True, width=sys.maxsize, default_flow_style=flow_style)


class _Csv:
    def __init__(self, truncate_length: Optional[int], no_arr: bool, no_str: bool) -> None:
        self.limit = truncate_length
        self.no_arr = no_arr
        self.no_str = no_str

    def text(self, value: Any, type_: Any = None) -> str:
        """One value."""
        if _is_array(value):
            if self.no_arr and type_ is not None:
                return _array_info(value, type_)
            return self.items(value)
        if self.no_str and isinstance(value, str):
            return f'<string length: <{len(value)}>>'
        if isinstance(value, (bytes, str)):
            if self.limit is not None and len(value) > self.limit:
                value = value[:self.limit] + (b'...' if isinstance(value, bytes) else '...')
            return str(value)
        if isinstance(value, (bool, float, int)) or _is_numpy_number(value):
            return str(value)
        return message_to_csv(value, truncate_length=self.limit, no_arr=self.no_arr,
                              no_str=self.no_str)

    def items(self, values: Any) -> str:
        """The elements of an array."""
        parts = []
        for i, value in enumerate(values):
            if self.limit is not None and i >= self.limit:
                parts.append('...')
                break
            parts.append(self.text(value))
        return ','.join(parts)


def message_to_csv(msg: Any, *, truncate_length: Optional[int] = None, no_arr: bool = False,
                   no_str: bool = False) -> str:
    """A message as comma-separated values; options as `message_to_yaml`."""
    csv = _Csv(truncate_length, no_arr, no_str)
    if isinstance(msg, bytes):
        return csv.text(msg)
    types = zip(msg.get_fields_and_field_types(), msg.SLOT_TYPES)
    result = ''
    for name, type_ in types:
        if result:
            result += ','
        result += csv.text(getattr(msg, name), type_)
    return result


def message_to_ordereddict(
    msg: Any, *, truncate_length: Optional[int] = None, no_arr: bool = False, no_str: bool = False,
) -> 'OrderedDict[str, Any]':
    """A message as an ordered dictionary of plain values; options as `message_to_yaml`."""
    if isinstance(msg, bytes):
        return OrderedDict([('bytes', msg)])
    fields: 'OrderedDict[str, Any]' = OrderedDict()
    for name, type_ in zip(msg.get_fields_and_field_types(), msg.SLOT_TYPES):
        fields[name] = _convert_value(
            getattr(msg, name, None), field_type=type_, truncate_length=truncate_length,
            no_arr=no_arr, no_str=no_str)
    return fields


def _convert_value(value: Any, *, field_type: Any = None, truncate_length: Optional[int] = None,
                   no_arr: bool = False, no_str: bool = False) -> Any:
    """A value as plain Python data."""
    options = {'truncate_length': truncate_length, 'no_arr': no_arr, 'no_str': no_str}
    too_long = truncate_length is not None and hasattr(value, '__len__') and (
        len(value) > truncate_length)
    if isinstance(value, bytes):
        text = value.decode('latin-1')
        return text[:truncate_length] + '...' if too_long else text
    if isinstance(value, str):
        if no_str:
            return f'<string length: <{len(value)}>>'
        return value[:truncate_length] + '...' if too_long else value
    if _is_array(value):
        if no_arr and field_type is not None:
            return _array_info(value, field_type)
        kept = value[:truncate_length] if too_long else value
        items = [_convert_value(item, **options) for item in kept] + ['...'] * too_long
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, dict):
        made: Any = OrderedDict() if isinstance(value, OrderedDict) else {}
        for key, item in value.items():
            # Keys remain whole, because shortened ones could become equal.
            made[_convert_value(key)] = _convert_value(item, **options)
        return made
    if _is_numpy_number(value):
        return value.item()
    if isinstance(value, (bool, float, int)):
        return value
    return message_to_ordereddict(value, **options)


def get_message_slot_types(msg: Any) -> 'OrderedDict[str, Any]':
    """The described types of a message's fields, by name."""
    return OrderedDict(zip((slot[1:] for slot in msg.__slots__), msg.SLOT_TYPES))
