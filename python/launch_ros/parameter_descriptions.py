"""Parameters described by objects."""
from __future__ import annotations

from typing import Any, List, Optional

from launch.frontend.parse_substitution import parse_substitution
from launch.utilities import coerce_to_type, is_substitution
from launch.utilities.substitutions_of import perform_substitutions, text_of

from .parameter_values import evaluate_value


class ParameterValue:
    """A value of a given type; `str` keeps a text from being read as YAML."""

    def __init__(self, value: Any, *, value_type: Any = None) -> None:
        self.value = value
        self.value_type = value_type

    def evaluate(self, context: Any) -> Any:
        """The value. Raises ValueError if it is not of the type."""
        value, kind = self.value, self.value_type
        if kind is None:
            return evaluate_value(context, value, 'value')
        if isinstance(value, str) or is_substitution(value):
            text = text_of(context, value)
            if kind is str:
                return text
            element = getattr(kind, '__args__', (None,))[0]
            if element is not None:
                import yaml
                return [element(each) for each in yaml.safe_load(text)]
            return coerce_to_type(text, kind, can_be_str=False)
        if isinstance(value, (list, tuple)):
            return [evaluate_value(context, each, 'value') for each in value]
        return kind(value) if isinstance(kind, type) else value


class Parameter:
    """A parameter with its name."""

    def __init__(self, name: Any, value: Any, *, value_type: Any = None,
                 description: Any = '') -> None:
        self.name = name
        self.value = value
        self.value_type = value_type
        self.description = description

    def evaluate(self, context: Any) -> Any:
        """The name and the value."""
        name = text_of(context, self.name)
        return name, ParameterValue(self.value, value_type=self.value_type).evaluate(context)


class ParameterFile:
    """A file of parameters, perhaps with substitutions in it."""

    def __init__(self, param_file: Any, *, allow_substs: Any = False) -> None:
        self.param_file = param_file
        self.allow_substs = allow_substs

    def path(self, context: Any) -> str:
        """The path as it was given."""
        return text_of(context, self.param_file)

    def content(self, context: Any) -> Optional[str]:
        """The text with its substitutions performed; None if the file is to be read as it is."""
        from launch.utilities import perform_typed_substitution
        if not perform_typed_substitution(context, self.allow_substs, bool):
            return None
        with open(self.path(context), encoding='utf-8') as file:
            return perform_substitutions(context, parse_substitution(file.read()))

    def evaluate(self, context: Any) -> str:
        """The path."""
        return self.path(context)

    def cleanup(self) -> None:
        """Nothing was written."""


def is_parameters(value: Any) -> bool:
    """Whether something is a list of parameters."""
    return isinstance(value, (list, tuple))


__all__: List[str] = ['Parameter', 'ParameterFile', 'ParameterValue']
