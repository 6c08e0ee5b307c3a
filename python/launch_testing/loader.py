"""Finds the tests of a module, and passes them the arguments that they name."""
from __future__ import annotations

import functools
import inspect
import unittest
import warnings
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple

from .actions import ReadyToTest


class TestRun:
    """One launch of a description, with its tests."""

    # pytest must not collect this.
    __test__ = False

    def __init__(self, name: str, test_description_function: Callable[..., Any],
                 param_args: Dict[str, Any], pre_shutdown_tests: unittest.TestSuite,
                 post_shutdown_tests: unittest.TestSuite) -> None:
        self.name = name
        self.test_description_function = test_description_function
        self.param_args = param_args
        self.pre_shutdown_tests = pre_shutdown_tests
        self.post_shutdown_tests = post_shutdown_tests
        #: Seconds until the action ReadyToTest; None: the runner's default.
        self.timeout: Optional[float] = getattr(
            test_description_function, '__ready_to_test_action_timeout__', None)
        if param_args:
            for test in self.all_cases():
                _rename(test, self._parameters())

    @property
    def markers(self) -> Dict[str, Any]:
        """The markers of the description."""
        return getattr(self.test_description_function, '__markers__', {})

    def normalized_test_description(self, *, ready_fn: Callable[[], Any]) -> Tuple[Any, Dict]:
        """The description, whose action calls `ready_fn`, and further arguments for tests."""
        function = self.test_description_function
        if 'ready_fn' in inspect.signature(function).parameters:
            made = function(ready_fn=ready_fn)
            return made if isinstance(made, tuple) else (made, {})
        made = function()
        description, context = made if isinstance(made, tuple) else (made, {})
        action = next(ready_actions(description.entities), None)
        if action is None:
            raise Exception('generate_test_description functions must return a LaunchDescription '
                            'containing a ReadyToTest action')
        action._add_callback(ready_fn)
        return description, context

    def get_launch_description(self) -> Any:
        """The description, for inspection."""
        return self.normalized_test_description(ready_fn=lambda: None)[0]

    def validate(self) -> None:
        """Raises TypeError if the description has unknown arguments, or lacks required ones."""
        parameters = dict(inspect.signature(_unbound(self.test_description_function)).parameters)
        for name in self.param_args:
            if parameters.pop(name, None) is None:
                raise TypeError(f"Could not find an argument named '{name}' in "
                                f'{_name_of(self.test_description_function)}')
        parameters.pop('ready_fn', None)
        for name in parameters:
            raise TypeError(f'{_name_of(self.test_description_function)} has an unexpected extra '
                            f"argument '{name}'")

    def bind(self, tests: unittest.TestSuite, injected_attributes: Dict[str, Any] = {},
             injected_args: Dict[str, Any] = {}) -> None:
        """Set attributes of the tests, and pass arguments that they name."""
        for kind in dict.fromkeys(type(test) for test in _cases(tests)):
            for name, value in injected_attributes.items():
                setattr(kind, name, _attribute(name, value))
            for method in ('setUpClass', 'tearDownClass'):
                setattr(kind, method, _bound(getattr(kind, method), injected_args))
        for test in _cases(tests):
            for method in (test._testMethodName, 'setUp', 'tearDown'):
                setattr(test, method, _bound(getattr(test, method), injected_args))

    def all_cases(self) -> Iterator[unittest.TestCase]:
        """All tests."""
        yield from _cases(self.pre_shutdown_tests)
        yield from _cases(self.post_shutdown_tests)

    def __str__(self) -> str:
        return self.name + self._parameters()

    def _parameters(self) -> str:
        values = ', '.join(map(str, self.param_args.values()))
        return f'[{values}]' if self.param_args else ''


def LoadTestsFromPythonModule(module: Any, *, name: str = 'launch_tests') -> List[TestRun]:
    """A run for each set of arguments of the description."""
    function = module.generate_test_description
    descriptions: Iterable[Any] = function if hasattr(function, '__parametrized__') else [(function, {})]
    return [TestRun(name, description, arguments,
                    PreShutdownTestLoader().loadTestsFromModule(module),
                    PostShutdownTestLoader().loadTestsFromModule(module))
            for description, arguments in descriptions]


class _Loader(unittest.TestLoader):
    after_shutdown = False

    def loadTestsFromTestCase(self, testCaseClass: Any) -> unittest.TestSuite:
        if getattr(testCaseClass, '__post_shutdown_test__', False) != self.after_shutdown:
            return self.suiteClass()
        # A separate class for each run, so that runs do not see each other's attributes.
        own = type(testCaseClass.__name__, (testCaseClass,),
                   {'__module__': testCaseClass.__module__})
        return super().loadTestsFromTestCase(own)


class PreShutdownTestLoader(_Loader):
    """Loads the tests that run while the processes run."""


class PostShutdownTestLoader(_Loader):
    """Loads the tests that run after the shutdown."""

    after_shutdown = True


def _cases(tests: Any) -> Iterator[Any]:
    if isinstance(tests, (unittest.TestSuite, list, tuple)):
        for each in tests:
            yield from _cases(each)
    elif tests is not None:
        yield tests


def _rename(test: Any, parameters: str) -> None:
    method = getattr(test, test._testMethodName)
    test._testMethodName += parameters
    setattr(test, test._testMethodName, method)


def ready_actions(entities: Iterable[Any]) -> Iterator[ReadyToTest]:
    """The actions of this kind, also nested ones."""
    for entity in entities:
        if isinstance(entity, ReadyToTest):
            yield entity
        yield from ready_actions(entity.describe_sub_entities())
        for _, inner in entity.describe_conditional_sub_entities():
            yield from ready_actions(inner)


def _unbound(function: Any) -> Any:
    return function.func if isinstance(function, functools.partial) else function


def _name_of(function: Any) -> str:
    return getattr(_unbound(function), '__name__', 'generate_test_description')


def _bound(function: Any, given: Dict[str, Any]) -> Any:
    names = inspect.signature(function).parameters
    return functools.partial(
        function, **{name: value for name, value in given.items() if name in names})


def _attribute(name: str, value: Any) -> property:
    def get(_: Any) -> Any:
        warnings.warn(f'self.{name} is deprecated: take {name} as an argument of the test',
                      DeprecationWarning, stacklevel=2)
        return value
    return property(get)
