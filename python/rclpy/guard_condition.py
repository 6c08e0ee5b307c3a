"""Conditions that a program triggers."""

from __future__ import annotations

from typing import Any, Callable, Optional

from .callback_groups import CallbackGroup
from .impl.handle import Handle
from .utilities import get_default_context


class GuardCondition:
    """Once it is triggered, the executor of its node calls its callback."""

    def __init__(self, callback: Optional[Callable[[], Any]],
                 callback_group: Optional[CallbackGroup], context: Any = None) -> None:
        from .impl.native_entities import GuardCondition as Native

        self._context = context if context is not None else get_default_context()
        self.__gc = Native(self._context.handle)
        self.callback = callback
        self.callback_group = callback_group
        #: Whether an executor is handling it.
        self._executor_event = False

    @property
    def triggered(self) -> bool:
        """Whether it was triggered and its callback has not been called since."""
        return self.__gc.triggered

    @triggered.setter
    def triggered(self, value: bool) -> None:
        self.__gc.triggered = value

    def trigger(self) -> None:
        """Wakes the executor."""
        self.__gc.trigger_guard_condition()

    @property
    def handle(self) -> Handle:
        """A handle that counts its users."""
        return self.__gc

    def destroy(self) -> None:
        """Releases the guard condition."""
        self.handle.destroy_when_not_in_use()


def wake_executors() -> None:
    """Makes waiting executors check their entities again."""
    from .impl.executor import waiting_executors

    for executor in list(waiting_executors):
        executor._orrery_look_again()
