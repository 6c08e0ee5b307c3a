"""Changes messages on their way from one topic to another."""
from __future__ import annotations

from typing import Any, Callable, List


class DataRepublisher:
    """Publishes what a function returns for each message; None: the message is dropped."""

    def __init__(self, node: Any, listen_topic: str, publish_topic: str, msg_type: Any,
                 transform_fn: Callable[[Any], Any]) -> None:
        self._node, self._transform = node, transform_fn
        self._received = 0
        self._republished: List[Any] = []
        self._publisher = node.create_publisher(msg_type, publish_topic, 10)
        self._subscription = node.create_subscription(msg_type, listen_topic, self._pass_on, 10)

    def shutdown(self) -> None:
        """Stops republishing."""
        self._node.destroy_subscription(self._subscription)
        self._node.destroy_publisher(self._publisher)

    def get_num_received(self) -> int:
        """How many messages were received."""
        return self._received

    def get_num_republished(self) -> int:
        """How many of them were republished."""
        return len(self._republished)

    def get_republished(self) -> List[Any]:
        """The republished messages."""
        return self._republished

    def _pass_on(self, message: Any) -> None:
        self._received += 1
        changed = self._transform(message)
        if changed:
            self._republished.append(message)
            self._publisher.publish(changed)
