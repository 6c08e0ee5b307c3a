"""Publishers that publish only while their node is active."""

from __future__ import annotations

from typing import Any

from ..publisher import Publisher
from .managed_entity import SimpleManagedEntity


class LifecyclePublisher(SimpleManagedEntity, Publisher):
    """A publisher of a lifecycle node."""

    @SimpleManagedEntity.when_enabled
    def publish(self, msg: Any) -> None:
        """Publishes while the node is active; otherwise does nothing."""
        Publisher.publish(self, msg)
