"""A process of a test, to be inspected and waited for."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional

from launch import LaunchDescription
from launch.actions import ExecuteProcess
from launch.events import IncludeLaunchDescription, matches_action
from launch.events.process import ProcessExited, ProcessStarted, ShutdownProcess
from launch.utilities import ensure_argument_type

from ..io_handler import ActiveIoHandler
from ..proc_info_handler import ActiveProcInfoHandler


class _Answer:
    """Whether a wait succeeded, with the output that decided it."""

    def __init__(self, is_met: bool, output: Optional[str]) -> None:
        self._is_met, self._output = is_met, output

    def __bool__(self) -> bool:
        return self._is_met

    def __repr__(self) -> str:
        return f'<{self._is_met}: {self._output!r}>'


class ProcessProxy:
    """The process of an action: its state, its output, and waits for both."""

    def __init__(self, process_action: ExecuteProcess, proc_info: ActiveProcInfoHandler,
                 proc_output: ActiveIoHandler, *,
                 output_filter: Optional[Callable[[str], str]] = None) -> None:
        ensure_argument_type(process_action, ExecuteProcess, 'process_action')
        ensure_argument_type(proc_info, ActiveProcInfoHandler, 'proc_info')
        ensure_argument_type(proc_output, ActiveIoHandler, 'proc_output')
        if output_filter is not None and not callable(output_filter):
            raise TypeError(f"Expected 'output_filter' to be callable but got '{output_filter!r}'")
        self._action, self._info, self._output = process_action, proc_info, proc_output
        self._filter = output_filter

    def wait_for_shutdown(self, timeout: Optional[float] = None) -> bool:
        """Wait until the process has ended; False after the timeout (s)."""
        with self._info.proc_event:
            return self._info.proc_event.wait_for(lambda: self.terminated, timeout)

    def wait_for_output(self, condition: Optional[Callable[[str], Any]] = None,
                        timeout: Optional[float] = None) -> Any:
        """Wait until it runs and its output fulfils the condition; false after the timeout (s)."""
        if condition is not None and not callable(condition):
            raise TypeError(f"Expected 'condition' to be callable but got '{condition!r}'")
        seen: Optional[str] = None

        def is_met() -> bool:
            nonlocal seen
            if not self.running:
                return False
            seen = self.output
            return condition is None or bool(condition(seen))
        with self._output.io_event:
            return _Answer(self._output.io_event.wait_for(is_met, timeout), seen)

    @property
    def target_process_action(self) -> ExecuteProcess:
        """The action."""
        return self._action

    @property
    def stdout(self) -> str:
        """Its standard output."""
        return self._text(lambda event: event.from_stdout)

    @property
    def stderr(self) -> str:
        """Its standard error."""
        return self._text(lambda event: event.from_stderr)

    @property
    def output(self) -> str:
        """Its output on both streams."""
        return self._text(lambda event: True)

    @property
    def running(self) -> bool:
        """Whether it has started and not ended."""
        return self._is_last(ProcessStarted)

    @property
    def terminated(self) -> bool:
        """Whether it has ended."""
        return self._is_last(ProcessExited)

    @property
    def exit_code(self) -> int:
        """Its exit code, once it has ended."""
        return self._info[self._action].returncode

    def _is_last(self, kind: type) -> bool:
        if self._action not in self._info.processes():
            return False
        return isinstance(self._info[self._action], kind)

    def _text(self, fits: Callable[[Any], bool]) -> str:
        details = self._action.process_details
        if details is None or details['name'] not in self._output.process_names():
            return ''
        events = self._output[self._action]
        text = ''.join(event.text.decode(errors='replace') for event in events if fits(event))
        return text if self._filter is None else self._filter(text)


@contextmanager
def launch_process(launch_service: Any, process_action: ExecuteProcess,
                   proc_info: ActiveProcInfoHandler, proc_output: ActiveIoHandler,
                   **kwargs: Any) -> Iterator[ProcessProxy]:
    """Run a process within the context; yields its proxy."""
    ensure_argument_type(process_action, ExecuteProcess, 'process_action')
    launch_service.emit_event(IncludeLaunchDescription(LaunchDescription([process_action])))
    proxy = ProcessProxy(process_action, proc_info, proc_output, **kwargs)
    try:
        yield proxy
    finally:
        if not proxy.terminated:
            launch_service.emit_event(
                ShutdownProcess(process_matcher=matches_action(process_action)))
