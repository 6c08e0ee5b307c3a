"""Python expressions."""
from __future__ import annotations

import importlib
import math
from typing import Any, Dict, Iterable, List

from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure


class PythonExpression(Substitution):
    """The value of an expression as text; the expression can use `math` and other modules."""

    def __init__(self, expression: Any, python_modules: Iterable[Any] = ('math',)) -> None:
        self._expression = normalize_to_list_of_substitutions(expression)
        self._modules = [normalize_to_list_of_substitutions(name) for name in python_modules]

    @property
    def expression(self) -> Any:
        """The expression as substitutions."""
        return self._expression

    @property
    def python_modules(self) -> Any:
        """The names of the modules, each as substitutions."""
        return self._modules

    def describe(self) -> str:
        """The substitution as text, for people."""
        expression = ' + '.join(each.describe() for each in self._expression)
        modules = ', '.join(' + '.join(each.describe() for each in name) for name in self._modules)
        return f'PythonExpr({expression}, [{modules}])'

    @classmethod
    def of_text(cls, *parts: List[Substitution]) -> 'PythonExpression':
        """Parses the words after `$(eval`: an expression, optionally modules (`math, sys`)."""
        if len(parts) == 2:
            names = ''.join(getattr(part, 'text', '') for part in parts[1]).split(',')
            return cls(parts[0], [name.strip() for name in names if name.strip()])
        if len(parts) != 1:
            raise TypeError('eval substitution expects 1 or 2 arguments')
        return cls(parts[0])

    def perform(self, context: Any) -> str:
        """The value. Raises SubstitutionFailure."""
        expression = perform_substitutions(context, self._expression)
        names: Dict[str, Any] = {}
        for module in self._modules:
            name = perform_substitutions(context, module)
            names[name] = importlib.import_module(name)
            if name == 'math':
                names.update(vars(math))
        try:
            return str(eval(expression, {}, names))
        except Exception as error:
            raise _named(error, expression) from error


def _named(error: Exception, expression: str) -> Exception:
    """The error with the expression in its message, of the same type, as upstream raises it."""
    message = f"Failed to evaluate the expression '{expression}': {error!r}"
    try:
        return type(error)(message)
    except Exception:
        return SubstitutionFailure(message)
