"""Publishers of nodes that run in a loop of asyncio."""

from __future__ import annotations

from typing import Any

from ..impl.async_entity import AsyncEntity
from ..publisher import Publisher


class AsyncPublisher(AsyncEntity, Publisher):
    """Publishes messages. Created by an `AsyncNode`."""

    def publish(self, msg: Any) -> None:
        """Sends a message, or a serialized one."""
        if self._destroyed:
            raise RuntimeError('Cannot publish on a destroyed publisher')
        super().publish(msg)
