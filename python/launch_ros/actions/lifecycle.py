"""Lifecycle nodes."""
from __future__ import annotations

from typing import Any, Iterable, List

from launch.action import Action
from launch.utilities import perform_typed_substitution
from launch.utilities.substitutions_of import text_of

from ..events.lifecycle import TRANSITIONS
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
        context.emit({
            'kind': 'node', **self._node(context), 'lifecycle': True,
            'autostart': bool(perform_typed_substitution(context, self.autostart, bool)),
        }, self)
        return self.follow_ups()


class LifecycleTransition(Action):
    """Ask lifecycle nodes for transitions, one after the other."""

    def __init__(self, *, lifecycle_node_names: Iterable[Any], transition_ids: Iterable[Any],
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.names = list(lifecycle_node_names)
        self.transition_ids = list(transition_ids)
        if not self.names:
            raise ValueError('No lifecycle_node_names provided.')
        if not self.transition_ids:
            raise ValueError('No transition_ids provided.')

    def execute(self, context: Any) -> None:
        """Ask for them."""
        for name in self.names:
            target = text_of(context, name)
            for each in self.transition_ids:
                number = each if isinstance(each, int) else int(text_of(context, each))
                context.emit({
                    'kind': 'lifecycle_transition', 'place': self.place,
                    'target': target if target.startswith('/') else '/' + target,
                    'transition': TRANSITIONS[number]})
