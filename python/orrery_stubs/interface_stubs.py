"""Writes type stubs of interfaces for editors and type checkers: the classes have no files."""
from __future__ import annotations

import os
from typing import Dict, List, Set

from orrery_interfaces.definition import Constant, FieldType, Message
from orrery_interfaces.derived import interface_messages
from orrery_interfaces.names import KINDS, InterfaceName
from orrery_interfaces.registry import Registry

_HEAD = '# mypy: ignore-errors\nimport array\nfrom typing import Any, ClassVar, Dict, List, Sequence, Tuple\n'
_SCALAR = {'idl_char': 'str', 'wchar': 'str', 'bool': 'bool', 'byte': 'bytes', 'string': 'str', 'wstring': 'str', 'float32': 'float',
           'float64': 'float'}


def _class_of(full: str, inside: str, imports: Set[str]) -> str:
    package, kind, name = full.split('/')
    if f'{package}/{kind}' == inside:
        return name
    imports.add(f'import {package}.{kind}')
    return f'{package}.{kind}.{name}'


def _held(type_: FieldType, inside: str, imports: Set[str]) -> str:
    """The type of an attribute."""
    element = (_class_of(type_.nested, inside, imports) if type_.nested
               else _SCALAR.get(type_.primitive, 'int'))
    if not type_.array:
        return element
    if not type_.is_numeric:
        return f'List[{element}]'
    # Fixed arrays are numpy's if numpy is installed.
    return 'Any' if type_.array == 'fixed' else f"'array.array[{element}]'"


def _given(type_: FieldType, inside: str, imports: Set[str]) -> str:
    """The type that the constructor accepts."""
    held = _held(type_, inside, imports)
    return 'Any' if type_.is_numeric else held.replace('List[', 'Sequence[', 1)


def _constant(constant: Constant) -> str:
    return f'    {constant.name}: ClassVar[{_SCALAR.get(constant.primitive, "int")}]'


def _message(message: Message, inside: str, imports: Set[str]) -> List[str]:
    package_kind_name = message.name.split('/')
    arguments = ''.join(f', {field.name}: {_given(field.type, inside, imports)} = ...'
                        for field in message.fields)
    checks = ', check_fields: bool = ...'
    return [
        f'class {package_kind_name[2]}:',
        *map(_constant, message.constants),
        *(f'    {field.name}: {_held(field.type, inside, imports)}' for field in message.fields),
        '    SLOT_TYPES: ClassVar[Tuple[Any, ...]]',
        f'    def __init__(self, *{arguments}{checks}) -> None: ...',
        '    @classmethod',
        '    def get_fields_and_field_types(cls) -> Dict[str, str]: ...',
        '',
    ]


def _parts(name: InterfaceName, imports: Set[str]) -> List[str]:
    """The class of a service or action, which only contains others."""
    if name.kind == 'srv':
        names = ('Request', 'Response', 'Event')
        return [f'class {name.name}:', *(f'    {part} = {name.name}_{part}' for part in names), '']
    imports.update(['import action_msgs.msg', 'import action_msgs.srv'])
    lines = []
    for service in ('SendGoal', 'GetResult'):
        whole = f'{name.name}_{service}'
        lines += [f'class {whole}:', *(f'    {part} = {whole}_{part}' for part in (
            'Request', 'Response', 'Event')), '']
    return [
        *lines, f'class {name.name}:',
        *(f'    {part} = {name.name}_{part}' for part in ('Goal', 'Result', 'Feedback')),
        '    class Impl:',
        *(f'        {service}Service = {name.name}_{service}' for service in (
            'SendGoal', 'GetResult')),
        f'        FeedbackMessage = {name.name}_FeedbackMessage',
        '        CancelGoalService = action_msgs.srv.CancelGoal',
        '        GoalStatusMessage = action_msgs.msg.GoalStatusArray', '',
    ]


def stub_of(registry: Registry, package: str, kind: str) -> str:
    """The stub of a module such as `std_msgs.msg`."""
    inside, imports, lines = f'{package}/{kind}', set(), []  # type: ignore[var-annotated]
    for name in registry.interfaces(package):
        found = registry.find(name) if name.kind == kind else None
        if found is None:
            continue
        messages: Dict[str, Message] = interface_messages(kind, name.full, found)
        for message in messages.values():
            lines += _message(message, inside, imports)
        if kind != 'msg':
            lines += _parts(name, imports)
    return '\n'.join([_HEAD.rstrip(), *sorted(imports), '', *lines])


def write_interface_stubs(registry: Registry, folder: str) -> List[str]:
    """Write the stubs of all interfaces; returns the files."""
    written = []
    for package in registry.packages():
        kinds = {name.kind for name in registry.interfaces(package)}
        texts = {os.path.join(package, '__init__.pyi'): ''}
        for kind in (kind for kind in KINDS if kind in kinds):
            texts[os.path.join(package, kind, '__init__.pyi')] = stub_of(registry, package, kind)
        for name, text in texts.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            written.append(path)
    return written
