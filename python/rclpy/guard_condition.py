"""Conditions that a program triggers itself."""

from __future__ import annotations

from typing import Any, Callable, Optional

from .callback_groups import Activity, CallbackGroup
from .impl.handle import Handle
from .utilities import get_default_context


class GuardCondition:
    """Has its callback called by the executor of its node once it was triggered."""

    def __init__(self, callback: Optional[Callable[[], Any]],
                 callback_group: Optional[CallbackGroup], context: Any = None) -> None:
        self._context = context if context is not None else get_default_context()
        if self._context.handle is None:
            raise RuntimeError('Context must be initialized before a guard condition is made')
        self.__gc = Handle('guard condition')
        self.callback = callback
        self.callback_group = callback_group
        #: An executor has it in hand.
        self._executor_event = False
        self.triggered = False

    def trigger(self) -> None:
        """Wakes the executor."""
        with self.handle:
            self.triggered = True
            Activity.topology += 1
            wake_executors()

    @property
    def handle(self) -> Handle:
        """Counts its users."""
        return self.__gc

    def destroy(self) -> None:
        """It is no longer used."""
        self.handle.destroy_when_not_in_use()


def wake_executors() -> None:
    """Executors that wait look again at what is theirs."""
    from .impl.executor import waiting_executors

    for executor in list(waiting_executors):
        executor._look_again()
