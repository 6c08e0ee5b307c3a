"""A goal from the viewpoint of its client."""

from __future__ import annotations

from types import GenericAlias
from typing import Any

from ..task import Future


class ClientGoalHandle:
    """A goal that was sent to a server, which may have accepted it."""

    __module__ = 'rclpy.action.client'

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, action_client: Any, goal_id: Any, goal_response: Any) -> None:
        from action_msgs.msg import GoalStatus

        self._action_client = action_client
        self._goal_id = goal_id
        self._goal_response = goal_response
        self._status = GoalStatus.STATUS_UNKNOWN

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClientGoalHandle) and self._goal_id == other.goal_id

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return 'ClientGoalHandle <id={0}, accepted={1}, status={2}>'.format(
            self.goal_id.uuid, self.accepted, self.status)

    @property
    def goal_id(self) -> Any:
        """Its UUID."""
        return self._goal_id

    @property
    def stamp(self) -> Any:
        """When it was accepted."""
        return self._goal_response.stamp

    @property
    def accepted(self) -> bool:
        """Whether it was accepted."""
        return self._goal_response.accepted

    @property
    def status(self) -> int:
        """The last known state of the goal."""
        return self._status

    def cancel_goal(self) -> Any:
        """Requests its cancellation and waits for the response. Another thread must spin."""
        return self._action_client._cancel_goal(self)

    def cancel_goal_async(self) -> Future:
        """Requests its cancellation."""
        return self._action_client._cancel_goal_async(self)

    def get_result(self) -> Any:
        """Waits for the result. Another thread must spin."""
        return self._action_client._get_result(self)

    def get_result_async(self) -> Future:
        """Requests the result, which arrives when the goal has ended."""
        return self._action_client._get_result_async(self)
