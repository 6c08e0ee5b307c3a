"""Stand-in of `launch.frontend`: reads XML and YAML for programs, not for runs."""
from __future__ import annotations

from .entity import Entity
from .expose import expose_action, expose_substitution
from .parse_substitution import parse_if_substitutions, parse_substitution
from .parser import InvalidFrontendLaunchFileError, Parser


class SubstitutionParseError(Exception):
    """The substitutions of a text are invalid."""


__all__ = ['Entity', 'InvalidFrontendLaunchFileError', 'Parser', 'SubstitutionParseError', 'expose_action', 'expose_substitution',
           'parse_if_substitutions', 'parse_substitution']
