"""A buffer that asks a server (an action) for transforms."""
from __future__ import annotations

import threading
import warnings
from time import sleep
from typing import Any

import builtin_interfaces.msg
import tf2_py as tf2
from rclpy.clock import Clock
from rclpy.duration import Duration
from rclpy.node import Node
from rclpy.time import Time
from tf2_msgs.action import LookupTransform

from .buffer_interface import BufferInterface

_SERVER_FAULT = 'Something is likely wrong with the server.'


class BufferClient(BufferInterface):
    """Asks the server of a namespace; `check_frequency` is how often it checks for the answer."""

    def __init__(self, node: Node, ns: str, check_frequency: float = 10.0,
                 timeout_padding: Duration = Duration(seconds=2.0)) -> None:
        # Imported here, because most programs that use tf2 do not use actions.
        from rclpy.action.client import ActionClient
        super().__init__()
        self.node = node
        self.action_client = ActionClient(node, LookupTransform, action_name=ns)
        self.check_frequency = check_frequency
        # Numbers were accepted in the past, and programs still pass them.
        self.timeout_padding = timeout_padding if isinstance(timeout_padding, Duration) \
            else Duration(seconds=timeout_padding)

    def lookup_transform(self, target_frame: str, source_frame: str, time: Time,
                         timeout: Duration = Duration()) -> Any:
        """The transform from the source to the target frame."""
        if isinstance(time, builtin_interfaces.msg.Time):
            time = Time.from_msg(time)
            warnings.warn('Passing a builtin_interfaces.msg.Time argument is deprecated, and will '
                          'be removed in the near future. Use rclpy.time.Time instead.')
        elif not isinstance(time, Time):
            raise TypeError('Must pass a rclpy.time.Time object.')
        return self._process_goal(LookupTransform.Goal(
            target_frame=target_frame, source_frame=source_frame, source_time=time.to_msg(),
            timeout=timeout.to_msg(), advanced=False))

    def lookup_transform_full(self, target_frame: str, target_time: Time, source_frame: str,
                              source_time: Time, fixed_frame: str,
                              timeout: Duration = Duration()) -> Any:
        """The transform between frames and times."""
        return self._process_goal(LookupTransform.Goal(
            target_frame=target_frame, source_frame=source_frame,
            source_time=source_time.to_msg(), timeout=timeout.to_msg(),
            target_time=target_time.to_msg(), fixed_frame=fixed_frame, advanced=True))

    def can_transform(self, target_frame: str, source_frame: str, time: Time,
                      timeout: Duration = Duration()) -> bool:
        """Whether the server knows the transform."""
        try:
            self.lookup_transform(target_frame, source_frame, time, timeout)
        except tf2.TransformException:
            return False
        return True

    def can_transform_full(self, target_frame: str, target_time: Time, source_frame: str,
                           source_time: Time, fixed_frame: str,
                           timeout: Duration = Duration()) -> bool:
        """Whether the server knows the transform between times."""
        try:
            self.lookup_transform_full(
                target_frame, target_time, source_frame, source_time, fixed_frame, timeout)
        except tf2.TransformException:
            return False
        return True

    def _process_goal(self, goal: Any) -> Any:
        if not self.action_client.server_is_ready():
            raise tf2.TimeoutException('The BufferServer is not ready.')
        event = threading.Event()
        sent = self.action_client.send_goal_async(goal)
        sent.add_done_callback(lambda _: event.set())

        def unblock_by_timeout() -> None:
            clock = Clock()
            start = clock.now()
            timeout = Duration.from_msg(goal.timeout)
            while not sent.done() and not event.is_set():
                if clock.now() > start + timeout + self.timeout_padding:
                    break
                sleep(1.0 / self.check_frequency)
            event.set()

        threading.Thread(target=unblock_by_timeout).start()
        event.wait()
        said = 'The LookupTransform goal sent to the BufferServer did not come back'
        if not sent.done():
            raise tf2.TimeoutException(f'{said} in the specified time. {_SERVER_FAULT}')
        handle = sent.result()
        if not handle.accepted:
            raise tf2.TimeoutException(f'{said} with accepted status. {_SERVER_FAULT}')
        return _transform_of(self.action_client._get_result(handle).result)


def _transform_of(result: Any) -> Any:
    """The transform in a result. Raises the exception that the server reports."""
    if result is None or result.error is None:
        raise tf2.TransformException(
            f'The BufferServer returned None for result or result.error!  {_SERVER_FAULT}')
    error = result.error
    if error.error == error.NO_ERROR:
        return result.transform
    raise {
        error.LOOKUP_ERROR: tf2.LookupException,
        error.CONNECTIVITY_ERROR: tf2.ConnectivityException,
        error.EXTRAPOLATION_ERROR: tf2.ExtrapolationException,
        error.INVALID_ARGUMENT_ERROR: tf2.InvalidArgumentException,
        error.TIMEOUT_ERROR: tf2.TimeoutException,
    }.get(error.error, tf2.TransformException)(error.error_string)
