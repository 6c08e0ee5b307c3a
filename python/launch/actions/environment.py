"""Actions that change environment variables of later processes."""
from __future__ import annotations

import os
from typing import Any

from ..action import Action
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of


class SetEnvironmentVariable(Action):
    """Set a variable."""

    def __init__(self, name: Any, value: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = normalize_to_list_of_substitutions(name)
        self.value = normalize_to_list_of_substitutions(value)

    def execute(self, context: Any) -> None:
        """Set it."""
        context.environment[text_of(context, self.name)] = text_of(context, self.value)


class UnsetEnvironmentVariable(Action):
    """Unset a variable."""

    def __init__(self, name: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = normalize_to_list_of_substitutions(name)

    def execute(self, context: Any) -> None:
        """Unset it."""
        context.environment.pop(text_of(context, self.name), None)


class AppendEnvironmentVariable(Action):
    """Add to a variable, after its value or before it."""

    def __init__(self, name: Any, value: Any, prepend: Any = False, separator: Any = os.pathsep,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = normalize_to_list_of_substitutions(name)
        self.value = normalize_to_list_of_substitutions(value)
        self.prepend = prepend
        self.separator = separator

    def execute(self, context: Any) -> None:
        """Add the value."""
        from ..utilities import perform_typed_substitution
        name, value = text_of(context, self.name), text_of(context, self.value)
        old = context.environment.get(name)
        parts = [value] if not old else [old, value]
        if perform_typed_substitution(context, self.prepend, bool):
            parts.reverse()
        context.environment[name] = text_of(context, self.separator).join(parts)


class PrependEnvironmentVariable(AppendEnvironmentVariable):
    """Add to a variable, before its value."""

    def __init__(self, name: Any, value: Any, separator: Any = os.pathsep, **kwargs: Any) -> None:
        super().__init__(name, value, True, separator, **kwargs)


class ReplaceEnvironmentVariables(Action):
    """Replace all variables by the given ones."""

    def __init__(self, environment: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.variables = {} if environment is None else dict(environment)

    def execute(self, context: Any) -> None:
        """Set them; their values may refer to what is replaced."""
        context._set_environment({text_of(context, name): text_of(context, value)
                                  for name, value in self.variables.items()})


class PushEnvironment(Action):
    """Save all variables."""

    def execute(self, context: Any) -> None:
        """Save them."""
        context._push_environment()


class PopEnvironment(Action):
    """Restore the variables that were saved last."""

    def execute(self, context: Any) -> None:
        """Restore it."""
        context._pop_environment()


class ResetEnvironment(Action):
    """Restore the initial variables."""

    def execute(self, context: Any) -> None:
        """Restore them."""
        context._reset_environment()
