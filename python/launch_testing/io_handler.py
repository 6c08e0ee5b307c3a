"""Collects the output of processes."""
from __future__ import annotations

import threading
from typing import Any, Dict, Iterator, List, Optional

from .asserts.output import assertInStream
from .util.proc_lookup import NoMatchingProcessException, resolveProcesses


class IoHandler:
    """Collects output, in order and by process."""

    def __init__(self) -> None:
        self._all: List[Any] = []
        self._by_name: Dict[str, List[Any]] = {}

    def append(self, process_io: Any) -> None:
        """Add a piece of output."""
        self._all.append(process_io)
        self._by_name.setdefault(process_io.process_name, []).append(process_io)

    def track(self, process_name: str) -> None:
        """Note a process that has started, since it may never print anything."""
        self._by_name.setdefault(process_name, [])

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all)

    def processes(self) -> List[Any]:
        """The actions whose processes have printed something."""
        return [texts[0].action for texts in self._by_name.values() if texts]

    def process_names(self) -> List[str]:
        """The names of those processes."""
        return list(self._by_name)

    def __getitem__(self, key: Any) -> List[Any]:
        """The output of a process, given its name or its action."""
        name = key if isinstance(key, str) else key.process_details['name']
        return list(self._by_name[name])


class ActiveIoHandler(IoHandler):
    """Collects output while others read it, and lets them wait for a text."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())
        self._io_handler = IoHandler()

    @property
    def io_event(self) -> threading.Condition:
        """Notified of all output."""
        return self._changed

    def append(self, process_io: Any) -> None:
        with self._changed:
            self._io_handler.append(process_io)
            self._changed.notify_all()

    def track(self, process_name: str) -> None:
        with self._changed:
            self._io_handler.track(process_name)

    def __iter__(self) -> Iterator[Any]:
        with self._changed:
            return iter(list(self._io_handler))

    def processes(self) -> List[Any]:
        with self._changed:
            return self._io_handler.processes()

    def process_names(self) -> List[str]:
        with self._changed:
            return self._io_handler.process_names()

    def __getitem__(self, key: Any) -> List[Any]:
        with self._changed:
            return self._io_handler[key]

    def assertWaitFor(self, *args: Any, **kwargs: Any) -> None:
        """Like :meth:`waitFor`, but raises AssertionError after the timeout."""
        assert self.waitFor(*args, **kwargs), 'Waiting for output timed out'

    def waitFor(self, expected_output: Any, process: Any = None, cmd_args: Any = None, *,
                strict_proc_matching: bool = True, output_filter: Any = None,
                timeout: Optional[float] = 10, strip_ansi_escape_sequences: bool = True,
                stream: Optional[str] = None) -> bool:
        """Waits until a process has printed this; if `stream` is None, to either."""
        def printed() -> bool:
            try:
                assertInStream(
                    self._io_handler, expected_output, process, cmd_args,
                    output_filter=output_filter, strict_proc_matching=strict_proc_matching,
                    strip_ansi_escape_sequences=strip_ansi_escape_sequences, stream=stream)
            except (AssertionError, NoMatchingProcessException):
                return False
            return True
        with self._changed:
            if self._changed.wait_for(printed, timeout):
                return True
            # An unknown process is probably a mistake.
            resolveProcesses(self._io_handler, process=process, cmd_args=cmd_args,
                             strict_proc_matching=False)
            return False
