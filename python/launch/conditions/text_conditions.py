"""Conditions on texts and launch configurations."""
from __future__ import annotations

from typing import Any

from ..condition import Condition
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .evaluate_condition import evaluate_condition_expression


class IfCondition(Condition):
    """Holds if a text is true."""

    def __init__(self, predicate_expression: Any) -> None:
        super().__init__(predicate=self._predicate_func)
        self._expression = normalize_to_list_of_substitutions(predicate_expression)

    def describe(self, context: Any = None) -> str:
        """The condition as text, for people."""
        return f"{type(self).__name__}({' + '.join(each.describe() for each in self._expression)})"

    # Upstream's name: launch files call it to learn the truth while they are read.
    def _predicate_func(self, context: Any) -> bool:
        return evaluate_condition_expression(context, self._expression)


class UnlessCondition(IfCondition):
    """Holds if a text is false."""

    def _predicate_func(self, context: Any) -> bool:
        return not super()._predicate_func(context)


class LaunchConfigurationEquals(Condition):
    """Holds if a launch configuration has this value; None means that it is not set."""

    def __init__(self, launch_configuration_name: str, expected_value: Any) -> None:
        super().__init__(predicate=self._predicate_func)
        self._name = launch_configuration_name
        self._expected = (None if expected_value is None
                          else normalize_to_list_of_substitutions(expected_value))

    def _predicate_func(self, context: Any) -> bool:
        value = context.launch_configurations.get(self._name)
        if self._expected is None or value is None:
            return value is None and self._expected is None
        return value == perform_substitutions(context, self._expected)


class LaunchConfigurationNotEquals(LaunchConfigurationEquals):
    """Holds unless a launch configuration has this value."""

    def _predicate_func(self, context: Any) -> bool:
        return not super()._predicate_func(context)
