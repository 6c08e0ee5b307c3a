"""Entities made by a function, several times."""
from __future__ import annotations

import inspect
from typing import Any, Callable, List

from ..action import Action
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of


class ForEach(Action):
    """Call a function with the values of each group: `{a: 1, b: 2};{a: 3, b: 4}`."""

    may_declare = True

    def __init__(self, input_values: Any, *, function: Callable[..., Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.input_values = normalize_to_list_of_substitutions(input_values)
        self.function = function

    def execute(self, context: Any) -> List[Any]:
        """What the function gives."""
        import yaml
        groups = [yaml.safe_load(each) for each in text_of(context, self.input_values).split(';')
                  if each.strip()]
        names = inspect.signature(self.function).parameters
        entities: List[Any] = []
        for group in groups:
            given = {name: str(value) for name, value in group.items() if name in names}
            entities += self.function(**given) or []
        return entities


class ForLoop(Action):
    """Call a function with 0, 1, … up to a length."""

    may_declare = True

    def __init__(self, length: Any, *, function: Callable[[int], Any], name: Any = 'i',
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.length = length
        self.function = function

    def execute(self, context: Any) -> List[Any]:
        """What the function gives."""
        length = self.length
        count = length if isinstance(length, int) else int(text_of(context, length))
        return [entity for i in range(count) for entity in self.function(i) or []]
