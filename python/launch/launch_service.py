"""What runs launch descriptions: here it evaluates them for Orrery."""
from __future__ import annotations

from typing import Any, Iterable, List, Optional

from .launch_context import LaunchContext
from .launch_description import LaunchDescription
from .visit import visit_all

#: What the services of a script were given, for the program that evaluates it.
included: List[LaunchDescription] = []


class LaunchService:
    """Takes descriptions; `run` ends at once, since Orrery runs them afterwards."""

    def __init__(self, *, argv: Optional[Iterable[str]] = None, noninteractive: bool = False,
                 debug: bool = False) -> None:
        self.context = LaunchContext(argv=list(argv or []))
        self._descriptions: List[LaunchDescription] = []

    def include_launch_description(self, launch_description: LaunchDescription) -> None:
        """Take a description."""
        self._descriptions.append(launch_description)
        included.append(launch_description)

    def run(self, *, shutdown_when_idle: bool = True) -> int:
        """Evaluate the descriptions."""
        for description in self._descriptions:
            visit_all([description], self.context)
        return 0

    async def run_async(self, *, shutdown_when_idle: bool = True) -> int:
        """As `run`."""
        return self.run()

    def shutdown(self, force_sync: bool = False) -> Any:
        """Nothing runs here."""

    def emit_event(self, event: Any) -> None:
        """Nothing runs here."""
