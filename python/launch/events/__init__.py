"""Events of launches."""
from __future__ import annotations

from typing import Any

from ..event import Event
from . import process  # noqa: F401


class Shutdown(Event):
    """The end of the launch."""

    name = 'launch.events.Shutdown'

    def __init__(self, *, reason: str = 'reason not given', due_to_sigint: bool = False) -> None:
        self.reason = reason
        self.due_to_sigint = due_to_sigint

    def emit_actions(self, context: Any, place: Any) -> None:
        """Shut the launch down."""
        context.emit({'kind': 'shutdown', 'place': place, 'reason': self.reason}, self)


class ExecutionComplete(Event):
    """The end of an action."""

    name = 'launch.events.ExecutionComplete'

    def __init__(self, *, action: Any) -> None:
        self.action = action


class TimerEvent(Event):
    """The expiry of a timer."""

    name = 'launch.events.TimerEvent'

    def __init__(self, *, timer_action: Any) -> None:
        self.timer_action = timer_action


class IncludeLaunchDescription(Event):
    """A description to be included."""

    name = 'launch.events.IncludeLaunchDescription'

    def __init__(self, launch_description: Any) -> None:
        self.launch_description = launch_description

    def emit_actions(self, context: Any, place: Any) -> None:
        """Visit the description."""
        from ..visit import visit_all
        visit_all([self.launch_description], context)


def matches_action(target_action: Any) -> Any:
    """A function that accepts one action."""
    return process.matches_action(target_action)


__all__ = ['Event', 'ExecutionComplete', 'IncludeLaunchDescription', 'Shutdown', 'TimerEvent',
           'matches_action', 'process']
