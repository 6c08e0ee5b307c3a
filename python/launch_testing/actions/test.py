"""A test that is a separate program."""
from __future__ import annotations

import signal
from typing import Any, List, Optional

from launch.actions import EmitEvent, ExecuteProcess, TimerAction
from launch.events import matches_action
from launch.events.process import SignalProcess


class Test(ExecuteProcess):
    """Runs a test; kills it after its time limit (s)."""

    # pytest must not collect this.
    __test__ = False

    def __init__(self, *, timeout: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.__timeout = timeout

    @property
    def timeout(self) -> Any:
        """The time limit."""
        return self.__timeout

    def execute(self, context: Any) -> Optional[List[Any]]:
        """Start the process, and the timer that ends it."""
        actions = super().execute(context)
        if not self.__timeout:
            return actions
        kill = EmitEvent(event=SignalProcess(signal_number=signal.SIGKILL,
                                             process_matcher=matches_action(self)))
        return [*(actions or ()),
                TimerAction(period=self.__timeout, actions=[kill], cancel_on_shutdown=True)]
