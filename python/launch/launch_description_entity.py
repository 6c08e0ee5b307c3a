"""The base of everything that a launch description consists of."""
from __future__ import annotations

from typing import Any, Iterable, List, Optional, Tuple


class LaunchDescriptionEntity:
    """Something that can be visited; a visit may return further entities."""

    def visit(self, context: Any) -> Optional[List['LaunchDescriptionEntity']]:
        """Evaluate; returns the entities to visit next."""
        return None

    def describe(self) -> str:
        """The entity as text, for people."""
        return f'{type(self).__name__}(...)'

    def describe_sub_entities(self) -> List['LaunchDescriptionEntity']:
        """The entities in this one."""
        return []

    def describe_conditional_sub_entities(
            self) -> List[Tuple[str, Iterable['LaunchDescriptionEntity']]]:
        """The entities in this one that may not be visited, with the reasons as text."""
        return []

    def get_asyncio_future(self) -> None:
        """Return None: nothing runs here."""
        return None
