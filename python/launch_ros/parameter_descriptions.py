"""Parameters described by objects."""
from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Iterator, List, Optional, Tuple

from launch.frontend.parse_substitution import parse_file
from launch.utilities import (
    extract_type, is_instance_of, is_substitution, normalize_to_list_of_substitutions,
    normalize_typed_substitution, perform_typed_substitution)
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
        if is_substitution(value):
            return perform_typed_substitution(context, value, kind)
        if isinstance(value, str) and kind is not str:
            # Only substitutions are read as YAML.
            raise ValueError(f"'{value}' is a text, not of the type {kind}")
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
        self._name = normalize_to_list_of_substitutions(name)
        self._value = value
        self.value_type = value_type
        self.description = description
        self._evaluated: Optional[Tuple[str, Any]] = None

    @property
    def name(self) -> Any:
        """The name; before it is evaluated, its substitutions."""
        return self._name if self._evaluated is None else self._evaluated[0]

    @property
    def value(self) -> Any:
        """The value; before it is evaluated, what it is made of."""
        return self._value if self._evaluated is None else self._evaluated[1]

    def evaluate(self, context: Any) -> Tuple[str, Any]:
        """The name and the value. Raises ValueError if parameters cannot have its type."""
        value, kind = self._value, self.value_type
        if kind is None and is_substitution(value):
            found = perform_typed_substitution(
                context, normalize_typed_substitution(value, None), None)
        else:
            found = ParameterValue(value, value_type=kind).evaluate(context)
        self._evaluated = (text_of(context, self._name), found)
        return self._evaluated


class ParameterFile:
    """A parameter file, which may contain substitutions."""

    def __init__(self, param_file: Any, *, allow_substs: Any = False) -> None:
        # Raises TypeError for a value that cannot be a path.
        self._given = normalize_to_list_of_substitutions(param_file)
        self._evaluated: Optional[Path] = None
        self._made: Optional[Path] = None
        self.allow_substs = allow_substs

    @property
    def param_file(self) -> Any:
        """The file; before it is evaluated, the substitutions of its path."""
        return self._given if self._evaluated is None else self._evaluated

    def path(self, context: Any) -> str:
        """The path as it was given."""
        return text_of(context, self._given)

    def content(self, context: Any) -> Optional[str]:
        """The text with its substitutions performed; None if the file is to be read as it is."""
        self.allow_substs = perform_typed_substitution(context, self.allow_substs, bool)
        if not self.allow_substs:
            return None
        with open(self.path(context), encoding='utf-8') as file:
            return perform_substitutions(context, parse_file(file.read()))

    def evaluate(self, context: Any) -> Path:
        """The file; if it has substitutions, a copy with their results until :meth:`cleanup`."""
        content = self.content(context)
        if content is None:
            self._evaluated = Path(self.path(context))
            return self._evaluated
        with NamedTemporaryFile('w', prefix='launch_params_', suffix='.yaml',
                                delete=False) as made:
            made.write(content)
        self._made = self._evaluated = Path(made.name)
        return self._made

    def cleanup(self) -> None:
        """Remove the copy."""
        if self._made is not None:
            self._made.unlink(missing_ok=True)
            self._made = self._evaluated = None


class CombinedParameterFiles(ParameterFile):
    """Several files of parameters as one; what a later one says counts."""

    def __init__(self, param_files: Any, *, allow_substs: Any = False) -> None:
        self._files = [each if isinstance(each, ParameterFile)
                       else ParameterFile(each, allow_substs=allow_substs)
                       for each in param_files]
        super().__init__(self._files[-1]._given if self._files else '')

    def path(self, context: Any) -> str:
        """The path of a file with all that they say."""
        self._given = normalize_to_list_of_substitutions(str(self.evaluate(context)))
        return super().path(context)

    def content(self, context: Any) -> str:
        """The text of such a file."""
        import yaml
        whole: dict[str, Any] = {}
        for each in self._files:
            text = each.content(context)
            if text is None:
                with open(each.path(context), encoding='utf-8') as file:
                    text = file.read()
            _add(whole, yaml.safe_load(text) or {})
        return yaml.safe_dump(whole, sort_keys=False)


def _add(whole: dict[str, Any], further: dict[str, Any]) -> None:
    for name, value in further.items():
        if isinstance(value, dict) and isinstance(whole.get(name), dict):
            _add(whole[name], value)
        else:
            whole[name] = value


class ConditionalParameters:
    """What a node only has under a condition."""

    def __init__(self, parameters: Any, condition: Any) -> None:
        self._parameters = parameters
        self._condition = condition

    def included(self, context: Any) -> List[Any]:
        """The parameters, or none."""
        return [self._parameters] if self._condition.evaluate(context) else []


def included(context: Any, parameters: Any) -> Iterator[Any]:
    """The parameters without those whose condition is false."""
    for each in parameters or ():
        if isinstance(each, ConditionalParameters):
            yield from each.included(context)
        else:
            yield each


def is_parameters(value: Any) -> bool:
    """Whether something is a list of parameters."""
    return isinstance(value, (list, tuple))


__all__: List[str] = ['CombinedParameterFiles', 'Parameter', 'ParameterFile', 'ParameterValue']
