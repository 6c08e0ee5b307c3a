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

    def _orrery_add_expiry(self) -> None:
        """Adds the timer that drops expired results."""
        timeout = max(1, self._orrery_result_timeout)
        number = declare_timer(self._node.handle.number, timeout, 3, False)
        self._orrery_expiry = number
        self._orrery_handles.append(Handle('timer', number))
        self._orrery_parts[number] = ('expiry', None)
        registry[number] = self
        self._orrery_clock = self._node.get_clock().handle
        self._orrery_clock.watchers.append(self._orrery_clock_was_set)

    def _orrery_clock_was_set(self) -> None:
        if self._orrery_clock.shows_set_time and self._goal_handles:
            self._orrery_expire_goals()

    def _orrery_goals_of(self, info: Any, response: Any) -> tuple[list[ServerGoalHandle], int]:
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

    def _orrery_expire_goals(self) -> None:
        now = self._orrery_clock.now()
        for key, handle in list(self._goal_handles.items()):
            if handle.ended_at is not None and now - handle.ended_at >= self._orrery_result_timeout:
                handle.destroy()
                del self._goal_handles[key]
                self._result_futures.pop(key, None)
        self._orrery_arm_expiry()

    def _orrery_arm_expiry(self) -> None:
        """Sets the timer to the time when the next goal expires."""
        ends = [each.ended_at for each in self._goal_handles.values() if each.ended_at is not None]
        guest.send(wire.TIMER_SET, self._orrery_expiry, _CANCEL)
        # A clock that was set calls back.
        if not ends or self._orrery_clock.shows_set_time:
            return
        left = max(1, min(ends) + self._orrery_result_timeout - self._orrery_clock.now())
        guest.send(wire.TIMER_SET, self._orrery_expiry, _PERIOD + wire.I64.pack(left))
        guest.send(wire.TIMER_SET, self._orrery_expiry, _RESET)

    def _orrery_state_changed(self, goal_handle: ServerGoalHandle) -> None:
        if not goal_handle.is_active:
            goal_handle.ended_at = self._orrery_clock.now()
            self._orrery_arm_expiry()
        self._orrery_publish_status()

    def _orrery_publish_status(self) -> None:
        from action_msgs.msg import GoalStatus

        if not self._handle.valid:
            return
        message = self._action_type.Impl.GoalStatusMessage()
        message.status_list = [
            GoalStatus(goal_info=each._goal_info, status=each.status)
            for each in self._goal_handles.values()]
        guest.publish(self._orrery_status, orrery_interfaces.serialize(message))
