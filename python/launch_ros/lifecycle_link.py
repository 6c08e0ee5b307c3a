"""What connects a launch that runs with a lifecycle node: its transitions become events, and events its transitions."""
from __future__ import annotations

import threading
from typing import Any

from launch.event_handler import EventHandler

from .events.lifecycle import TRANSITIONS, ChangeState, StateTransition
from .ros_adapters import get_ros_node

#: Seconds between two checks whether the launch has ended.
_LOOK = 1.0
_LOGGER = 'launch_ros.actions.lifecycle_node'


class LifecycleLink:
    """Made when the node is started; `action` is its action in the launch description."""

    def __init__(self, context: Any, action: Any) -> None:
        from lifecycle_msgs.msg import TransitionEvent
        from lifecycle_msgs.srv import ChangeState as ChangeStateService
        self._context, self._action = context, action
        node, name = get_ros_node(context), action.node_name
        node.create_subscription(TransitionEvent, f'{name}/transition_event', self._changed, 10)
        self._client = node.create_client(ChangeStateService, f'{name}/change_state')
        context.register_event_handler(_OnChangeState(self, action))

    def _changed(self, message: Any) -> None:
        self._context.running.emit(StateTransition(action=self._action, msg=message))

    def ask(self, transition: int) -> None:
        """Request a transition as soon as the node answers; a thread waits for that."""
        threading.Thread(target=self._ask, args=(transition,), daemon=True).start()

    def _ask(self, transition: int) -> None:
        from rclpy.exceptions import InvalidHandle
        request = self._client.srv_type.Request()
        request.transition.id = transition
        try:
            while not self._client.wait_for_service(timeout_sec=_LOOK):
                if self._context.is_shutdown:
                    return
            done = threading.Event()
            future = self._client.call_async(request)
            future.add_done_callback(lambda _: done.set())
            while not done.wait(_LOOK):
                if self._context.is_shutdown:
                    return
        except InvalidHandle:
            # The launch has ended, and with it its node.
            return
        if not future.result().success:
            self._context.running.say(
                'ERROR', _LOGGER, f"Failed to make transition '{TRANSITIONS.get(transition, transition)}' for "
                f"LifecycleNode '{self._action.node_name}'")


class _OnChangeState(EventHandler):
    """Hears the requests that are for a node."""

    def __init__(self, link: LifecycleLink, action: Any) -> None:
        super().__init__(matcher=lambda event: isinstance(event, ChangeState) and event.lifecycle_node_matcher(action))
        self._link = link

    def handle(self, event: Any, context: Any) -> None:
        """Request the transition."""
        super().handle(event, context)
        self._link.ask(event.transition_id)
