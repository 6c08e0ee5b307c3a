"""Plain texts and variables."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from orrery_guest import watched_environment

from ..given_values import READS
from ..place import place_of_caller
from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure


class TextSubstitution(Substitution):
    """A plain text."""

    # Upstream's module, which `LaunchDescriptionSource.location` shows until a file is known.
    __module__ = 'launch.substitutions.text_substitution'

    def __init__(self, *, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(
                f"TextSubstitution expected Text object got '{type(text)}' instead.")
        self.__text = text

    @property
    def text(self) -> str:
        """The text."""
        return self.__text

    def describe(self) -> str:
        """The text in quotes."""
        return f"'{self.__text}'"

    def perform(self, context: Any) -> str:
        """The text."""
        return self.__text


class _Variable(Substitution):
    """A variable with a name and an optional default."""

    def __init__(self, name: Any, default: Any) -> None:
        self._name = normalize_to_list_of_substitutions(name)
        self._default = default

    @property
    def name(self) -> Any:
        """The name as substitutions."""
        return self._name

    def _default_text(self, context: Any) -> Optional[str]:
        default = self._default
        if default is None:
            return None
        # Upstream also accepts numbers and truth values, alone and in lists.
        parts = default if isinstance(default, (list, tuple)) else [default]
        return perform_substitutions(context, [
            str(part) if isinstance(part, (bool, int, float)) else part for part in parts])


class LaunchConfiguration(_Variable):
    """The value of a launch configuration."""

    def __init__(self, variable_name: Any, *, default: Any = None) -> None:
        super().__init__(variable_name, default)
        # A file that mentions a name reads it, though perhaps not in this launch.
        READS.names.update(part.text for part in self._name if isinstance(part, TextSubstitution))

    @classmethod
    def parse(cls, data: Sequence[Any]) -> Tuple[type, Dict[str, Any]]:
        """The class, and its arguments from a name and perhaps a default."""
        return cls, dict(zip(('variable_name', 'default'), data))

    @property
    def variable_name(self) -> Any:
        """The name as substitutions."""
        return self._name

    def describe(self) -> str:
        """The configuration as text, for people."""
        return f"LaunchConfig({' + '.join(sub.describe() for sub in self._name)})"

    def perform(self, context: Any) -> str:
        """The value, or the default. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self._name)
        if name in context.launch_configurations:
            return context.launch_configurations[name]
        default = self._default_text(context)
        if default is None:
            failure = SubstitutionFailure(f"launch configuration '{name}' does not exist")
            failure.configuration = name
            raise failure
        return default


class EnvironmentVariable(_Variable):
    """The value of an environment variable."""

    def __init__(self, name: Any, *, default_value: Any = None) -> None:
        super().__init__(name, default_value)
        # No user code is on the stack any more when this is performed.
        place = place_of_caller()
        self.__place = (place['file'], place['line'])

    @property
    def default_value(self) -> Any:
        """The default as substitutions, if there is one."""
        return None if self._default is None else normalize_to_list_of_substitutions(self._default)

    def describe(self) -> str:
        """The variable as text, for people."""
        return f"EnvVar({' + '.join(sub.describe() for sub in self._name)})"

    def perform(self, context: Any) -> str:
        """The value, or the default. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self._name)
        value = context.environment.get(name)
        if value is None:
            watched_environment.asked(name, self.__place)
            value = self._default_text(context)
        if value is None:
            failure = SubstitutionFailure(f"environment variable '{name}' does not exist")
            failure.variable = name
            raise failure
        return value


class StringJoinSubstitution(Substitution):
    """Texts joined by a delimiter."""

    def __init__(self, substitutions: Any, delimiter: Any = '') -> None:
        self.substitutions = [normalize_to_list_of_substitutions(sub) for sub in substitutions]
        self.delimiter = normalize_to_list_of_substitutions(delimiter)

    def _arguments(self) -> List[List[Substitution]]:
        return [*self.substitutions, self.delimiter]

    def perform(self, context: Any) -> str:
        """The joined text."""
        delimiter = perform_substitutions(context, self.delimiter)
        return delimiter.join(perform_substitutions(context, sub) for sub in self.substitutions)


class StringStripSubstitution(Substitution):
    """A text without surrounding blanks."""

    def __init__(self, value: Any) -> None:
        self.value = normalize_to_list_of_substitutions(value)

    def _arguments(self) -> List[List[Substitution]]:
        return [self.value]

    def perform(self, context: Any) -> str:
        """The text."""
        return perform_substitutions(context, self.value).strip()
