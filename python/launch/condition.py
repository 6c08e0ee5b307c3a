"""The base of all conditions."""
from __future__ import annotations

from typing import Any, Callable, Optional


class Condition:
    """Decides whether an action is executed."""

    def __init__(self, *, predicate: Optional[Callable[[Any], bool]] = None) -> None:
        self._predicate = predicate

    def describe(self, context: Any = None) -> str:
        """The condition as text, for people."""
        return repr(self)

    def evaluate(self, context: Any) -> bool:
        """Whether the action is to be executed."""
        return self._predicate(context) if self._predicate is not None else False
