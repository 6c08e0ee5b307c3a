"""Clients of actions."""

from __future__ import annotations

import threading
import time
import uuid
import weakref
from types import GenericAlias
from typing import Any, Callable, Optional

from orrery_guest import wire
from orrery_guest.code_place import tell_place
from orrery_guest.deadlock import awaiting
from orrery_guest.guest import guest
from orrery_guest.repeated_questions import ask

from ..executors import await_or_execute
from ..impl.action_parts import ActionParts, taken_message
from ..impl.borrowed_names import borrowed_by
from ..qos import (QoSProfile, qos_profile_action_status_default, qos_profile_services_default)
from ..task import Future
from ..type_support import check_for_type_support
from ..waitable import NumberOfEntities
from .client_goal_handle import ClientGoalHandle  # noqa: F401


class ActionClient(ActionParts):
    """Sends goals to a server and receives their states and results."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, node: Any, action_type: Any, action_name: str, *,
                 callback_group: Any = None,
                 goal_service_qos_profile: QoSProfile = qos_profile_services_default,
                 result_service_qos_profile: QoSProfile = qos_profile_services_default,
                 cancel_service_qos_profile: QoSProfile = qos_profile_services_default,
                 feedback_sub_qos_profile: QoSProfile = QoSProfile(depth=10),
                 status_sub_qos_profile: QoSProfile = qos_profile_action_status_default) -> None:
        super().__init__(node, callback_group or node.default_callback_group)
        check_for_type_support(action_type)
        self._action_type = action_type
        self._action_name = action_name
        impl = action_type.Impl
        part = self.part
        self._orrery_goal = part(wire.CLIENT, 'goal', f'{action_name}/_action/send_goal',
                                 impl.SendGoalService, goal_service_qos_profile)
        self._orrery_cancel = part(wire.CLIENT, 'cancel', f'{action_name}/_action/cancel_goal',
                                   impl.CancelGoalService, cancel_service_qos_profile)
        self._orrery_result = part(wire.CLIENT, 'result', f'{action_name}/_action/get_result',
                                   impl.GetResultService, result_service_qos_profile)
        self._orrery_feedback = part(
            wire.SUBSCRIPTION, 'feedback', f'{action_name}/_action/feedback', impl.FeedbackMessage,
            feedback_sub_qos_profile)
        part(wire.SUBSCRIPTION, 'status', f'{action_name}/_action/status',
             impl.GoalStatusMessage, status_sub_qos_profile)
        self._orrery_sequence = 0
        #: Handles of accepted goals by UUID; the sender of a goal keeps them alive.
        self._goal_handles: dict[bytes, Any] = {}
        self._orrery_pending: dict[str, dict[int, Future]] = {
            'goal': {}, 'cancel': {}, 'result': {}}
        self._orrery_goal_ids: dict[int, Any] = {}
        self._feedback_callbacks: dict[bytes, Callable[[Any], Any]] = {}
        self._lock = threading.Lock()
        node.add_waitable(self)

    @property
    def _pending_goal_requests(self) -> dict[int, Future]:
        return self._orrery_pending['goal']

    @property
    def _pending_cancel_requests(self) -> dict[int, Future]:
        return self._orrery_pending['cancel']

    @property
    def _pending_result_requests(self) -> dict[int, Future]:
        return self._orrery_pending['result']

    def get_num_entities(self) -> NumberOfEntities:
        return NumberOfEntities(num_subs=2, num_clients=3)

    def take_data(self) -> Any:
        """Takes the oldest input."""
        if not self._orrery_inputs:
            return None
        role, interface, given = self._orrery_inputs.pop(0)
        if role in self._orrery_pending:
            return role, self.taken_response(role, given, interface)
        return role, taken_message(given, interface)

    async def execute(self, taken_data: Any) -> None:
        """Handles the taken inputs."""
        if taken_data is None:
            return
        role, data = taken_data
        if role == 'feedback':
            callback = self._feedback_callbacks.get(bytes(data.goal_id.uuid))
            if callback is not None:
                await await_or_execute(callback, data)
        elif role == 'status':
            self._orrery_note_status(data)
        else:
            sequence, response = data
            self._orrery_answered(role, sequence, response)

    def _orrery_answered(self, role: str, sequence: int, response: Any) -> None:
        future = self._orrery_pending[role].get(sequence)
        if future is None:
            self._node.get_logger().warning(
                'Ignoring unexpected {0} response. There may be more than one action server for '
                "the action '{1}'".format(role, self._action_name))
            return
        if role == 'goal':
            goal_id = self._orrery_goal_ids.get(sequence)
            handle = ClientGoalHandle(self, goal_id, response)
            if handle.accepted:
                key = bytes(handle.goal_id.uuid)
                if key in self._goal_handles and self._goal_handles[key]() is not None:
                    raise RuntimeError(
                        'Two goals were accepted with the same ID ({})'.format(handle))
                self._goal_handles[key] = weakref.ref(handle)
            future.set_result(handle)
        elif role == 'result':
            key = self._orrery_goal_ids.get(sequence)
            self._orrery_note_result(key, response)
            future.set_result(response)
        else:
            future.set_result(response)

    def _orrery_note_result(self, goal_id: Any, response: Any) -> None:
        if goal_id is None:
            return
        reference = self._goal_handles.get(bytes(goal_id.uuid))
        handle = reference() if reference is not None else None
        if handle is not None:
            handle._status = response.status
        self._feedback_callbacks.pop(bytes(goal_id.uuid), None)

    def _orrery_note_status(self, message: Any) -> None:
        from action_msgs.msg import GoalStatus

        ended = (GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED,
                 GoalStatus.STATUS_ABORTED)
        for status in message.status_list:
            key = bytes(status.goal_info.goal_id.uuid)
            reference = self._goal_handles.get(key)
            if reference is None:
                continue
            handle = reference()
            if handle is None:
                del self._goal_handles[key]
                continue
            handle._status = status.status
            if status.status in ended:
                del self._goal_handles[key]

    def _orrery_send(self, role: str, client: int, request: Any, goal_id: Any) -> Future:
        with self._lock:
            with self._handle:
                self._orrery_sequence += 1
                sequence = self._orrery_sequence
                self.send_request(role, client, sequence, request)
            future = Future()
            self._orrery_pending[role][sequence] = future
            if goal_id is not None:
                self._orrery_goal_ids[sequence] = goal_id

        def forget(_: Future) -> None:
            with self._lock:
                self._orrery_pending[role].pop(sequence, None)
                self._orrery_goal_ids.pop(sequence, None)
            self.remove_future(future)

        future.add_done_callback(forget)
        # Further callbacks are the program's.
        future._client = client
        self.add_future(future)
        return future

    def send_goal(self, goal: Any, **kwargs: Any) -> Any:
        """Sends a goal and waits for its result. Another thread must spin."""
        if not isinstance(goal, self._action_type.Goal):
            raise TypeError()
        handle = self._orrery_waited(self.send_goal_async(goal, **kwargs))
        return self._get_result(handle)

    def _orrery_waited(self, future: Future) -> Any:
        event = threading.Event()
        future.add_done_callback(lambda _: event.set())
        with awaiting(guest.scheduler.current, f'a response of the action {self._action_name}'):
            event.wait()
        exception = future.exception()
        if exception is not None:
            raise exception
        return future.result()

    def send_goal_async(self, goal: Any, feedback_callback: Any = None,
                        goal_uuid: Any = None) -> Future:
        """Sends a goal; the result of the future is a :class:`ClientGoalHandle`."""
        if not isinstance(goal, self._action_type.Goal):
            raise TypeError()
        request = self._action_type.Impl.SendGoalService.Request()
        request.goal_id = _new_uuid() if goal_uuid is None else goal_uuid
        request.goal = goal
        if callable(feedback_callback):
            self._feedback_callbacks[bytes(request.goal_id.uuid)] = feedback_callback
            tell_place(self._orrery_feedback, feedback_callback)
        return self._orrery_send('goal', self._orrery_goal, request, request.goal_id)

    def _cancel_goal(self, goal_handle: ClientGoalHandle) -> Any:
        return self._orrery_waited(self._cancel_goal_async(goal_handle))

    def _cancel_goal_async(self, goal_handle: ClientGoalHandle) -> Future:
        if not isinstance(goal_handle, ClientGoalHandle):
            raise TypeError(
                'Expected type ClientGoalHandle but received {}'.format(type(goal_handle)))
        request = self._action_type.Impl.CancelGoalService.Request()
        request.goal_info.goal_id = goal_handle.goal_id
        return self._orrery_send('cancel', self._orrery_cancel, request, None)

    def _get_result(self, goal_handle: ClientGoalHandle) -> Any:
        return self._orrery_waited(self._get_result_async(goal_handle))

    def _get_result_async(self, goal_handle: ClientGoalHandle) -> Future:
        if not isinstance(goal_handle, ClientGoalHandle):
            raise TypeError(
                'Expected type ClientGoalHandle but received {}'.format(type(goal_handle)))
        request = self._action_type.Impl.GetResultService.Request()
        request.goal_id = goal_handle.goal_id
        return self._orrery_send('result', self._orrery_result, request, goal_handle.goal_id)

    def server_is_ready(self) -> bool:
        """Whether a server exists."""
        with self._handle:
            return all(ask('available', subject=number)
                       for number in (self._orrery_goal, self._orrery_cancel, self._orrery_result))

    def wait_for_server(self, timeout_sec: Optional[float] = None) -> bool:
        """Waits until a server exists; False after the timeout."""
        sleep_time = 0.25
        left = float('inf') if timeout_sec is None else timeout_sec
        while self._node.context.ok() and not self.server_is_ready() and left > 0.0:
            time.sleep(sleep_time)
            left -= sleep_time
        return self.server_is_ready()

    def destroy(self) -> None:
        """Removes the client from the graph."""
        if self in self._node.waitables:
            self._node.remove_waitable(self)
        self.destroy_parts()


def _new_uuid() -> Any:
    from unique_identifier_msgs.msg import UUID

    return UUID(uuid=list(uuid.uuid4().bytes))


__getattr__ = borrowed_by(__name__)
