"""Names of interfaces and of the modules of their classes."""
from __future__ import annotations

import re
from typing import NamedTuple

KINDS = ('msg', 'srv', 'action')

_WORD_START = re.compile('(.)([A-Z][a-z]+)')
_WORD_END = re.compile('([a-z0-9])([A-Z])')
_NAME = re.compile(r'[A-Za-z][A-Za-z0-9_]*\Z')


class InterfaceName(NamedTuple):
    """`package`, `kind` (msg, srv, action) and `name` of an interface."""

    package: str
    kind: str
    name: str

    @property
    def full(self) -> str:
        """`package/kind/Name`"""
        return '/'.join(self)


def snake_case(name: str) -> str:
    """The name of a type's module, by rosidl's rule: `UInt8Array` is `u_int8_array`."""
    return _WORD_END.sub(r'\1_\2', _WORD_START.sub(r'\1_\2', name)).lower()


def parse_name(text: str, kind: str = 'msg') -> InterfaceName:
    """Parse `std_msgs/msg/String`, `std_msgs/String` or `std_msgs.msg.String`.

    Raises ValueError for anything else.
    """
    parts = re.split(r'/|::|\.', text)
    if len(parts) == 2:
        parts.insert(1, kind)
    if len(parts) != 3 or parts[1] not in KINDS or not all(map(_NAME.match, parts)):
        raise ValueError(f"'{text}' is not the name of an interface: write it as "
                         f'package/{kind}/Name, e.g. std_msgs/msg/String')
    return InterfaceName(*parts)
