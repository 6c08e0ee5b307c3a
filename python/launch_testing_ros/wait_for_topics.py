"""Waits until messages have arrived on topics."""
from __future__ import annotations

import time
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterable, Optional, Set, Tuple

import rclpy
from rclpy.executors import SingleThreadedExecutor


class WaitForTopics:
    """Subscribes to topics, given as pairs of name and type, and keeps their messages.

    As a context manager, it raises RuntimeError unless a message has arrived on each in time.
    """

    def __init__(self, topic_tuples: Iterable[Tuple[str, Any]], timeout: float = 5.0,
                 messages_received_buffer_length: int = 10,
                 callback: Optional[Callable[..., Any]] = None,
                 callback_arguments: Iterable[Any] = (),
                 trigger: Optional[Callable[[Any], Any]] = None) -> None:
        self.topic_tuples = list(topic_tuples)
        self.timeout = timeout
        self._length = messages_received_buffer_length
        # Two names for the function that is called with the node: `trigger` is the newer one.
        self._trigger = callback if trigger is None else trigger
        self._arguments = tuple(callback_arguments)
        self._received: Dict[str, Deque[Any]] = {
            name: deque(maxlen=self._length) for name, _ in self.topic_tuples}
        self._context = rclpy.context.Context()
        rclpy.init(context=self._context)
        self._node = rclpy.create_node('wait_for_topics_node', context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        for name, kind in self.topic_tuples:
            self._node.create_subscription(kind, name, self._received[name].append, 10)

    def wait(self) -> bool:
        """Waits; returns whether a message has arrived on each topic."""
        if self._trigger is not None:
            self._trigger(self._node, *self._arguments)
        end = time.monotonic() + self.timeout
        while self.topics_not_received():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._executor.spin_once(timeout_sec=left)
        return True

    def topics_received(self) -> Set[str]:
        """The topics on which a message has arrived."""
        return {name for name, messages in self._received.items() if messages}

    def topics_not_received(self) -> Set[str]:
        """The other topics."""
        return {name for name, messages in self._received.items() if not messages}

    def received_messages(self, topic_name: str) -> list[Any]:
        """The last messages of a topic."""
        if topic_name not in self._received:
            raise KeyError(f'No topic named {topic_name} was waited for')
        return list(self._received[topic_name])

    def shutdown(self) -> None:
        """Ends the subscriptions."""
        self._executor.shutdown()
        self._node.destroy_node()
        rclpy.shutdown(context=self._context)

    def __enter__(self) -> 'WaitForTopics':
        if not self.wait():
            missing = ', '.join(sorted(self.topics_not_received()))
            raise RuntimeError(f'Did not receive messages on these topics: {missing}')
        return self

    def __exit__(self, *_: Any) -> None:
        self.shutdown()
