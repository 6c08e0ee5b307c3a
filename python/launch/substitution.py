"""The base of all substitutions."""
from __future__ import annotations

from typing import Any


class Substitution:
    """A text that is known when a launch description is evaluated."""

    def describe(self) -> str:
        """The substitution as text, for people."""
        return f'{type(self).__name__}()'

    def perform(self, context: Any) -> str:
        """The text."""
        return ''
