"""Stand-in of `launch.frontend`: substitutions in texts, and names; Orrery reads XML and YAML itself."""
from __future__ import annotations

from .expose import expose_action, expose_substitution
from .parse_substitution import parse_if_substitutions, parse_substitution
from .parser import Entity, Parser


class SubstitutionParseError(Exception):
    """A text whose substitutions cannot be read."""


__all__ = ['Entity', 'Parser', 'SubstitutionParseError', 'expose_action', 'expose_substitution',
           'parse_if_substitutions', 'parse_substitution']
