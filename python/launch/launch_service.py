"""What runs launch descriptions: here it evaluates them for Orrery."""
from __future__ import annotations

import sys
from typing import Any, Iterable, List, Optional

from .events import Shutdown
from .launch_context import LaunchContext
from .launch_description import LaunchDescription
from .visit import visit_all

#: What the services of a script were given, for the program that evaluates it.
included: List[LaunchDescription] = []


class LaunchService:
    """Takes descriptions; `run` ends at once, since Orrery runs them afterwards."""

    #: Whether Orrery evaluates the file that makes the service.
    belongs_to_orrery = False

    def __init__(self, *, argv: Optional[Iterable[str]] = None, noninteractive: bool = False,
                 debug: bool = False) -> None:
        self.context = LaunchContext(argv=list(argv or []), noninteractive=noninteractive)
        self._descriptions: List[LaunchDescription] = []

    def include_launch_description(self, launch_description: LaunchDescription) -> None:
        """Take a description."""
        self._descriptions.append(launch_description)
        included.append(launch_description)

    def run(self, *, shutdown_when_idle: bool = True) -> int:
        """Evaluate the descriptions, and what is left to be done at the end; 1 if one fails.

        In a launch file that Orrery evaluates it does nothing: the descriptions are evaluated
        when the file has been read.
        """
        if self.belongs_to_orrery:
            return 0
        try:
            for description in self._descriptions:
                visit_all([description], self.context)
            self._shut_down()
        except Exception as error:
            print(f'[ERROR] [launch]: Caught exception in launch: {error}', file=sys.stderr)
            return 1
        return 0

    def _shut_down(self) -> None:
        event = Shutdown(reason='idle')
        for handler in list(self.context._event_handlers):
            if handler.matches(event):
                visit_all(handler.handle(event, self.context), self.context)

    async def run_async(self, *, shutdown_when_idle: bool = True) -> int:
        """As `run`."""
        return self.run()

    def shutdown(self, force_sync: bool = False) -> Any:
        """Nothing runs here."""

    def emit_event(self, event: Any) -> None:
        """Emit an event."""
        self.context.emit_event_sync(event)
