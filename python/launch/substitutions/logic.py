"""Comparisons and truth values, whose results are `true` or `false`."""
from __future__ import annotations

import math
from typing import Any, List

from ..conditions.evaluate_condition import (
    InvalidConditionExpressionError, evaluate_condition_expression)
from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure
from .variables import TextSubstitution


#: Further words that YAML accepts as truth values.
_WORDS = {'yes': True, 'on': True, 'no': False, 'off': False}


def _text(value: bool) -> str:
    return 'true' if value else 'false'


def _listed(value: Any) -> List[Substitution]:
    return normalize_to_list_of_substitutions(
        '' if value is None else _text(value) if isinstance(value, bool) else
        str(value) if isinstance(value, (int, float)) else value)


def _truth(context: Any, value: List[Substitution]) -> bool:
    word = perform_substitutions(context, value).strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    try:
        return evaluate_condition_expression(context, [TextSubstitution(text=word)])
    except InvalidConditionExpressionError as error:
        raise SubstitutionFailure(str(error)) from error


class EqualsSubstitution(Substitution):
    """Whether two texts are equal: as truth values, as numbers or as texts."""

    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = _listed(left), _listed(right)

    def _arguments(self) -> List[List[Substitution]]:
        return [self.left, self.right]

    def _equal(self, context: Any) -> bool:
        left = perform_substitutions(context, self.left)
        right = perform_substitutions(context, self.right)
        truths = {'true': True, '1': True, 'false': False, '0': False}
        if left.lower() in truths and right.lower() in truths:
            return truths[left.lower()] == truths[right.lower()]
        try:
            return math.isclose(float(left), float(right))
        except ValueError:
            return left == right

    def perform(self, context: Any) -> str:
        """`true` or `false`."""
        return _text(self._equal(context))


class NotEqualsSubstitution(EqualsSubstitution):
    """Whether two texts differ."""

    def perform(self, context: Any) -> str:
        """`true` or `false`."""
        return _text(not self._equal(context))


class BooleanSubstitution(Substitution):
    """A text as `true` or `false`."""

    def __init__(self, value: Any) -> None:
        self.value = _listed(value)

    def _arguments(self) -> List[List[Substitution]]:
        return [self.value]

    def perform(self, context: Any) -> str:
        """`true` or `false`. Raises SubstitutionFailure for other texts."""
        return _text(_truth(context, self.value))


class NotSubstitution(BooleanSubstitution):
    """The negation of a text."""

    def perform(self, context: Any) -> str:
        """`true` or `false`. Raises SubstitutionFailure for other texts."""
        return _text(not _truth(context, self.value))


class AnySubstitution(Substitution):
    """Whether any text is true."""

    def __init__(self, *args: Any) -> None:
        self.args = [_listed(arg) for arg in args]

    def _arguments(self) -> List[List[Substitution]]:
        return self.args

    def perform(self, context: Any) -> str:
        """`true` or `false`. Raises SubstitutionFailure for other texts."""
        return _text(any([_truth(context, arg) for arg in self.args]))


class AllSubstitution(AnySubstitution):
    """Whether all texts are true."""

    def perform(self, context: Any) -> str:
        """`true` or `false`. Raises SubstitutionFailure for other texts."""
        return _text(all([_truth(context, arg) for arg in self.args]))


class OrSubstitution(AnySubstitution):
    """Whether one of two texts is true."""

    def __init__(self, left: Any, right: Any) -> None:
        super().__init__(left, right)
        self.left, self.right = self.args


class AndSubstitution(AllSubstitution):
    """Whether both texts are true."""

    def __init__(self, left: Any, right: Any) -> None:
        super().__init__(left, right)
        self.left, self.right = self.args


class IfElseSubstitution(Substitution):
    """One text or another."""

    def __init__(self, condition: Any, if_value: Any = '', else_value: Any = '') -> None:
        if if_value == '' and else_value == '':
            raise RuntimeError('IfElseSubstitution needs an if_value or an else_value')
        self.condition = _listed(condition)
        self.if_value, self.else_value = _listed(if_value), _listed(else_value)

    def _arguments(self) -> List[List[Substitution]]:
        return [self.condition, self.if_value, self.else_value]

    def perform(self, context: Any) -> str:
        """The text that the condition chooses."""
        chosen = self.if_value if _truth(context, self.condition) else self.else_value
        return perform_substitutions(context, chosen)


class IsEmptySubstitution(Substitution):
    """Whether a text is empty."""

    def __init__(self, value: Any) -> None:
        self.value = _listed(value)

    def _arguments(self) -> List[List[Substitution]]:
        return [self.value]

    def perform(self, context: Any) -> str:
        """`true` or `false`."""
        return _text(not perform_substitutions(context, self.value))


class NotEmptySubstitution(IsEmptySubstitution):
    """Whether a text is not empty."""

    def perform(self, context: Any) -> str:
        """`true` or `false`."""
        return _text(bool(perform_substitutions(context, self.value)))
