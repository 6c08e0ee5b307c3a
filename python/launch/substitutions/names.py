"""Names that depend on the present place in the evaluation."""
from __future__ import annotations

from typing import Any, List, Optional

from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure


class AnonName(Substitution):
    """A unique name, the same for equal bases; numbered instead of random."""

    def __init__(self, name: Any) -> None:
        self._name = normalize_to_list_of_substitutions(name)

    def _arguments(self) -> List[List[Substitution]]:
        return [self._name]

    def perform(self, context: Any) -> str:
        """The name."""
        return context.anonymous_name(perform_substitutions(context, self._name))


AnonymousName = AnonName


class LocalSubstitution(Substitution):
    """A local of the context, or an attribute of one: `a.b`."""

    def __init__(self, expression: str, description: Optional[str] = None) -> None:
        self._expression = expression
        self._description = description

    def describe(self) -> str:
        """The local as text, for people."""
        return f"LocalVar('{self._description or self._expression}')"

    def perform(self, context: Any) -> str:
        """The value as text. Raises SubstitutionFailure."""
        name, *attributes = self._expression.split('.')
        values = context.get_locals_as_dict()
        if name not in values:
            raise SubstitutionFailure(f"the local '{name}' does not exist")
        value = values[name]
        for attribute in attributes:
            value = getattr(value, attribute)
        return str(value)


class ForEachVar(Substitution):
    """A variable of a `ForEach` loop."""

    def __init__(self, name: Any, *, default_value: Any = None) -> None:
        self.name = normalize_to_list_of_substitutions(name)
        self._default = default_value

    @staticmethod
    def get_local_arg_name(name: str) -> str:
        """The name of the local that has the value."""
        return f'__orrery_for_each_{name}'

    def _arguments(self) -> List[List[Substitution]]:
        return [self.name]

    def perform(self, context: Any) -> str:
        """The value. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self.name)
        values = context.get_locals_as_dict()
        local = self.get_local_arg_name(name)
        if local in values:
            return str(values[local])
        if self._default is None:
            raise SubstitutionFailure(f"no local for-each variable '{name}'")
        return perform_substitutions(context, self._default)


class ForLoopIndex(Substitution):
    """The index of a `ForLoop`."""

    def __init__(self, name: Any) -> None:
        self.name = normalize_to_list_of_substitutions(name)

    @staticmethod
    def get_local_arg_name(name: str) -> str:
        """The name of the local that has the index."""
        return f'__orrery_for_loop_{name}'

    def _arguments(self) -> List[List[Substitution]]:
        return [self.name]

    def perform(self, context: Any) -> str:
        """The index. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self.name)
        values = context.get_locals_as_dict()
        local = self.get_local_arg_name(name)
        if local not in values:
            raise SubstitutionFailure(f"no for-loop index '{name}'")
        return str(values[local])
