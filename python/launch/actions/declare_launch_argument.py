"""Arguments of launch files."""
from __future__ import annotations

from typing import Any, List, Optional

from ..action import Action
from ..given_values import READS
from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions


class DeclareLaunchArgument(Action):
    """An argument with its default and the values it may have."""

    def __init__(self, name: str, *, default_value: Any = None, description: Any = None,
                 choices: Optional[List[str]] = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.name = name
        if choices is not None and not choices:
            raise ValueError('provided choices argument must not be an empty list')
        self.choices = None if choices is None else list(choices)
        self.default_value = (
            None if default_value is None else normalize_to_list_of_substitutions(default_value))
        if self.choices is not None and isinstance(default_value, str):
            if default_value not in self.choices:
                raise RuntimeError(f'Provided default_value "{default_value}" is not in provided '
                                   f'choices "{self.choices}".')
        #: Whether a condition decides if it is declared; set by the description that contains it.
        self._conditionally_included = False
        #: The description in the launch file, without what is added to it for display.
        self._given_description = description
        self.description = _described(description, self.choices)

    def record(self, context: Any, value: Optional[str]) -> None:
        """Make the argument known, and its value if there is one."""
        if self.name in context.declared and context.declared[self.name]['value'] is not None:
            return
        default = self.default_value
        context.declared[self.name] = {
            'name': self.name, 'choices': self.choices or [], 'value': value,
            'description': self._description(context),
            'defaultText': None if default is None else ''.join(map(_as_written, default)),
            'place': self.place,
        }

    def _description(self, context: Any) -> str:
        try:
            text = perform_substitutions(
                context, normalize_to_list_of_substitutions(self._given_description or ''))
        except Exception:
            # This is for display only, so a launch does not fail because of it.
            return ''
        return text

    def leave_out(self) -> None:
        """Note the name, although it is not declared."""
        READS.names.add(self.name)

    def execute(self, context: Any) -> None:
        """Set the default unless a value was given. Raises RuntimeError if there is neither."""
        self.record(context, None)
        if self.name not in context.launch_configurations:
            if self.default_value is None:
                raise RuntimeError(
                    f"Required launch argument '{self.name}' (description: "
                    f"'{self._description(context)}') was not provided; add {self.name}:=VALUE")
            context.launch_configurations[self.name] = perform_substitutions(
                context, self.default_value)
        value = context.launch_configurations[self.name]
        if self.choices is not None and value not in self.choices:
            raise RuntimeError(f'Argument "{self.name}" provided value "{value}" is not valid. '
                               f'Valid options are: {self.choices}')
        self.record(context, value)


class DeclareBooleanLaunchArgument(DeclareLaunchArgument):
    """An argument that is true or false."""

    def __init__(self, name: str, *, default_value: Any = None, **kwargs: Any) -> None:
        super().__init__(
            name, default_value=str(default_value) if isinstance(default_value, bool) else default_value,
            choices=['true', 'false', 'True', 'False', 'TRUE', 'FALSE'], **kwargs)


def _described(description: Any, choices: Optional[List[str]]) -> Any:
    if description is None:
        return 'no description given' if choices is None else f'One of: {choices}'
    if choices is None or not isinstance(description, str):
        return description
    end = '' if description.endswith('.') else '.'
    return f'{description}{end} Valid choices are: {choices}'


def _as_written(part: Substitution) -> str:
    text = getattr(part, 'text', None)
    return text if isinstance(text, str) else f'$({part.describe()})'
