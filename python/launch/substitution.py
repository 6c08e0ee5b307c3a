"""The base of all substitutions."""
from __future__ import annotations

from typing import Any, Dict, Iterable, Sequence, Tuple


class Substitution:
    """A text that is determined when a launch description is evaluated."""

    def describe(self) -> str:
        """The substitution as text, for people."""
        arguments = (' + '.join(sub.describe() for sub in each) for each in self._arguments())
        return f"{type(self).__name__}({', '.join(arguments)})"

    def _arguments(self) -> Iterable[Iterable[Substitution]]:
        """What `describe` shows in parentheses, each as substitutions."""
        return ()

    @classmethod
    def parse(cls, data: Sequence[Any]) -> Tuple[type, Dict[str, Any]]:
        """The class of a substitution in XML or YAML, and its arguments from the texts after its name."""
        return cls, {}

    def perform(self, context: Any) -> str:
        """The text."""
        return ''
