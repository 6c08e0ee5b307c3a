"""Stand-in of `launch.frontend`: substitutions in texts, and names; Orrery reads XML and YAML itself."""
from __future__ import annotations

from typing import Any

from .expose import expose_action, expose_substitution
from .parse_substitution import parse_if_substitutions, parse_substitution


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
           'parse_if_substitutions', 'parse_substitution']
