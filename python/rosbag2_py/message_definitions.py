"""Definitions of messages and services with all types that they use."""
from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Optional, Tuple

import orrery_interfaces
from orrery_interfaces.definition import SCALARS, STRINGS
from orrery_interfaces.names import KINDS, InterfaceName
from rosidl_runtime_py.definition_files import idl_text

from .metadata import MessageDefinition

_LINE = '=' * 80
_INCLUDE = re.compile(r'#include\s+["<](\w+)/(msg|srv)/(\w+)\.idl[">]')
_TYPE = re.compile(r'(?:(\w+)/(?:msg/)?)?(\w+)')


class _Part(NamedTuple):
    header: str
    text: str
    #: names to which it refers
    needs: Tuple[InterfaceName, ...]
    is_idl: bool


def _part(name: InterfaceName, as_idl: bool) -> Optional[_Part]:
    """With `as_idl`, a `.msg` file counts as what a build in ROS 2 makes of it."""
    found = orrery_interfaces.registry().find(name)
    if found is None:
        return None
    if found.is_idl or as_idl:
        text = found.text if found.is_idl else idl_text(name, found.text)
        needs = [InterfaceName(*parts) for parts in _INCLUDE.findall(text)]
        return _Part(f'IDL: {name.full}', text, tuple(needs), True)
    short = name.full if name.kind == 'srv' else f'{name.package}/{name.name}'
    return _Part(f'{name.kind.upper()}: {short}', found.text, tuple(_needs(name, found.text)), False)


def _needs(name: InterfaceName, text: str) -> List[InterfaceName]:
    """The messages that the fields of a `.msg` or `.srv` text refer to."""
    found: Dict[InterfaceName, None] = {}
    for line in text.splitlines():
        match = _TYPE.match(line.strip())
        if match and not line.lstrip().startswith('#') and match[2] not in SCALARS and match[2] not in STRINGS:
            found.setdefault(InterfaceName(match[1] or name.package, 'msg', match[2]))
    return list(found)


def _parts(name: InterfaceName, as_idl: bool) -> Optional[List[_Part]]:
    """A type and all that it needs; None if one of them is not known."""
    parts: Dict[InterfaceName, _Part] = {}
    left = [name]
    while left:
        each = left.pop(0)
        if each in parts:
            continue
        part = _part(each, as_idl)
        if part is None:
            return None
        parts[each] = part
        left += part.needs
    return list(parts.values())


def _blocks(part: _Part, kind: str) -> List[str]:
    """As upstream: what a service needs is looked for as a message first, and its name is then shorter."""
    if kind != 'srv' or not part.is_idl or '/msg/' not in part.header:
        return [f'{_LINE}\n{part.header}\n{part.text}']
    short = part.header[len('IDL: '):].replace('/msg/', '/')
    return [f'{_LINE}\nMSG: {short}\n', f'{_LINE}\nIDL: {short}\n{part.text}']


class LocalMessageDefinitionSource:
    """Finds definitions that Orrery knows."""

    def get_full_text(self, root_topic_type: str) -> MessageDefinition:
        """The definition of `package/msg/Name` and all that it needs; an empty one if it is not known."""
        parts = root_topic_type.split('/')
        if len(parts) == 2:
            parts.insert(1, 'msg')
        name = InterfaceName(*parts) if len(parts) == 3 and parts[1] in KINDS else None
        found = None if name is None else _parts(name, False)
        has_idl = found is not None and any(part.is_idl for part in found)
        if name is not None and has_idl and name.kind == 'msg':
            # A message that needs IDL is IDL altogether.
            found = _parts(name, True)
        if name is None or found is None:
            return MessageDefinition(root_topic_type, 'unknown', '', '')
        blocks = [block for part in found for block in _blocks(part, name.kind)]
        if name.kind == 'msg' and not has_idl:
            blocks[0] = found[0].text
        return MessageDefinition(root_topic_type, 'ros2idl' if has_idl else 'ros2msg', '\n'.join(blocks), '')
