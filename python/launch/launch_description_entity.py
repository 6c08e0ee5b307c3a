"""The base of everything that a launch description consists of."""
from __future__ import annotations

from typing import Any, List, Optional


class LaunchDescriptionEntity:
    """Something that can be visited; a visit may give further entities."""

    def visit(self, context: Any) -> Optional[List['LaunchDescriptionEntity']]:
        """Evaluate; gives the entities to be visited next."""
        return None

    def describe(self) -> str:
        """The entity as text, for people."""
        return f'{type(self).__name__}(...)'

    def get_asyncio_future(self) -> None:
        """Nothing runs here."""
        return None
