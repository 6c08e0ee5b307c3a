"""Names of interfaces and of the modules of their classes."""
from __future__ import annotations

import functools
import re
from typing import NamedTuple

KINDS = ('msg', 'srv', 'action')

_WORD_START = re.compile('(.)([A-Z][a-z]+)')
_WORD_END = re.compile('([a-z0-9])([A-Z])')


class InterfaceName(NamedTuple):
    """`package`, `kind` (msg, srv, action) and `name` of an interface."""

    package: str
    kind: str
    name: str

    @property
    def full(self) -> str:
        """`package/kind/Name`"""
        return '/'.join(self)


@functools.lru_cache(maxsize=None)
def snake_case(name: str) -> str:
    """The name of a type's module, by rosidl's rule: `UInt8Array` is `u_int8_array`."""
    return _WORD_END.sub(r'\1_\2', _WORD_START.sub(r'\1_\2', name)).lower()
