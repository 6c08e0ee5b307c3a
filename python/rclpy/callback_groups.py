"""Which callbacks may run beside each other."""

from __future__ import annotations

import weakref
from threading import Lock
from typing import Any, Optional


class Activity:
    """Counts what makes the list of what can run change: read by executors before they wait."""

    #: Entities and nodes that came or went.
    topology = 0
    #: Callbacks that keep others from starting.
    busy = 0


class CallbackGroup:
    """Entities whose callbacks are told apart from others."""

    def __init__(self) -> None:
        super().__init__()
        self.entities: set[Any] = set()

    def add_entity(self, entity: Any) -> None:
        """`entity` belongs to the group."""
        self.entities.add(weakref.ref(entity))

    def has_entity(self, entity: Any) -> bool:
        """Whether it belongs to the group."""
        return weakref.ref(entity) in self.entities

    def can_execute(self, entity: Any) -> bool:
        """Whether a callback of `entity` may start now."""
        raise NotImplementedError

    def beginning_execution(self, entity: Any) -> bool:
        """A callback of `entity` starts, if it may."""
        raise NotImplementedError

    def ending_execution(self, entity: Any) -> None:
        """It has ended."""
        raise NotImplementedError


class ReentrantCallbackGroup(CallbackGroup):
    """All callbacks may run beside each other, also one beside itself."""

    def can_execute(self, entity: Any) -> bool:
        return True

    def beginning_execution(self, entity: Any) -> bool:
        return True

    def ending_execution(self, entity: Any) -> None:
        pass


class MutuallyExclusiveCallbackGroup(CallbackGroup):
    """One callback at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._active_entity: Optional[Any] = None
        self._lock = Lock()

    def can_execute(self, entity: Any) -> bool:
        assert weakref.ref(entity) in self.entities
        return self._active_entity is None

    def beginning_execution(self, entity: Any) -> bool:
        if self._active_entity is not None:
            return False
        self._active_entity = entity
        Activity.busy += 1
        return True

    def ending_execution(self, entity: Any) -> None:
        assert self._active_entity is entity
        self._active_entity = None
        Activity.busy -= 1
