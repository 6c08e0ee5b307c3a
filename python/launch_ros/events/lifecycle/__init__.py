"""Events of lifecycle nodes."""
from __future__ import annotations

from typing import Any, Optional

from launch.event import Event

#: The transitions of lifecycle_msgs/msg/Transition.
TRANSITIONS = {1: 'configure', 2: 'cleanup', 3: 'activate', 4: 'deactivate', 5: 'shutdown',
                6: 'shutdown', 7: 'shutdown', 8: 'shutdown'}


class ChangeState(Event):
    """Request a transition from a lifecycle node."""

    name = 'launch_ros.events.lifecycle.ChangeState'

    def __init__(self, *, lifecycle_node_matcher: Any, transition_id: int) -> None:
        self.lifecycle_node_matcher = lifecycle_node_matcher
        self.transition_id = transition_id

    def _target(self) -> Optional[str]:
        matcher = self.lifecycle_node_matcher
        target = getattr(matcher, 'target', None)
        return getattr(target, 'emitted_name', None) or getattr(matcher, 'node_name', None)

    def emit_actions(self, context: Any, place: Any) -> None:
        """Request it. Raises ValueError if the node cannot be determined."""
        transition = TRANSITIONS.get(self.transition_id)
        if transition is None:
            raise ValueError(f'{self.transition_id} is not a transition that a launch may ask for')

        def ask() -> None:
            target = self._target()
            if target is None:
                raise ValueError('it is not known which node ChangeState is for: use '
                                 'matches_action(node) or matches_node_name(name)')
            context.emit({'kind': 'lifecycle_transition', 'place': place, 'target': target,
                          'transition': transition})
        owner = getattr(self.lifecycle_node_matcher, 'target', None)
        if owner is not None and self._target() is None:
            context.when_started(owner, type(self).__name__, ask)
        else:
            ask()


class StateTransition(Event):
    """A lifecycle node has changed its state."""

    name = 'launch_ros.events.lifecycle.StateTransition'

    def __init__(self, *, action: Any, msg: Any) -> None:
        self.action = action
        self.msg = msg

    @property
    def transition(self) -> str:
        """The transition, e.g. `configure`."""
        return self.msg.transition.label

    @property
    def start_state(self) -> str:
        """The previous state."""
        return self.msg.start_state.label

    @property
    def goal_state(self) -> str:
        """The present state."""
        return self.msg.goal_state.label


__all__ = ['ChangeState', 'StateTransition']
