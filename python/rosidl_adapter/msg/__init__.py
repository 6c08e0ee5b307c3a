"""Messages as `.idl` files: the words of IDL for types and values, and the conversion."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Optional

from ..field_types import BaseType
from ..parser import parse_message_string

MSG_TYPE_TO_IDL = {
    'bool': 'boolean', 'byte': 'octet', 'char': 'char', 'int8': 'int8', 'uint8': 'uint8',
    'int16': 'int16', 'uint16': 'uint16', 'int32': 'int32', 'uint32': 'uint32', 'int64': 'int64',
    'uint64': 'uint64', 'float32': 'float', 'float64': 'double', 'string': 'string',
    'wstring': 'wstring',
}


def convert_msg_to_idl(package_dir: Path, package_name: str, input_file: Path,
                       output_dir: Path, **_: Any) -> Path:
    """Writes a message as a file of IDL; its path."""
    from ..idl_text import convert

    return convert(package_dir, package_name, input_file, output_dir, '.msg', lambda text: [
        parse_message_string(package_name, input_file.stem, text)])


def to_idl_literal(idl_type: str, value: Any) -> Any:
    """A value of a type; of arrays, a text that holds it."""
    if idl_type.endswith(']') or idl_type.startswith('sequence<'):
        content = repr(tuple(value)).replace('\\', r'\\').replace('"', r'\"')
        return f'"{content}"'
    if idl_type == 'boolean':
        return 'TRUE' if value else 'FALSE'
    return string_to_idl_string_literal(value) if 'string' in idl_type else value


def string_to_idl_string_literal(string: str) -> str:
    """A text in quotes, with what its escapes stand for."""
    escaped = string.encode().decode('unicode_escape').replace('"', r'\"')
    return f'"{escaped}"'


def string_to_idl_wstring_literal(string: str) -> str:
    """As of a text of narrow characters."""
    return string_to_idl_string_literal(string)


def get_include_file(base_type: BaseType) -> Optional[str]:
    """The file that declares a type; None if it is primitive."""
    if base_type.is_primitive_type():
        return None
    return f'{base_type.pkg_name}/msg/{base_type.type}.idl'


def get_idl_type(type_: Any) -> str:
    """A type in IDL."""
    if isinstance(type_, str):
        return MSG_TYPE_TO_IDL[type_]
    if type_.is_primitive_type():
        word = MSG_TYPE_TO_IDL[type_.type]
        if type_.string_upper_bound is not None:
            word += f'<{type_.string_upper_bound}>'
    else:
        word = f'{type_.pkg_name}::msg::{type_.type}'
    if not type_.is_array:
        return word
    if type_.is_fixed_size_array():
        return f'{word}[{type_.array_size}]'
    return f'sequence<{word}, {type_.array_size}>' if type_.is_upper_bound else f'sequence<{word}>'
