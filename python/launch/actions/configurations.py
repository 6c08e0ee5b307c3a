"""Actions that set, unset, save and restore launch configurations."""
from __future__ import annotations

from typing import Any, Dict, Optional

from ..action import Action
from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of


class SetLaunchConfiguration(Action):
    """Set a launch configuration."""

    def __init__(self, name: Any, value: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = normalize_to_list_of_substitutions(name)
        self.value = normalize_to_list_of_substitutions(value)

    def execute(self, context: Any) -> None:
        """Set it."""
        context.launch_configurations[text_of(context, self.name)] = text_of(context, self.value)


class UnsetLaunchConfiguration(Action):
    """Unset a launch configuration."""

    def __init__(self, name: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = normalize_to_list_of_substitutions(name)

    def execute(self, context: Any) -> None:
        """Unset it."""
        context.launch_configurations.pop(text_of(context, self.name), None)


class PushLaunchConfigurations(Action):
    """Save all launch configurations."""

    def execute(self, context: Any) -> None:
        """Save them."""
        context._push_launch_configurations()


class PopLaunchConfigurations(Action):
    """Restore the launch configurations that were saved last."""

    def execute(self, context: Any) -> None:
        """Restore it."""
        context._pop_launch_configurations()


class ResetLaunchConfigurations(Action):
    """Unset all launch configurations except the given ones."""

    def __init__(self, launch_configurations: Optional[Dict[Any, Any]] = None,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.launch_configurations = launch_configurations or {}

    def execute(self, context: Any) -> None:
        """Unset the others; the values to keep may refer to them."""
        kept = {text_of(context, name): self._kept(context, value)
                for name, value in self.launch_configurations.items()}
        context.launch_configurations.clear()
        context.launch_configurations.update(kept)

    @staticmethod
    def _kept(context: Any, value: Any) -> Any:
        """The text of a value; what is none, such as the global parameters of launch_ros, is kept as it is."""
        is_text = isinstance(value, (str, Substitution)) or (
            isinstance(value, (list, tuple)) and all(isinstance(each, (str, Substitution)) for each in value))
        return text_of(context, value) if is_text else value
