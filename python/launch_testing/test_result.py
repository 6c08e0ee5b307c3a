"""Test results."""
from __future__ import annotations

import time
import unittest
from typing import Any, Dict


class TestResult(unittest.TextTestResult):
    """A result that knows how long each test took, and to which results can be added."""

    __test__ = False

    def __init__(self, stream: Any = None, descriptions: Any = None, verbosity: int = 0) -> None:
        super().__init__(stream, descriptions, verbosity)
        self._started = 0.0
        #: The time of each test, in s.
        self.testTimes: Dict[Any, float] = {}

    def startTest(self, test: Any) -> None:
        self._started = time.monotonic()
        self.testTimes[test] = 0.0
        super().startTest(test)

    def stopTest(self, test: Any) -> None:
        self.testTimes[test] = time.monotonic() - self._started
        super().stopTest(test)

    def append(self, results: unittest.TestResult) -> None:
        """Add other results."""
        self.testsRun += results.testsRun
        for kind in ('failures', 'errors', 'skipped', 'expectedFailures', 'unexpectedSuccesses'):
            getattr(self, kind).extend(getattr(results, kind))
        self.testTimes.update(getattr(results, 'testTimes', {}))


class FailResult(unittest.TestResult):
    """The result of a run in which no test could run."""

    def __init__(self, test_run: Any = None, message: str = '') -> None:
        super().__init__()
        cases = list(test_run.all_cases()) if test_run is not None else []
        self.testsRun = len(cases)
        self.failures = [(case, message) for case in cases]
        self.testTimes: Dict[Any, float] = {case: 0.0 for case in cases}

    def wasSuccessful(self) -> bool:
        return False


class SkipResult(unittest.TestResult):
    """The result of a run that was skipped."""

    def __init__(self, test_run: Any = None, skip_reason: str = '') -> None:
        super().__init__()
        cases = list(test_run.all_cases()) if test_run is not None else []
        self.testsRun = len(cases)
        self.skipped = [(case, skip_reason) for case in cases]
        self.testTimes: Dict[Any, float] = {case: 0.0 for case in cases}

    def wasSuccessful(self) -> bool:
        return True
