"""Collects modules whose `generate_test_description` has the marker `launch_test`."""
from __future__ import annotations

from typing import Any, Iterator, Optional

import pytest

from ..loader import LoadTestsFromPythonModule
from ..test_runner import LaunchTestRunner


class LaunchTestFailure(Exception):
    """Some tests of a launch have failed."""

    def __init__(self, results: Any) -> None:
        super().__init__('some test cases have failed')
        self.results = results


class LaunchTestItem(pytest.Item):
    """All launches of one module."""

    module: Any = None

    def runtest(self) -> None:
        """Launch and test."""
        given = sum(self.config.getoption('--launch-args'), [])
        runs = LoadTestsFromPythonModule(self.module, name=self.name)
        runner = LaunchTestRunner(runs, given, bool(self.config.getoption('verbose')))
        runner.validate()
        results = runner.run()
        if not all(each.wasSuccessful() for each in results.values()):
            raise LaunchTestFailure(results)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The failures of the tests."""
        if not isinstance(excinfo.value, LaunchTestFailure):
            return super().repr_failure(excinfo)
        return '\n'.join(
            f'FAIL: {type(test).__name__}.{getattr(test, "_testMethodName", test)}\n{text}'
            for result in excinfo.value.results.values()
            for test, text in (*result.errors, *result.failures))

    def reportinfo(self) -> Any:
        """Where it is."""
        return self.path, 0, f'launch tests: {self.name}'


class LaunchTestModule(pytest.Module):
    """A module with one item."""

    def collect(self) -> Iterator[Any]:
        """The item."""
        item = LaunchTestItem.from_parent(self, name=self.obj.__name__)
        item.module = self.obj
        yield item


def pytest_pycollect_makemodule(module_path: Any, parent: Any) -> Optional[Any]:
    """A module of launch tests, if it is marked as one."""
    module = LaunchTestModule.from_parent(parent, path=module_path)
    function = getattr(module.obj, 'generate_test_description', None)
    marks = getattr(function, 'pytestmark', [])
    return module if any(mark.name == 'launch_test' for mark in marks) else None


def pytest_addoption(parser: Any) -> None:
    """`--launch-args`."""
    parser.addoption('--launch-args', action='append', nargs='*', default=[],
                     help='arguments of launch tests, as name:=value')


def pytest_configure(config: Any) -> None:
    """The marker."""
    config.addinivalue_line(
        'markers', 'launch_test: the description of a launch test, generate_test_description')
