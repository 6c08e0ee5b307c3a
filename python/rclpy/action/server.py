"""Servers of actions."""

from __future__ import annotations

import functools
import threading
import traceback
from enum import Enum
from types import GenericAlias
from typing import Any, Callable, Optional

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.code_place import tell_place
from orrery_guest.guest import guest

from ..executors import await_or_execute
from ..impl.action_parts import ActionParts
from ..impl.borrowed_names import borrowed_by
from ..impl.native import RCLError
from ..qos import (QoSProfile, qos_profile_action_status_default, qos_profile_services_default)
from ..service import RequestHeader
from ..task import Future
from ..type_support import check_for_type_support
from ..waitable import NumberOfEntities
from .server_goal_handle import GoalEvent, ServerGoalHandle
from .server_goals import ServerGoals


class GoalResponse(Enum):
    """The answers to a new goal."""

    REJECT = 1
    ACCEPT = 2


class CancelResponse(Enum):
    """The answers to a request to cancel a goal."""

    REJECT = 1
    ACCEPT = 2


def default_handle_accepted_callback(goal_handle: ServerGoalHandle) -> None:
    """Executes the goal."""
    goal_handle.execute()


def default_goal_callback(goal_request: Any) -> GoalResponse:
    """Accepts all goals."""
    return GoalResponse.ACCEPT


def default_cancel_callback(cancel_request: Any) -> CancelResponse:
    """Rejects all cancellations."""
    return CancelResponse.REJECT


