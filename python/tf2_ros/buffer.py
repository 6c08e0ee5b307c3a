"""The buffer of a node."""
from __future__ import annotations

import threading
from time import sleep
from typing import Any, Callable, List, Optional, Tuple, Union

import tf2_py as tf2
from rclpy.clock import Clock, JumpThreshold, TimeJump
from rclpy.duration import Duration
from rclpy.logging import get_logger
from rclpy.node import Node
from rclpy.task import Future
from rclpy.time import Time
from tf2_msgs.srv import FrameGraph

from .buffer_interface import BufferInterface

#: Period of the retries of a lookup with a timeout, in s.
_POLL_PERIOD = 0.02


class Buffer(tf2.BufferCore, BufferInterface):
    """Keeps transforms; with a node it offers the service `tf2_frames`."""

    def __init__(self, cache_time: Optional[Duration] = None,
                 node: Optional[Node] = None) -> None:
        tf2.BufferCore.__init__(self, cache_time)
        BufferInterface.__init__(self)
        self._new_data_callbacks: List[Callable[[], None]] = []
        self._callbacks_to_remove: List[Callable[[], None]] = []
        self._callbacks_lock = threading.RLock()
        if node is not None:
            self.srv = node.create_service(FrameGraph, 'tf2_frames', self.__get_frames)
            self.clock = node.get_clock()
        else:
            self.clock = Clock()
        threshold = JumpThreshold(
            min_forward=None, min_backward=Duration(seconds=-1), on_clock_change=True)
        self.jump_handle = self.clock.create_jump_callback(
            threshold, post_callback=self.time_jump_callback)

    def __get_frames(self, request: Any, response: Any) -> Any:
        return FrameGraph.Response(frame_yaml=self.all_frames_as_yaml())

    def time_jump_callback(self, time_jump: TimeJump) -> None:
        """Clear the buffer when time jumps back."""
        get_logger('tf2_buffer').warning('Detected jump back in time. Clearing tf buffer.')
        self.clear()

    def set_transform(self, transform: Any, authority: str) -> None:
        """See `BufferCore`; wakes those that wait for a transform."""
        super().set_transform(transform, authority)
        self._call_new_data_callbacks()

    def set_transform_static(self, transform: Any, authority: str) -> None:
        """See `BufferCore`; wakes those that wait for a transform."""
        super().set_transform_static(transform, authority)
        self._call_new_data_callbacks()

    def _call_new_data_callbacks(self) -> None:
        with self._callbacks_lock:
            for callback in self._new_data_callbacks:
                callback()
            # Only now, because the list was being iterated.
            for callback in self._callbacks_to_remove:
                self._new_data_callbacks.remove(callback)
            self._callbacks_to_remove.clear()

    def _remove_callback(self, callback: Callable[[], None]) -> None:
        with self._callbacks_lock:
            self._callbacks_to_remove.append(callback)

    def lookup_transform(self, target_frame: str, source_frame: str, time: Time,
                         timeout: Duration = Duration()) -> Any:
        """The transform from the source to the target frame, waited for until the timeout."""
        self.can_transform(target_frame, source_frame, time, timeout)
        return self.lookup_transform_core(target_frame, source_frame, time)

    def lookup_transform_full(self, target_frame: str, target_time: Time, source_frame: str,
                              source_time: Time, fixed_frame: str,
                              timeout: Duration = Duration()) -> Any:
        """The transform between frames and times, waited for until the timeout."""
        self.can_transform_full(
            target_frame, target_time, source_frame, source_time, fixed_frame, timeout)
        return self.lookup_transform_full_core(
            target_frame, target_time, source_frame, source_time, fixed_frame)

    async def lookup_transform_async(self, target_frame: str, source_frame: str,
                                     time: Time) -> Any:
        """The transform from the source to the target frame, once it is available."""
        await self.wait_for_transform_async(target_frame, source_frame, time)
        return self.lookup_transform_core(target_frame, source_frame, time)

    async def lookup_transform_full_async(self, target_frame: str, target_time: Time,
                                          source_frame: str, source_time: Time,
                                          fixed_frame: str) -> Any:
        """The transform between frames and times, once it is available."""
        await self.wait_for_transform_full_async(
            target_frame, target_time, source_frame, source_time, fixed_frame)
        return self.lookup_transform_full_core(
            target_frame, target_time, source_frame, source_time, fixed_frame)

    def can_transform(
        self, target_frame: str, source_frame: str, time: Time, timeout: Duration = Duration(),
        return_debug_tuple: bool = False,
    ) -> Union[bool, Tuple[bool, str]]:
        """Whether the transform is known, waited for until the timeout."""
        return self.__poll(lambda: self.can_transform_core(target_frame, source_frame, time),
                           timeout, return_debug_tuple)

    def can_transform_full(
        self, target_frame: str, target_time: Time, source_frame: str, source_time: Time,
        fixed_frame: str, timeout: Duration = Duration(), return_debug_tuple: bool = False,
    ) -> Union[bool, Tuple[bool, str]]:
        """Whether the transform between times is known, waited for until the timeout."""
        return self.__poll(
            lambda: self.can_transform_full_core(
                target_frame, target_time, source_frame, source_time, fixed_frame),
            timeout, return_debug_tuple)

    def __poll(self, ask: Callable[[], Tuple[bool, str]], timeout: Duration,
               with_reason: bool) -> Union[bool, Tuple[bool, str]]:
        clock = Clock()
        if timeout != Duration():
            start = clock.now()
            patience = Duration(seconds=3.0)
            # A large jump back in time probably means that a bag has started again.
            while (clock.now() < start + timeout and not ask()[0]
                   and clock.now() + patience >= start):
                sleep(_POLL_PERIOD)
        result = ask()
        return result if with_reason else result[0]

    def wait_for_transform_async(self, target_frame: str, source_frame: str,
                                 time: Time) -> Future:
        """A future for the transform."""
        return self.__future(
            lambda: self.can_transform_core(target_frame, source_frame, time)[0],
            lambda: self.lookup_transform_core(target_frame, source_frame, time))

    def wait_for_transform_full_async(self, target_frame: str, target_time: Time,
                                      source_frame: str, source_time: Time,
                                      fixed_frame: str) -> Future:
        """A future for the transform between times."""
        arguments = (target_frame, target_time, source_frame, source_time, fixed_frame)
        return self.__future(lambda: self.can_transform_full_core(*arguments)[0],
                             lambda: self.lookup_transform_full_core(*arguments))

    def __future(self, ready: Callable[[], bool], look_up: Callable[[], Any]) -> Future:
        future = Future()
        if ready():
            future.set_result(look_up())
            return future

        def on_new_data() -> None:
            try:
                if ready():
                    future.set_result(look_up())
            except BaseException as error:
                future.set_exception(error)

        self._new_data_callbacks.append(on_new_data)
        future.add_done_callback(lambda _: self._remove_callback(on_new_data))
        return future
