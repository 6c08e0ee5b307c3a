"""A goal from the viewpoint of its server."""

from __future__ import annotations

import threading
from enum import IntEnum
from types import GenericAlias
from typing import Any

from ..exceptions import InvalidHandle
from ..impl.native import RCLError


class GoalEvent(IntEnum):
    """The events that change the state of a goal."""

    __module__ = 'rclpy.action.server'

    EXECUTE = 1
    CANCEL_GOAL = 2
    SUCCEED = 3
    ABORT = 4
    CANCELED = 5


#: The states, with their numbers in action_msgs.
ACCEPTED, EXECUTING, CANCELING, SUCCEEDED, CANCELED, ABORTED = range(1, 7)
_ACTIVE = (ACCEPTED, EXECUTING, CANCELING)
_NEXT = {
    (ACCEPTED, GoalEvent.EXECUTE): EXECUTING,
    (ACCEPTED, GoalEvent.CANCEL_GOAL): CANCELING,
    (EXECUTING, GoalEvent.CANCEL_GOAL): CANCELING,
    (EXECUTING, GoalEvent.SUCCEED): SUCCEEDED,
    (EXECUTING, GoalEvent.ABORT): ABORTED,
    (CANCELING, GoalEvent.SUCCEED): SUCCEEDED,
    (CANCELING, GoalEvent.ABORT): ABORTED,
    (CANCELING, GoalEvent.CANCELED): CANCELED,
}


class ServerGoalHandle:
    """A goal that was accepted."""

    __module__ = 'rclpy.action.server'

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, action_server: Any, goal_info: Any, goal_request: Any) -> None:
        self._action_server = action_server
        self._goal_info = goal_info
        self._goal_request = goal_request
        self._cancel_requested = False
        self._state = ACCEPTED
        self._valid = True
        self._lock = threading.Lock()
        #: When the goal ended, in ns; None if it has not ended.
        self.ended_at: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ServerGoalHandle) and self.goal_id == other.goal_id

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = object.__hash__

    @property
    def request(self) -> Any:
        """The goal's request."""
        return self._goal_request

    @property
    def goal_id(self) -> Any:
        """Its UUID."""
        return self._goal_info.goal_id

    @property
    def is_active(self) -> bool:
        """Whether the goal is still active."""
        with self._lock:
            return self._valid and self._state in _ACTIVE

    @property
    def is_cancel_requested(self) -> bool:
        """Whether a cancellation was requested."""
        return self._state == CANCELING

    @property
    def status(self) -> int:
        """Its state."""
        with self._lock:
            return self._state if self._valid else 0

    def _update_state(self, event: GoalEvent) -> None:
        with self._lock:
            if not self._valid:
                return
            following = _NEXT.get((self._state, event))
            if following is None:
                raise RCLError(
                    f'goal_handle attempted invalid transition from state '
                    f'{_NAMES[self._state]} with event {event.name}')
            self._state = following
        self._action_server._orrery_state_changed(self)

    def executing(self) -> None:
        """Marks the goal as being executed by other means than the server's callback."""
        if not self.is_cancel_requested:
            self._update_state(GoalEvent.EXECUTE)

    def execute(self, execute_callback: Any = None) -> None:
        """Starts the execution of the goal."""
        self.executing()
        self._action_server.notify_execute(self, execute_callback)

    def publish_feedback(self, feedback: Any) -> None:
        """Publishes feedback."""
        if not isinstance(feedback, self._action_server.action_type.Feedback):
            raise TypeError()
        with self._lock:
            if not self._valid:
                return
        self._action_server._orrery_publish_feedback(self, feedback)

    def succeed(self, result: Any = None) -> None:
        """Marks the goal as succeeded."""
        self._end(GoalEvent.SUCCEED, result)

    def abort(self, result: Any = None) -> None:
        """Marks the goal as aborted."""
        self._end(GoalEvent.ABORT, result)

    def canceled(self, result: Any = None) -> None:
        """Marks the goal as canceled."""
        self._end(GoalEvent.CANCELED, result)

    def _end(self, event: GoalEvent, result: Any) -> None:
        self._update_state(event)
        if result is not None:
            self._action_server.set_goal_result(self, result)
        self._action_server.notify_goal_done()

    def destroy(self) -> None:
        """Releases the goal."""
        with self._lock:
            self._valid = False


_NAMES = {ACCEPTED: 'ACCEPTED', EXECUTING: 'EXECUTING', CANCELING: 'CANCELING',
          SUCCEEDED: 'SUCCEEDED', CANCELED: 'CANCELED', ABORTED: 'ABORTED'}
_InvalidHandle = InvalidHandle
