"""Lifecycle nodes."""
from __future__ import annotations

from typing import Any, Iterable, List, Optional

from launch.action import Action
from launch.actions import EmitEvent, RegisterEventHandler
from launch.running.running_process import in_a_run
from launch.utilities import perform_typed_substitution
from launch.utilities.substitutions_of import text_of

from ..event_handlers import OnStateTransition
from ..events.lifecycle import TRANSITIONS, ChangeState
from ..events.matchers import matches_node_name
from ..lifecycle_link import LifecycleLink
from .node import Node


class LifecycleNode(Node):
    """Run a program with a lifecycle node; its name and namespace must be given."""

    def __init__(self, *, name: Any, namespace: Any, autostart: Any = False,
                 **kwargs: Any) -> None:
        super().__init__(name=name, namespace=namespace, **kwargs)
        self.autostart = autostart

    @property
    def node_autostart(self) -> Any:
        """Whether it becomes active by itself, as it was given."""
        return self.autostart

    def execute(self, context: Any) -> List[Any]:
        """Note the node."""
        description = self._node(context)
        if context.running is not None and in_a_run():
            LifecycleLink(context, self)
        context.emit({
            'kind': 'node', **description, 'lifecycle': True,
            'autostart': bool(perform_typed_substitution(context, self.autostart, bool)),
        }, self)
        return self.follow_ups()


#: The intermediate and final state of each transition.
_PASSED = {'configure': ('configuring', 'inactive'), 'cleanup': ('cleaningup', 'unconfigured'),
           'activate': ('activating', 'active'), 'deactivate': ('deactivating', 'inactive'),
           'shutdown': ('shuttingdown', 'finalized')}


class LifecycleTransition(Action):
    """Request transitions of lifecycle nodes, one after the other."""

    def __init__(self, *, lifecycle_node_names: Iterable[Any], transition_ids: Iterable[Any],
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.names = list(lifecycle_node_names)
        self.transition_ids = list(transition_ids)
        if not self.names:
            raise ValueError('No lifecycle_node_names provided.')
        if not self.transition_ids:
            raise ValueError('No transition_ids provided.')

    def _numbers(self, context: Any) -> List[int]:
        return [each if isinstance(each, int) else int(text_of(context, each))
                for each in self.transition_ids]

    def carry_out(self, context: Any) -> Optional[List[Any]]:
        """Request them; Orrery waits for each itself, so event handlers are not needed unless a program launches."""
        if context.running is not None and in_a_run():
            return self.execute(context)
        for name in self.names:
            target = text_of(context, name)
            for number in self._numbers(context):
                context.emit({
                    'kind': 'lifecycle_transition', 'place': self.place,
                    'target': target if target.startswith('/') else '/' + target,
                    'transition': TRANSITIONS[number]})
        return None

    def execute(self, context: Any) -> List[Any]:
        """Return its actions in ROS 2: each transition follows the previous one."""
        numbers = self._numbers(context)
        handlers, first = [], []
        for name in self.names:
            chosen = matches_node_name(text_of(context, name))
            asked = [EmitEvent(event=ChangeState(
                lifecycle_node_matcher=chosen, transition_id=number)) for number in numbers]
            for number, then in zip(numbers, [*asked[1:], None]):
                start_state, goal_state = _PASSED[TRANSITIONS[number]]
                handlers.append(RegisterEventHandler(OnStateTransition(
                    target_lifecycle_node=chosen, start_state=start_state, goal_state=goal_state,
                    entities=[] if then is None else [then], handle_once=True)))
            first.append(asked[0])
        return [*handlers, *first]
