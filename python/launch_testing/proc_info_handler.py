"""Keeps the exit information of processes."""
from __future__ import annotations

import threading
from typing import Any, Callable, Dict, Iterator, List, Optional

from launch.events.process import ProcessExited

from .util.proc_lookup import NoMatchingProcessException, resolveProcesses


class ProcInfoHandler:
    """Keeps the last event of each process: its start, then its end."""

    def __init__(self) -> None:
        self._events: Dict[Any, Any] = {}

    def append(self, process_info: Any) -> None:
        """Add the start or end of a process."""
        self._events[process_info.action] = process_info

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._events.values()))

    def processes(self) -> List[Any]:
        """The actions."""
        return list(self._events)

    def process_names(self) -> List[str]:
        """The names of the processes."""
        return [each.process_details['name'] for each in self._events]

    def __getitem__(self, key: Any) -> Any:
        """The last event of a process, given its action or a part of its name."""
        if not isinstance(key, str):
            return self._events[key]
        for action, event in self._events.items():
            if key in action.process_details['name']:
                return event
        raise KeyError(key)


class ActiveProcInfoHandler(ProcInfoHandler):
    """Keeps events while others read them, and lets them wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())
        self._proc_info_handler = ProcInfoHandler()

    @property
    def proc_event(self) -> threading.Condition:
        """Notified when a process starts or ends."""
        return self._changed

    def append(self, process_info: Any) -> None:
        with self._changed:
            self._proc_info_handler.append(process_info)
            self._changed.notify_all()

    def __iter__(self) -> Iterator[Any]:
        with self._changed:
            return iter(self._proc_info_handler)

    def processes(self) -> List[Any]:
        with self._changed:
            return self._proc_info_handler.processes()

    def process_names(self) -> List[str]:
        with self._changed:
            return self._proc_info_handler.process_names()

    def __getitem__(self, key: Any) -> Any:
        with self._changed:
            return self._proc_info_handler[key]

    def assertWaitForShutdown(self, process: Any, cmd_args: Any = None, *,
                              timeout: Optional[float] = 10) -> None:
        """Waits until a process has ended."""
        self._wait(process, cmd_args, timeout, 'finish',
                   lambda event: isinstance(event, ProcessExited))

    def assertWaitForStartup(self, process: Any, cmd_args: Any = None, *,
                             timeout: Optional[float] = 10) -> None:
        """Waits until a process has started."""
        self._wait(process, cmd_args, timeout, 'start', lambda event: True)

    def _wait(self, process: Any, cmd_args: Any, timeout: Optional[float], what: str,
              fits: Callable[[Any], bool]) -> None:
        def happened() -> bool:
            try:
                chosen = resolveProcesses(
                    self._proc_info_handler, process=process, cmd_args=cmd_args)
            except NoMatchingProcessException:
                return False
            return fits(self._proc_info_handler[chosen[0]])
        with self._changed:
            assert self._changed.wait_for(happened, timeout), \
                f"Timed out waiting for process '{process}' to {what}"
