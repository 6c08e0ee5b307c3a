"""A launch description: a list of entities."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Tuple

from .launch_description_entity import LaunchDescriptionEntity


class LaunchDescription(LaunchDescriptionEntity):
    """The entities of a launch file, in order."""

    def __init__(self, initial_entities: Optional[Iterable[LaunchDescriptionEntity]] = None, *,
                 deprecated_reason: Optional[str] = None) -> None:
        self.entities: List[LaunchDescriptionEntity] = list(initial_entities or [])
        self.deprecated_reason = deprecated_reason

    def visit(self, context: Any) -> Optional[List[LaunchDescriptionEntity]]:
        """Return the entities."""
        if self.deprecated_reason is not None and hasattr(context, 'warn'):
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

    def describe_sub_entities(self) -> List[LaunchDescriptionEntity]:
        """The entities."""
        return self.entities

    def get_launch_arguments(self, conditional_inclusion: bool = False) -> List[Any]:
        """The arguments declared by the description and its includes."""
        return [argument for argument, _ in
                self.get_launch_arguments_with_include_launch_description_actions(
                    conditional_inclusion)]

    def get_launch_arguments_with_include_launch_description_actions(
            self, conditional_inclusion: bool = False,
            only_search_local: bool = False) -> List[Tuple[Any, List[Any]]]:
        """The arguments with the includes that lead to them; each name once."""
        from .actions import DeclareLaunchArgument, IncludeLaunchDescription
        found: Dict[str, Tuple[Any, List[Any]]] = {}

        def search(entities: Iterable[Any], conditional: bool, way: List[Any]) -> None:
            for entity in entities:
                if isinstance(entity, DeclareLaunchArgument):
                    entity._conditionally_included = conditional or entity.condition is not None
                    found.setdefault(entity.name, (entity, way))
                is_include = isinstance(entity, IncludeLaunchDescription)
                if is_include and only_search_local:
                    continue
                further = [*way, entity] if is_include else way
                search(entity.describe_sub_entities(), conditional, further)
                for _, inner in entity.describe_conditional_sub_entities():
                    search(inner, True, further)
        search(self.entities, conditional_inclusion, [])
        return list(found.values())
