"""Runs launch descriptions; for launch files that Orrery evaluates, Orrery does."""
from __future__ import annotations

import asyncio
from typing import Any, Iterable, List, Optional

from .event_handlers import OnIncludeLaunchDescription
from .events import IncludeLaunchDescription, Shutdown
from .launch_context import LaunchContext
from .launch_description import LaunchDescription
from .running import RunningLaunch

#: The descriptions that a script passed to its services, for the program that evaluates it.
included: List[LaunchDescription] = []


class LaunchService:
    """Takes descriptions and events, and runs them."""

    #: Whether Orrery evaluates the file that creates the service.
    belongs_to_orrery = False

    def __init__(self, *, argv: Optional[Iterable[str]] = None, noninteractive: bool = False,
                 debug: bool = False, log_file_name: str = 'launch.log') -> None:
        # A name without `.log` is completed; the launch's own messages bear what stands before it.
        self._logger_name = log_file_name.removesuffix('.log')
        self._log_file_name = f'{self._logger_name}.log'
        self.__context = LaunchContext(argv=list(argv or []), noninteractive=noninteractive)
        self.__context.debug = debug
        self.__running: Optional[RunningLaunch] = None
        self.__task: Any = None
        if not self.belongs_to_orrery:
            self.__running = RunningLaunch(self.__context, self._logger_name)
            self.__context.running = self.__running
            self.__context.register_event_handler(OnIncludeLaunchDescription())

    @property
    def context(self) -> LaunchContext:
        """The state of the launch."""
        return self.__context

    @property
    def event_loop(self) -> Any:
        """The asyncio loop of the launch; None: it needs none."""
        return self.__context.asyncio_loop

    @property
    def task(self) -> Any:
        """The asyncio task of the launch."""
        return self.__task

    def include_launch_description(self, launch_description: LaunchDescription) -> None:
        """Include a description."""
        included.append(launch_description)
        self.emit_event(IncludeLaunchDescription(launch_description))

    def emit_event(self, event: Any) -> None:
        """Emit an event; any thread may call this."""
        if self.__running is not None:
            self.__running.emit(event)
        elif not isinstance(event, IncludeLaunchDescription):
            self.__context.emit_event_sync(event)

    def run(self, *, shutdown_when_idle: bool = True) -> int:
        """Run until nothing is left, or until the shutdown; returns 1 if something failed.

        In a launch file that Orrery evaluates, this does nothing: the descriptions are evaluated
        when the file has been read.
        """
        if self.__running is None:
            return 0
        return self.__running.run(shutdown_when_idle)

    async def run_async(self, *, shutdown_when_idle: bool = True) -> int:
        """Like `run`, in a thread beside the asyncio loop."""
        loop = asyncio.get_running_loop()
        self.__context._set_asyncio_loop(loop)
        self.__task = asyncio.current_task()
        try:
            return await loop.run_in_executor(
                None, lambda: self.run(shutdown_when_idle=shutdown_when_idle))
        finally:
            self.__context._set_asyncio_loop(None)

    def shutdown(self, force_sync: bool = False) -> None:
        """Shut the launch down; any thread may call this."""
        self.emit_event(Shutdown(reason='LaunchService.shutdown() called'))

    def _is_idle(self) -> bool:
        return self.__running is None or self.__running.idle
