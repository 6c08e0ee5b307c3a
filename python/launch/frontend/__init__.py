"""Stand-in of `launch.frontend`: Orrery reads XML and YAML itself, so only the names are here."""
from __future__ import annotations

from typing import Any, Callable

from .parse_substitution import parse_substitution


def expose_action(name: str) -> Callable[[Any], Any]:
    """Leaves the class as it is."""
    return lambda cls: cls


def expose_substitution(name: str) -> Callable[[Any], Any]:
    """Leaves the class as it is."""
    return lambda cls: cls


class Entity:
    """An element of an XML or YAML file."""


class Parser:
    """A reader of XML or YAML files."""

    def parse_substitution(self, value: str) -> Any:
        """The substitutions in a text."""
        return parse_substitution(value)


class SubstitutionParseError(Exception):
    """A text whose substitutions cannot be read."""


__all__ = ['Entity', 'Parser', 'SubstitutionParseError', 'expose_action', 'expose_substitution',
           'parse_substitution']
