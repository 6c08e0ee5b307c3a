"""The filter that receives its messages from a subscription."""
from __future__ import annotations

from typing import Any

from .simple_filter import SimpleFilter


class Subscriber(SimpleFilter):
    """Takes the node, then the arguments of `Node.create_subscription` without the callback."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        self.node = args[0]
        self.topic = args[2]
        kwargs.setdefault('qos_profile', 10)
        self.sub = self.node.create_subscription(*args[1:], self.callback, **kwargs)

    def callback(self, msg: Any) -> None:
        """Pass a message on."""
        self.signalMessage(msg)

    def getTopic(self) -> str:  # noqa: N802
        """The topic as it was given."""
        return self.topic

    def __getattr__(self, key: str) -> Any:
        return getattr(self.__dict__['sub'], key)
