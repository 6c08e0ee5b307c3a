"""Collects modules whose `generate_test_description` has the marker `launch_test`."""
from __future__ import annotations

import copy
import re
from typing import Any, Iterator, Optional

import pytest

from ..loader import LoadTestsFromPythonModule
from ..test_runner import LaunchTestRunner
from . import hookspecs

#: Modules that do not match are not imported for inspection.
_MAY_BE = re.compile(rb'\bgenerate_test_description\b')


class LaunchTestFailure(Exception):
    """Some tests of a launch have failed."""

    def __init__(self, message: str, results: Any) -> None:
        super().__init__(message)
        self.message = message
        self.results = results


class LaunchTestItem(pytest.Item):
    """All launches of one module."""

    test_runs: Any = None
    runner_cls: Any = LaunchTestRunner

    @classmethod
    def from_parent(cls, parent: Any, *, name: str, test_runs: Any,
                    runner_cls: Any = LaunchTestRunner) -> Any:
        """Make the item."""
        item = super().from_parent(parent, name=name)
        item.test_runs, item.runner_cls = test_runs, runner_cls
        return item

    def runtest(self) -> None:
        """Launch and test."""
        given = sum(self.config.getoption('--launch-args'), [])
        # Copies, because tests that are run again must be unchanged.
        runner = self.runner_cls(copy.deepcopy(self.test_runs), given,
                                 bool(self.config.getoption('verbose')))
        runner.validate()
        results = runner.run()
        if not all(each.wasSuccessful() for each in results.values()):
            raise LaunchTestFailure('some test cases have failed', results)

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
    """A module with a single item."""

    def makeitem(self, *args: Any, **kwargs: Any) -> Any:
        """Make the item."""
        return LaunchTestItem.from_parent(*args, **kwargs)

    def collect(self) -> Iterator[Any]:
        """Collect the item."""
        name = self.obj.__name__
        yield self.makeitem(parent=self, name=name,
                            test_runs=LoadTestsFromPythonModule(self.obj, name=name))


def has_mark(entrypoint: Any, name: str) -> bool:
    """Whether the function that makes the description has a marker with this name."""
    return any(mark.name == name for mark in getattr(entrypoint, 'pytestmark', []))


def pytest_pycollect_makemodule(module_path: Any, parent: Any) -> Optional[Any]:
    """A module of launch tests, if a plugin says that it is one."""
    if not _MAY_BE.search(module_path.read_bytes()):
        return None
    try:
        module = pytest.Module.from_parent(parent, path=module_path).obj
    except (Exception, pytest.skip.Exception):
        # pytest asks about the neighbours of the files that it was given, too, and imports the
        # module once more if it is one of these files.
        return None
    entrypoint = getattr(module, 'generate_test_description', None)
    if entrypoint is None:
        return None
    return parent.session.gethookproxy(module_path).pytest_launch_collect_makemodule(
        module_path=module_path, parent=parent, entrypoint=entrypoint)


@pytest.hookimpl(trylast=True)
def pytest_launch_collect_makemodule(module_path: Any, parent: Any, entrypoint: Any) -> Any:
    """Collects modules with the marker `launch_test`."""
    return LaunchTestModule.from_parent(parent, path=module_path) \
        if has_mark(entrypoint, 'launch_test') else None


def pytest_addhooks(pluginmanager: Any) -> None:
    """Registers the hooks of this plugin."""
    pluginmanager.add_hookspecs(hookspecs)


def pytest_addoption(parser: Any) -> None:
    """Adds the option `--launch-args`."""
    parser.addoption('--launch-args', action='append', nargs='*', default=[],
                     help='arguments of launch tests, as name:=value')


def pytest_configure(config: Any) -> None:
    """Registers the marker."""
    config.addinivalue_line(
        'markers', 'launch_test: the description of a launch test, generate_test_description')
