"""Expressions of Python."""
from __future__ import annotations

import importlib
import math
from typing import Any, Iterable

from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure


class PythonExpression(Substitution):
    """The value of an expression as text; it sees `math` and other modules by name."""

    def __init__(self, expression: Any, python_modules: Iterable[Any] = ('math',)) -> None:
        self._expression = normalize_to_list_of_substitutions(expression)
        self._modules = [normalize_to_list_of_substitutions(name) for name in python_modules]

    @property
    def expression(self) -> Any:
        """The expression as substitutions."""
        return self._expression

    def perform(self, context: Any) -> str:
        """The value. Raises SubstitutionFailure."""
        expression = perform_substitutions(context, self._expression)
        names = dict(vars(math))
        for module in self._modules:
            name = perform_substitutions(context, module)
            names[name] = importlib.import_module(name)
        try:
            return str(eval(expression, {}, names))
        except Exception as error:
            raise SubstitutionFailure(
                f"Failed to evaluate the expression '{expression}': {error!r}") from error
