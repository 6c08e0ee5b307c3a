"""Evaluates texts as truth values."""
from __future__ import annotations

from typing import Any

from ..utilities.substitutions_of import perform_substitutions

_TRUE, _FALSE = ('true', '1'), ('false', '0')


class InvalidConditionExpressionError(Exception):
    """A text that is neither true nor false."""


def evaluate_condition_expression(context: Any, expression: Any) -> bool:
    """The truth value of a text, ignoring case."""
    expanded = perform_substitutions(context, expression).strip().lower()
    if expanded in _TRUE:
        return True
    if expanded in _FALSE:
        return False
    valid = list(_TRUE + _FALSE)
    raise InvalidConditionExpressionError(
        f"'{expanded}' is not a valid condition: expected one of {valid}")
