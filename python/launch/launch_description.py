"""A launch description: a list of entities."""
from __future__ import annotations

from typing import Any, Iterable, List, Optional, Tuple

from .launch_description_entity import LaunchDescriptionEntity


class LaunchDescription(LaunchDescriptionEntity):
    """The entities of a launch file, in order."""

    def __init__(self, initial_entities: Optional[Iterable[LaunchDescriptionEntity]] = None, *,
                 deprecated_reason: Optional[str] = None) -> None:
        self.entities: List[LaunchDescriptionEntity] = list(initial_entities or [])
        self.deprecated_reason = deprecated_reason

    def visit(self, context: Any) -> Optional[List[LaunchDescriptionEntity]]:
        """The entities."""
        if self.deprecated_reason is not None:
            context.warn(f'a launch file is deprecated: {self.deprecated_reason}')
        return self.entities

    @property
    def deprecated(self) -> bool:
        """Whether the description should no longer be used."""
        return self.deprecated_reason is not None

    def add_entity(self, entity: LaunchDescriptionEntity) -> None:
        """Append an entity."""
        self.entities.append(entity)

    def add_action(self, action: LaunchDescriptionEntity) -> None:
        """Append an action."""
        self.add_entity(action)

    def get_launch_arguments(self, conditional_inclusion: bool = False) -> List[Any]:
        """The arguments that the description itself declares."""
        return [argument for argument, _ in
                self.get_launch_arguments_with_include_launch_description_actions()]

    def get_launch_arguments_with_include_launch_description_actions(
            self, conditional_inclusion: bool = False) -> List[Tuple[Any, List[Any]]]:
        """The arguments and the includes that lead to them, of which there are none here."""
        from .actions import DeclareLaunchArgument
        found = []
        for entity in self.entities:
            inner = getattr(entity, 'get_sub_entities', lambda: [])()
            for each in [entity, *inner]:
                if isinstance(each, DeclareLaunchArgument):
                    found.append((each, []))
        return found
