"""Events emitted and handled."""
from __future__ import annotations

from typing import Any, Optional

from ..action import Action
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of


class EmitEvent(Action):
    """Emit an event; those that Orrery knows say what they come to (`emit_actions`)."""

    def __init__(self, *, event: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event = event

    def execute(self, context: Any) -> None:
        """Emit it."""
        emit = getattr(self.event, 'emit_actions', None)
        if emit is None:
            context.warn(f'the event {type(self.event).__name__} is not simulated')
        else:
            emit(context, self.place)


class Shutdown(Action):
    """End the launch."""

    def __init__(self, *, reason: Any = 'reason not given', **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.reason = normalize_to_list_of_substitutions(reason)

    def execute(self, context: Any) -> None:
        """End it."""
        context.emit({'kind': 'shutdown', 'place': self.place,
                      'reason': text_of(context, self.reason)}, self)


class RegisterEventHandler(Action):
    """Register an event handler."""

    def __init__(self, event_handler: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event_handler = event_handler

    def execute(self, context: Any) -> None:
        """Register it."""
        self.event_handler.place = self.place
        self.event_handler.register(context)


class UnregisterEventHandler(Action):
    """Remove an event handler, which Orrery does not support: it warns."""

    def __init__(self, event_handler: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event_handler = event_handler

    def execute(self, context: Any) -> Optional[list]:
        """Warn."""
        context.warn('UnregisterEventHandler is not simulated: the handler stays')
        return None
