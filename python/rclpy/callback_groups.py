"""Which callbacks may run in parallel."""

from __future__ import annotations

import weakref
from threading import Lock
from typing import Any, Optional


class Activity:
    """Counts changes of the set of callbacks that can run; executors read it before they wait."""

    #: Number of changes to entities and nodes.
    topology = 0
    #: Number of changes to which callbacks block others.
    busy = 0


class CallbackGroup:
    """A group of entities whose callbacks follow a common rule."""

    def __init__(self) -> None:
        super().__init__()
        self.entities: set[Any] = set()

    def add_entity(self, entity: Any) -> None:
        """Adds `entity` to the group."""
        self.entities.add(weakref.ref(entity))

    def has_entity(self, entity: Any) -> bool:
        """Whether `entity` belongs to the group."""
        return weakref.ref(entity) in self.entities

    def can_execute(self, entity: Any) -> bool:
        """Whether a callback of `entity` may start now."""
        raise NotImplementedError

    def beginning_execution(self, entity: Any) -> bool:
        """Marks a callback of `entity` as started if it may start; returns whether it did."""
        raise NotImplementedError

    def ending_execution(self, entity: Any) -> None:
        """Marks a callback of `entity` as ended."""
        raise NotImplementedError


class ReentrantCallbackGroup(CallbackGroup):
    """All callbacks may run in parallel, even one callback several times."""

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
