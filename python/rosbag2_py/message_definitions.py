"""Definitions of messages and services with all types that they use."""
from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Optional, Tuple

import orrery_interfaces
from orrery_interfaces.definition import SCALARS, STRINGS
from orrery_interfaces.names import KINDS, InterfaceName

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


def _part(name: InterfaceName) -> Optional[_Part]:
    found = orrery_interfaces.registry().find(name)
    if found is None:
        return None
    if found.is_idl:
        needs = [InterfaceName(*parts) for parts in _INCLUDE.findall(found.text)]
        return _Part(f'IDL: {name.full}', found.text, tuple(needs), True)
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


class LocalMessageDefinitionSource:
    """Finds definitions that Orrery knows."""

    def get_full_text(self, root_topic_type: str) -> MessageDefinition:
        """The definition of `package/msg/Name` and all that it needs; an empty one if it is not known."""
        parts = root_topic_type.split('/')
        if len(parts) == 2:
            parts.insert(1, 'msg')
        name = InterfaceName(*parts) if len(parts) == 3 and parts[1] in KINDS else None
        root = None if name is None else _part(name)
        if root is None:
            return MessageDefinition(root_topic_type, 'unknown', '', '')
        seen, left, texts = {name}, list(root.needs), [root]
        while left:
            each = left.pop(0)
            if each in seen:
                continue
            seen.add(each)
            part = _part(each)
            if part is None:
                return MessageDefinition(root_topic_type, 'unknown', '', '')
            texts.append(part)
            left += part.needs
        has_idl = any(part.is_idl for part in texts)
        blocks = [f'{_LINE}\n{part.header}\n{part.text}' for part in texts]
        if not root.is_idl and root.header.startswith('MSG') and not has_idl:
            blocks[0] = root.text
        return MessageDefinition(root_topic_type, 'ros2idl' if has_idl else 'ros2msg', '\n'.join(blocks), '')
