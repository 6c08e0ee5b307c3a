"""Handlers of the end of a launch, and of includes."""
from __future__ import annotations

from typing import Any

from ..event_handler import BaseEventHandler
from ..events import IncludeLaunchDescription, Shutdown
from ..utilities.entities import normalize_to_list_of_entities


class OnShutdown(BaseEventHandler):
    """Execute actions at the end of the launch."""

    def __init__(self, *, on_shutdown: Any, **kwargs: Any) -> None:
        super().__init__(matcher=lambda event: isinstance(event, Shutdown), **kwargs)
        self.on_shutdown = on_shutdown if callable(on_shutdown) else \
            normalize_to_list_of_entities(on_shutdown)

    def handle(self, event: Any, context: Any) -> Any:
        """Return the entities of the reaction."""
        super().handle(event, context)
        return self.on_shutdown(event, context) if callable(self.on_shutdown) else self.on_shutdown


class OnIncludeLaunchDescription(BaseEventHandler):
    """Upstream's own handler of includes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            matcher=lambda event: isinstance(event, IncludeLaunchDescription), **kwargs)

    def register(self, context: Any) -> None:
        """Do nothing: includes are evaluated where they are emitted."""

    def handle(self, event: Any, context: Any) -> Any:
        """Return the description."""
        super().handle(event, context)
        return [event.launch_description]