class ActionServer(ServerGoals, ActionParts):
    """Accepts goals and executes them."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, node: Any, action_type: Any, action_name: str,
                 execute_callback: Optional[Callable[[ServerGoalHandle], Any]] = None, *,
                 callback_group: Any = None,
                 goal_callback: Callable[[Any], Any] = default_goal_callback,
                 handle_accepted_callback: Callable[[ServerGoalHandle], Any]
                 = default_handle_accepted_callback,
                 cancel_callback: Callable[[Any], Any] = default_cancel_callback,
                 goal_service_qos_profile: QoSProfile = qos_profile_services_default,
                 result_service_qos_profile: QoSProfile = qos_profile_services_default,
                 cancel_service_qos_profile: QoSProfile = qos_profile_services_default,
                 feedback_pub_qos_profile: QoSProfile = QoSProfile(depth=10),
                 status_pub_qos_profile: QoSProfile = qos_profile_action_status_default,
                 result_timeout: float = 900) -> None:
        super().__init__(node, callback_group or node.default_callback_group)
        self._lock = threading.Lock()
        self.register_handle_accepted_callback(handle_accepted_callback)
        self.register_goal_callback(goal_callback)
        self.register_cancel_callback(cancel_callback)
        self._execute_callback: Optional[Callable[[ServerGoalHandle], Any]] = None
        if execute_callback is not None:
            self.register_execute_callback(execute_callback)
        check_for_type_support(action_type)
        self._action_type = action_type
        self._action_name = action_name
        impl = action_type.Impl
        part = self.part
        self._orrery_goal = part(wire.SERVICE, 'goal', f'{action_name}/_action/send_goal',
                                 impl.SendGoalService, goal_service_qos_profile)
        self._orrery_cancel = part(wire.SERVICE, 'cancel', f'{action_name}/_action/cancel_goal',
                                   impl.CancelGoalService, cancel_service_qos_profile)
        self._orrery_result = part(wire.SERVICE, 'result', f'{action_name}/_action/get_result',
                                   impl.GetResultService, result_service_qos_profile)
        self._orrery_feedback = part(wire.PUBLISHER, 'feedback', f'{action_name}/_action/feedback',
                                     impl.FeedbackMessage, feedback_pub_qos_profile)
        self._orrery_status = part(wire.PUBLISHER, 'status', f'{action_name}/_action/status',
                                   impl.GoalStatusMessage, status_pub_qos_profile)
        tell_place(self._orrery_goal, execute_callback)
        self._goal_handles: dict[bytes, ServerGoalHandle] = {}
        self._result_futures: dict[bytes, Future] = {}
        self._orrery_result_timeout = int(result_timeout * 1_000_000_000)
        self._orrery_add_expiry()
        node.add_waitable(self)

    @property
    def action_type(self) -> Any:
        """The type of the action."""
        return self._action_type

    # Called by executors.

    def get_num_entities(self) -> NumberOfEntities:
        return NumberOfEntities(num_timers=1, num_services=3)

    def take_data(self) -> Any:
        """Takes the oldest input."""
        if not self._orrery_inputs:
            return None
        role, interface, given = self._orrery_inputs.pop(0)
        if role == 'expiry':
            return role, (None, None)
        return role, self.taken_request(role, given, interface)

    async def execute(self, taken_data: Any) -> None:
        """Handles the taken inputs."""
        if taken_data is None:
            return
        role, (header, request) = taken_data
        if role == 'goal':
            await self._execute_goal_request(header, request)
        elif role == 'cancel':
            await self._execute_cancel_request(header, request)
        elif role == 'result':
            self._execute_get_result_request(header, request)
        else:
            self._orrery_expire_goals()

    async def _execute_goal_request(self, header: RequestHeader, request: Any) -> None:
        from action_msgs.msg import GoalInfo

        logger = self._node.get_logger()
        goal_id = request.goal_id
        key = bytes(goal_id.uuid)
        logger.debug('New goal request with ID: {0}'.format(goal_id.uuid))
        info = GoalInfo()
        info.goal_id = goal_id
        accepted = False
        if key in self._goal_handles:
            logger.debug('Goal ID already exists: {0}'.format(goal_id.uuid))
        else:
            answer = await await_or_execute(self._goal_callback, request.goal)
            if not isinstance(answer, GoalResponse):
                logger.warning('Goal request callback did not return a GoalResponse type. '
                               'Rejecting goal.')
            else:
                accepted = answer is GoalResponse.ACCEPT
        if accepted:
            info.stamp = self._node.get_clock().now().to_msg()
            handle = ServerGoalHandle(self, info, request.goal)
            self._goal_handles[key] = handle
            self._result_futures[key] = Future()
            self._orrery_publish_status()
        response = self._action_type.Impl.SendGoalService.Response()
        response.accepted = accepted
        response.stamp = info.stamp
        self._orrery_respond(self._orrery_goal, header, response)
        if not accepted:
            logger.debug('New goal rejected: {0}'.format(goal_id.uuid))
            return
        logger.debug('New goal accepted: {0}'.format(goal_id.uuid))
        await await_or_execute(self._handle_accepted_callback, handle)

    async def _execute_goal(self, execute_callback: Any, goal_handle: ServerGoalHandle) -> None:
        goal_id = goal_handle.goal_id.uuid
        logger = self._node.get_logger()
        logger.debug('Executing goal with ID {0}'.format(goal_id))
        try:
            result = await await_or_execute(execute_callback, goal_handle)
        except Exception as error:
            result = self._action_type.Result()
            logger.error('Error raised in execute callback: {0}'.format(error))
            traceback.print_exc()
        if goal_handle.is_active:
            logger.warning('Goal state not set, assuming aborted. Goal ID: {0}'.format(goal_id))
            goal_handle.abort()
        logger.debug('Goal with ID {0} finished with state {1}'.format(
            goal_id, goal_handle.status))
        self.set_goal_result(goal_handle, result)

    def set_goal_result(self, goal_handle: ServerGoalHandle, result: Any) -> None:
        """Sends the result of a goal that has ended."""
        response = self._action_type.Impl.GetResultService.Response()
        response.status = goal_handle.status
        if result is not None:
            response.result = result
        future = self._result_futures.get(bytes(goal_handle.goal_id.uuid))
        if future is not None:
            future.set_result(response)

    async def _execute_cancel_request(self, header: RequestHeader, request: Any) -> None:
        response = self._action_type.Impl.CancelGoalService.Response()
        goals, response.return_code = self._orrery_goals_of(request.goal_info, response)
        for handle in goals:
            answer = await await_or_execute(self._cancel_callback, handle)
            if answer is not CancelResponse.ACCEPT:
                continue
            try:
                handle._update_state(GoalEvent.CANCEL_GOAL)
            except RCLError as error:
                self._node.get_logger().debug('Failed to cancel goal in cancel callback: {0}'
                                              .format(error))
                continue
            response.goals_canceling.append(handle._goal_info)
        if response.return_code == response.ERROR_NONE and not response.goals_canceling:
            response.return_code = response.ERROR_REJECTED
        self._orrery_respond(self._orrery_cancel, header, response)

    def _execute_get_result_request(self, header: RequestHeader, request: Any) -> None:
        from action_msgs.msg import GoalStatus

        goal_id = request.goal_id.uuid
        self._node.get_logger().debug(
            'Result request received for goal with ID: {0}'.format(goal_id))
        future = self._result_futures.get(bytes(goal_id))
        if future is None:
            response = self._action_type.Impl.GetResultService.Response()
            response.status = GoalStatus.STATUS_UNKNOWN
            self._orrery_respond(self._orrery_result, header, response)
            return
        future.add_done_callback(functools.partial(self._send_result_response, header))

    def _send_result_response(self, header: RequestHeader, future: Future) -> None:
        self._orrery_respond(self._orrery_result, header, future.result())

    def _orrery_respond(self, service: int, header: RequestHeader, response: Any) -> None:
        if self._handle.valid:
            self.send_response(service, header, response)

    def _orrery_publish_feedback(self, goal_handle: ServerGoalHandle, feedback: Any) -> None:
        with self._handle:
            message = self._action_type.Impl.FeedbackMessage()
            message.goal_id = goal_handle.goal_id
            message.feedback = feedback
            guest.publish(self._orrery_feedback, orrery_interfaces.serialize(message))

    # Called by goals and programs.

    def notify_execute(self, goal_handle: ServerGoalHandle, execute_callback: Any) -> None:
        """Makes the executor run the goal."""
        if execute_callback is None and self._execute_callback is None:
            return
        callback = execute_callback or self._execute_callback
        self._node.executor.create_task(self._execute_goal, callback, goal_handle)

    def notify_goal_done(self) -> None:
        """Does nothing; goals call it when they have ended."""

    def register_handle_accepted_callback(self, handle_accepted_callback: Any) -> None:
        """Sets the callback for accepted goals."""
        if handle_accepted_callback is None:
            handle_accepted_callback = default_handle_accepted_callback
        self._handle_accepted_callback = handle_accepted_callback

    def register_goal_callback(self, goal_callback: Any) -> None:
        """Sets the callback that accepts or rejects goals."""
        if goal_callback is None:
            goal_callback = default_goal_callback
        self._goal_callback = goal_callback

    def register_cancel_callback(self, cancel_callback: Any) -> None:
        """Sets the callback that accepts or rejects cancellations."""
        if cancel_callback is None:
            cancel_callback = default_cancel_callback
        self._cancel_callback = cancel_callback

    def register_execute_callback(self, execute_callback: Any) -> None:
        """Sets the callback that executes goals."""
        if not callable(execute_callback):
            raise TypeError('Failed to register goal execution callback: not callable')
        self._execute_callback = execute_callback

    def destroy(self) -> None:
        """Removes the server from the graph."""
        for handle in self._goal_handles.values():
            handle.destroy()
        if self in self._node.waitables:
            self._node.remove_waitable(self)
        self.destroy_parts()


__getattr__ = borrowed_by(__name__)
