"""A server's accepted goals: which of them a request concerns, their status, their expiry."""

from __future__ import annotations

from typing import Any

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import guest

from ..impl.handle import Handle, registry
from ..impl.wire_entities import declare_timer
from .server_goal_handle import ServerGoalHandle

_CANCEL = bytes([0]) + wire.I64.pack(0)
_RESET = bytes([1]) + wire.I64.pack(0)
_PERIOD = bytes([2])


class ServerGoals:
    """A part of :class:`rclpy.action.ActionServer`."""

    def _add_expiry(self) -> None:
        """Adds the timer that drops expired results."""
        number = declare_timer(self._node.handle.number, max(1, self._result_timeout), 3, False)
        self._expiry = number
        self._handles.append(Handle('timer', number))
        self._parts[number] = ('expiry', None)
        registry[number] = self
        self._clock = self._node.get_clock().handle
        self._clock.watchers.append(self._clock_was_set)

    def _clock_was_set(self) -> None:
        if self._clock.shows_set_time and self._goal_handles:
            self._expire_goals()

    def _goals_of(self, info: Any, response: Any) -> tuple[list[ServerGoalHandle], int]:
        """The active goals that a cancel request concerns, and the return code."""
        key = bytes(info.goal_id.uuid)
        stamp = (info.stamp.sec, info.stamp.nanosec)
        active = [each for each in self._goal_handles.values() if each.is_active]
        if any(key) and stamp == (0, 0):
            handle = self._goal_handles.get(key)
            if handle is None:
                return [], response.ERROR_UNKNOWN_GOAL_ID
            if not handle.is_active:
                return [], response.ERROR_GOAL_TERMINATED
            return [handle], response.ERROR_NONE
        if not any(key) and stamp == (0, 0):
            return active, response.ERROR_NONE

        def concerned(handle: ServerGoalHandle) -> bool:
            of_goal = handle._goal_info.stamp
            return ((of_goal.sec, of_goal.nanosec) <= stamp
                    or bytes(handle.goal_id.uuid) == key)

        return [each for each in active if concerned(each)], response.ERROR_NONE

    def _expire_goals(self) -> None:
        now = self._clock.now()
        for key, handle in list(self._goal_handles.items()):
            if handle.ended_at is not None and now - handle.ended_at >= self._result_timeout:
                handle.destroy()
                del self._goal_handles[key]
                self._result_futures.pop(key, None)
        self._arm_expiry()

    def _arm_expiry(self) -> None:
        """Sets the timer to the time when the next goal expires."""
        ends = [each.ended_at for each in self._goal_handles.values() if each.ended_at is not None]
        guest.send(wire.TIMER_SET, self._expiry, _CANCEL)
        # A clock that was set calls back.
        if not ends or self._clock.shows_set_time:
            return
        left = max(1, min(ends) + self._result_timeout - self._clock.now())
        guest.send(wire.TIMER_SET, self._expiry, _PERIOD + wire.I64.pack(left))
        guest.send(wire.TIMER_SET, self._expiry, _RESET)

    def _state_changed(self, goal_handle: ServerGoalHandle) -> None:
        if not goal_handle.is_active:
            goal_handle.ended_at = self._clock.now()
            self._arm_expiry()
        self._publish_status()

    def _publish_status(self) -> None:
        from action_msgs.msg import GoalStatus

        if not self._handle.valid:
            return
        message = self._action_type.Impl.GoalStatusMessage()
        message.status_list = [
            GoalStatus(goal_info=each._goal_info, status=each.status)
            for each in self._goal_handles.values()]
        guest.publish(self._status, orrery_interfaces.serialize(message))
