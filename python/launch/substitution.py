"""The base of all substitutions."""
from __future__ import annotations

from typing import Any, Iterable


class Substitution:
    """A text that is determined when a launch description is evaluated."""

    def describe(self) -> str:
        """The substitution as text, for people."""
        arguments = (' + '.join(sub.describe() for sub in each) for each in self._arguments())
        return f"{type(self).__name__}({', '.join(arguments)})"

    def _arguments(self) -> Iterable[Iterable[Substitution]]:
        """What `describe` shows in parentheses, each as substitutions."""
        return ()

    def perform(self, context: Any) -> str:
        """The text."""
        return ''
