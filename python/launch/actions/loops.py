"""Entities that a function makes repeatedly."""
from __future__ import annotations

from typing import Any, Callable, List, Optional

from ..action import Action
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of

#: Separator between the groups of values of a `ForEach`.
_SEPARATOR = ';'


class ForEach(Action):
    """Call a function with the values of each group: `{a: 1, b: 2};{a: 3, b: 4}`."""

    SEPARATOR = _SEPARATOR
    may_declare = True

    def __init__(self, input_values: Any, *, function: Callable[..., Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.input_values = normalize_to_list_of_substitutions(input_values)
        self.function = function

    def describe(self) -> str:
        """The action as text, for people."""
        return f"ForEach(input_values='{self.input_values}', function={self.function})"

    def execute(self, context: Any) -> List[Any]:
        """Return what the function returns."""
        import yaml
        groups = text_of(context, self.input_values).split(_SEPARATOR)
        entities: List[Any] = []
        for group in groups:
            if group.strip():
                entities += self.function(**yaml.safe_load(group.strip())) or []
        return entities


class ForLoop(Action):
    """Call a function with 0, 1 and so on up to a length."""

    may_declare = True

    def __init__(self, length: Any, *, function: Callable[[int], Any],
                 name: Optional[str] = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.length = normalize_to_list_of_substitutions(
            str(length) if isinstance(length, int) else length)
        self.function = function
        self.name = name

    def describe(self) -> str:
        """The action as text, for people."""
        return f"ForLoop(length='{self.length}', name='{self.name}', function={self.function})"

    def execute(self, context: Any) -> List[Any]:
        """Return the loop over the indices."""
        groups = (f'{{i: {i}}}' for i in range(int(text_of(context, self.length))))
        return [ForEach(_SEPARATOR.join(groups), function=self.function)]
