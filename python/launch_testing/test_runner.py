"""Launches a description and runs its tests, while the processes run and after their end."""
from __future__ import annotations

import threading
import unittest
from typing import Any, Dict, List, Sequence

from launch import LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription, RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart
from launch.launch_description_source import LaunchDescriptionSource

from .io_handler import ActiveIoHandler
from .parse_arguments import parse_launch_arguments
from .proc_info_handler import ActiveProcInfoHandler
from .test_result import FailResult, SkipResult, TestResult
from .util import KeepAliveProc

#: Seconds in which the description must say that the tests may start.
_PATIENCE = 15


class _Ended(Exception):
    """The launch ended before the tests did."""


class _RunnerWorker:
    """One launch."""

    def __init__(self, test_run: Any, preamble: Sequence[Any], arguments: Sequence[str],
                 debug: bool) -> None:
        self._run, self._preamble, self._arguments = test_run, preamble, arguments
        self._service = LaunchService(debug=debug)
        self._ready, self._tested = threading.Event(), threading.Event()
        self._info, self._output = ActiveProcInfoHandler(), ActiveIoHandler()
        self._results = TestResult()

    def run(self) -> TestResult:
        """The results of all tests."""
        run = self._run
        description, context = run.normalized_test_description(ready_fn=self._ready.set)
        given = parse_launch_arguments(self._arguments)
        info, output = self._info, self._output
        common = {**context, **run.param_args, 'test_args': dict(given),
                  'launch_service': self._service}
        self._bind(run.pre_shutdown_tests, common, proc_info=info, proc_output=output)
        self._bind(run.post_shutdown_tests, common, proc_info=info._proc_info_handler,
                   proc_output=output._io_handler)
        self._service.include_launch_description(LaunchDescription([
            *self._listeners(),
            *self._preamble,
            IncludeLaunchDescription(LaunchDescriptionSource(description),
                                     launch_arguments=given),
            *([KeepAliveProc()] if run.markers.get('keep_alive') else []),
        ]))
        tests = threading.Thread(target=self._run_test, name='test_runner_thread', daemon=True)
        tests.start()
        self._service.run()
        if not self._tested.is_set():
            self._show_failed()
            raise _Ended('Processes under test stopped before tests completed')
        tests.join()
        self._append(run.post_shutdown_tests)
        return self._results

    def _bind(self, tests: Any, common: Dict[str, Any], **handlers: Any) -> None:
        attributes = {**handlers, 'test_args': common['test_args'],
                      'launch_service': self._service}
        self._run.bind(tests, injected_attributes=attributes, injected_args={**common, **handlers})

    def _listeners(self) -> List[Any]:
        info, output = self._info, self._output

        def started(event: Any, _: Any) -> None:
            info.append(event)
            output.track(event.process_name)
        handlers = (OnProcessStart(on_start=started),
                    OnProcessExit(on_exit=lambda event, _: info.append(event)),
                    OnProcessIO(on_stdout=output.append, on_stderr=output.append))
        return [RegisterEventHandler(each) for each in handlers]

    def _run_test(self) -> None:
        try:
            patience = self._run.timeout
            if self._ready.wait(_PATIENCE if patience is None else patience):
                self._append(self._run.pre_shutdown_tests)
                self._tested.set()
            else:
                print('Timed out waiting for processes to start up')
        finally:
            self._service.shutdown()

    def _append(self, tests: Any) -> None:
        self._results.append(unittest.TextTestRunner(
            verbosity=2, resultclass=TestResult).run(tests))

    def _show_failed(self) -> None:
        print('Processes under test stopped before tests completed')
        for event in self._info:
            if not getattr(event, 'returncode', 0):
                continue
            print(f"Process '{event.process_name}' exited with {event.returncode}")
            for io in self._output._io_handler._by_name.get(event.process_name, ()):
                print(io.text.decode(errors='replace'), end='')


class LaunchTestRunner:
    """Runs the launches of a module one after another."""

    def __init__(self, test_runs: Sequence[Any], launch_file_arguments: Sequence[str] = (),
                 debug: bool = False) -> None:
        self._runs = test_runs
        self._arguments = launch_file_arguments
        self._debug = debug

    def generate_preamble(self) -> Sequence[Any]:
        """What to launch before the description."""
        return ()

    def validate(self) -> None:
        """Raises TypeError if a description cannot be called."""
        for run in self._runs:
            run.validate()

    def run(self) -> Dict[Any, Any]:
        """The results, by launch."""
        results: Dict[Any, Any] = {}
        for number, run in enumerate(self._runs, 1):
            if len(self._runs) > 1:
                print(f'Starting test run {number}: {run}')
            try:
                results[run] = _RunnerWorker(run, self.generate_preamble(), self._arguments,
                                             self._debug).run()
            except unittest.SkipTest as skipped:
                print(f'{run} is skipped: {skipped}')
                results[run] = SkipResult(run, str(skipped))
            except _Ended as ended:
                # Most likely because of Ctrl-C: no further launches are started.
                results[run] = FailResult(run, str(ended))
                break
        return results
