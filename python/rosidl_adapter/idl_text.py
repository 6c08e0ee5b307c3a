"""The text of a file of IDL that says what a `.msg`, `.srv` or `.action` file says."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, List

from .msg import get_idl_type, get_include_file, string_to_idl_string_literal, to_idl_literal
from .specifications import MessageSpecification

#: The escapes of a text become bytes of UTF-8 by this encoding.
_ENCODING = 'iso-8859-1'


def convert(package_dir: Path, package_name: str, input_file: Path, output_dir: Path, suffix: str,
            parts: Callable[[str], List[MessageSpecification]]) -> Path:
    """Writes the file; `parts` gives the messages of the text that is read."""
    assert package_dir.is_absolute()
    assert not input_file.is_absolute()
    assert input_file.suffix == suffix
    source = package_dir / input_file
    print(f'Reading input file: {source}')
    messages = parts(source.read_text(encoding='utf-8'))
    output = output_dir / input_file.with_suffix('.idl').name
    print(f'Writing output file: {output.absolute()}')
    output.parent.mkdir(parents=True, exist_ok=True)
    text = _file(package_name, input_file.as_posix(), suffix[1:], messages)
    output.write_text(text, encoding=_ENCODING)
    return output


def _file(package: str, source: str, kind: str, messages: List[MessageSpecification]) -> str:
    files = {get_include_file(each.type) for message in messages for each in message.fields}
    lines = [f'// generated from rosidl_adapter/resource/{kind}.idl.em',
             f'// with input from {package}/{source}',
             '// generated code does not contain a copyright notice', '',
             *(f'#include "{file}"' for file in sorted(filter(None, files))), '',
             f'module {package} {{', f'  module {kind} {{']
    for message in messages:
        lines += [f'    {line}' if line else '' for line in _struct(message)]
    return '\n'.join([*lines, '  };', '};']) + '\n'


def _struct(message: MessageSpecification) -> List[str]:
    lines = [f'typedef {what} {name};' for name, what in _definitions(message).items()]
    if message.constants:
        lines.append(f'module {message.msg_name}_Constants {{')
        for constant in message.constants:
            kind = get_idl_type(constant.type)
            value = to_idl_literal(kind, constant.value)
            lines += [f'  {line}' for line in (
                *_comment(constant.annotations), *_optional(constant.annotations),
                f'const {kind} {constant.name} = {value};')]
        lines.append('};')
    lines += [*_comment(message.annotations), f'struct {message.msg_name} {{']
    members: List[str] = []
    for field in message.fields:
        if members:
            members.append('')
        members += _member(field)
    if not members:
        members = ['uint8 structure_needs_at_least_one_member;']
    return [*lines, *(f'  {line}' if line else '' for line in members), '};']


def _member(field: Any) -> List[str]:
    kind = get_idl_type(field.type)
    lines = [*_comment(field.annotations), *_optional(field.annotations)]
    if field.default_value is not None:
        lines.append(f'@default (value={to_idl_literal(kind, field.default_value)})')
    if 'unit' in field.annotations:
        lines.append(f'@unit (value={string_to_idl_string_literal(field.annotations["unit"])})')
    name = _identifier(kind) if field.type.is_fixed_size_array() else kind
    return [*lines, f'{name} {field.name};']


def _optional(annotations: Dict[str, Any]) -> List[str]:
    return ['@optional'] if annotations.get('optional') else []


def _definitions(message: MessageSpecification) -> Dict[str, str]:
    """The names of fixed arrays, which IDL gives outside of the struct."""
    found: Dict[str, str] = {}
    for field in message.fields:
        if field.type.is_fixed_size_array():
            kind = get_idl_type(field.type)
            element = kind.split('[')[0]
            name = _identifier(element)
            if name != element:
                found.setdefault(name, element)
            found.setdefault(f'{_identifier(kind)}[{field.type.array_size}]', name)
    return found


def _identifier(kind: str) -> str:
    for old, new in (('::', '__'), ('<', '__'), ('>', ''), ('[', '__'), (']', '')):
        kind = kind.replace(old, new)
    return kind


def _comment(annotations: Dict[str, Any]) -> List[str]:
    texts = annotations.get('comment') or []
    if not texts:
        return []
    quoted = [f'  {string_to_idl_string_literal(text)}' for text in texts]
    return ['@verbatim (language="comment", text=',
            *(f'{line} "\\n"' for line in quoted[:-1]), f'{quoted[-1]})']
