"""The base of all event handlers."""
from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

from .utilities.entities import normalize_to_list_of_entities


class BaseEventHandler:
    """Reacts to events that a function accepts."""

    def __init__(self, *, matcher: Callable[[Any], bool], handle_once: bool = False) -> None:
        self._matcher = matcher
        self.handle_once = handle_once

    @property
    def handler_description(self) -> str:
        """A description of the reaction, for people."""
        return ''

    @property
    def matcher_description(self) -> str:
        """A description of the events, for people."""
        return ''

    def matches(self, event: Any) -> bool:
        """Whether it reacts to an event."""
        return self._matcher(event)

    def describe(self) -> Tuple[str, List[Any]]:
        """A description of the reaction, and its entities."""
        return f'{type(self).__name__}({self.matcher_description})', []

    def handle(self, event: Any, context: Any) -> Optional[List[Any]]:
        """Called for a matching event; returns entities."""
        context.extend_locals({'event': event})
        if self.handle_once:
            context.unregister_event_handler(self)
        return None

    def register(self, context: Any) -> None:
        """Register with a context; handlers that need no running launch override this."""
        context.needs_running(type(self).__name__)


class EventHandler(BaseEventHandler):
    """Reacts with entities."""

    def __init__(self, *, matcher: Callable[[Any], bool], entities: Any = None,
                 handle_once: bool = False) -> None:
        super().__init__(matcher=matcher, handle_once=handle_once)
        self.entities = [] if entities is None else normalize_to_list_of_entities(entities)

    def handle(self, event: Any, context: Any) -> Optional[List[Any]]:
        """The entities."""
        super().handle(event, context)
        return self.entities
