"""Actions that emit and handle events."""
from __future__ import annotations

from typing import Any

from ..action import Action
from ..event import Event
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of


class EmitEvent(Action):
    """Emit an event; events known to Orrery say which actions result (`emit_actions`)."""

    def __init__(self, *, event: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if event is not None and not isinstance(event, Event):
            raise RuntimeError(f"EmitEvent() expected an Event, got '{event}'")
        self.event = event

    def execute(self, context: Any) -> None:
        """Emit it."""
        if context.running is not None:
            context.running.emit(self.event)
            return
        context._event_queue.put_nowait(self.event)
        if hasattr(self.event, 'emit_actions'):
            self.event.emit_actions(context, self.place)
        else:
            context.needs_running(f'the event {type(self.event).__name__}')


class Shutdown(EmitEvent):
    """End the launch."""

    def __init__(self, *, reason: Any = 'reason not given', **kwargs: Any) -> None:
        super().__init__(event=None, **kwargs)
        self.reason = normalize_to_list_of_substitutions(reason)

    def execute(self, context: Any) -> None:
        """End it."""
        from ..events import Shutdown as ShutdownEvent
        self.event = ShutdownEvent(reason=text_of(context, self.reason))
        super().execute(context)


class RegisterEventHandler(Action):
    """Register an event handler."""

    may_declare = True

    def __init__(self, event_handler: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event_handler = event_handler

    def execute(self, context: Any) -> None:
        """Register it."""
        self.event_handler.place = self.place
        context.register_event_handler(self.event_handler)


class UnregisterEventHandler(Action):
    """Remove an event handler."""

    def __init__(self, event_handler: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event_handler = event_handler

    def execute(self, context: Any) -> None:
        """Remove it; its reaction may have been noted, so this needs a running launch."""
        if context.running is None:
            context.needs_running('UnregisterEventHandler')
        context.unregister_event_handler(self.event_handler)
