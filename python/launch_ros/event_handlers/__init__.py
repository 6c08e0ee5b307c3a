"""Handlers of ROS events."""
from __future__ import annotations

from typing import Any

from launch.event_handlers import OnActionEventBase

from ..events.lifecycle import StateTransition


class OnStateTransition(OnActionEventBase):
    """Execute actions when a lifecycle node reaches a state."""

    event_class = StateTransition

    def __init__(self, *, entities: Any = None, target_lifecycle_node: Any = None,
                 transition: Any = None, start_state: Any = None, goal_state: Any = None,
                 matcher: Any = None, on_event: Any = None, **kwargs: Any) -> None:
        super().__init__(target_action=target_lifecycle_node, on_event=entities or on_event,
                         **kwargs)
        self.transition = transition
        self.start_state, self.goal_state = start_state, goal_state
        self._chosen = matcher

    def _accepts(self, event: Any) -> bool:
        if self._chosen is not None:
            return bool(self._chosen(event))
        return super()._accepts(event) and all(
            wanted is None or wanted == found() for wanted, found in (
                (self.transition, lambda: event.transition),
                (self.start_state, lambda: event.start_state),
                (self.goal_state, lambda: event.goal_state)))

    def register(self, context: Any) -> None:
        """Note the reaction."""
        def note() -> None:
            context.emit({
                'kind': 'event_handler', 'place': self.place, 'event': 'state_transition',
                'target': self.target.emitted_name, 'startState': self.start_state,
                'goalState': self.goal_state, 'once': self.handle_once, 'actions': actions,
            })
        if self.transition is not None:
            context.needs_running('OnStateTransition of a transition')
        elif self.targets_an_action(context):
            actions = self.reactions(context)
            self.when_started(context, note)


__all__ = ['OnStateTransition']
