"""Parameters described by objects."""
from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, List, Optional

from launch.frontend.parse_substitution import parse_substitution
from launch.utilities import (
    extract_type, is_instance_of, is_substitution, normalize_to_list_of_substitutions,
    perform_typed_substitution)
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
        element, is_list = extract_type(kind)
        if is_substitution(value) or (isinstance(value, str) and kind is not str):
            return perform_typed_substitution(context, value, kind)
        if is_list and element is float and isinstance(value, (list, tuple)):
            return [float(each) for each in value]
        if kind is float and isinstance(value, int):
            return float(value)
        if not is_instance_of(list(value) if isinstance(value, tuple) else value, kind):
            raise TypeError(f'{value!r} is not of the type {kind}')
        return value


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
        # Raises TypeError for what can be no path.
        self.param_file = normalize_to_list_of_substitutions(param_file)
        self._made: Optional[Path] = None
        self.allow_substs = allow_substs

    def path(self, context: Any) -> str:
        """The path as it was given."""
        return text_of(context, self.param_file)

    def content(self, context: Any) -> Optional[str]:
        """The text with its substitutions performed; None if the file is to be read as it is."""
        self.allow_substs = perform_typed_substitution(context, self.allow_substs, bool)
        if not self.allow_substs:
            return None
        with open(self.path(context), encoding='utf-8') as file:
            return perform_substitutions(context, parse_substitution(file.read()))

    def evaluate(self, context: Any) -> Path:
        """The file; with substitutions, one that is made of it until :meth:`cleanup`."""
        content = self.content(context)
        if content is None:
            return Path(self.path(context))
        with NamedTemporaryFile('w', prefix='launch_params_', suffix='.yaml',
                                delete=False) as made:
            made.write(content)
        self._made = Path(made.name)
        return self._made

    def cleanup(self) -> None:
        """Removes the file that was made."""
        if self._made is not None:
            self._made.unlink(missing_ok=True)
            self._made = None


def is_parameters(value: Any) -> bool:
    """Whether something is a list of parameters."""
    return isinstance(value, (list, tuple))


__all__: List[str] = ['Parameter', 'ParameterFile', 'ParameterValue']
