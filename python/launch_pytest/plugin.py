"""The pytest plugin that runs functions with the marker `launch` beside their launch."""
from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Sequence
from typing import Any, Iterator, List, Optional

import launch
import pytest
from launch_testing.loader import ready_actions

from .actions import ReadyToTest
from .fixture import (
    LaunchOptions, finalize_launch_service, get_event_loop_fixture, get_launch_context_fixture,
    get_launch_service_fixture, options_of)

event_loop = get_event_loop_fixture(overridable=False)
launch_service = get_launch_service_fixture(overridable=False)
launch_context = get_launch_context_fixture(overridable=False)


class LaunchTestWarning(pytest.PytestWarning):
    """A test is marked incorrectly."""


def pytest_configure(config: Any) -> None:
    """Registers the marker."""
    config.addinivalue_line(
        'markers', 'launch(fixture, shutdown=False): a test beside what a fixture launches')


# ---- the launch ----

def _description_of(made: Any, name: str) -> Any:
    first = made[0] if isinstance(made, Sequence) and made else made
    assert isinstance(first, launch.LaunchDescription), \
        f"When running launch_pytest fixture '{name}': return value must be either a launch " \
        'description or a sequence which first item is a launch description'
    return first


def _ready_action(description: Any) -> Any:
    found = list(ready_actions(description.entities))
    if len(found) > 1:
        raise RuntimeError('launch_pytest fixtures must return a LaunchDescription containing '
                           'only one ReadyToTest action')
    if not found:
        found.append(ReadyToTest())
        description.add_action(found[0])
    return found[0]


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: Any) -> Iterator[None]:
    """Launch what a launch_pytest fixture returns, until the tests may start."""
    options = options_of(fixturedef.func)
    if options is None:
        yield
        return
    service, loop = (request.getfixturevalue(each) for each in ('launch_service', 'event_loop'))
    outcome = yield
    description = _description_of(outcome.get_result(), options.name)
    ready = asyncio.Event()
    _ready_action(description)._add_callback(lambda: loop.call_soon_threadsafe(ready.set))
    service.include_launch_description(description)
    ended = loop.create_task(service.run_async(shutdown_when_idle=options.shutdown_when_idle))
    fixturedef.addfinalizer(functools.partial(
        finalize_launch_service, service, f"When running launch_pytest fixture '{options.name}':",
        options.auto_shutdown))
    loop.run_until_complete(_first(loop.create_task(ready.wait()), ended))


async def _first(ready: Any, ended: Any) -> None:
    await asyncio.wait((ready, ended), return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()


# ---- the tests ----

def _options(item: Any) -> Optional[LaunchOptions]:
    mark = item.get_closest_marker('launch')
    return None if mark is None else options_of(mark.kwargs.get('fixture'))


def _is_after_shutdown(item: Any) -> bool:
    return getattr(item, '_launch_pytest_tested', None) is not None \
        or bool(item.get_closest_marker('launch').kwargs.get('shutdown', False))


def _is_in_two_parts(function: Any) -> bool:
    return inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: Any, name: str, obj: Any) -> Optional[List[Any]]:
    """The tests of a marked function: two if one part must run after the shutdown."""
    if not (inspect.isfunction(obj) and collector.funcnamefilter(name)):
        return None
    marks = [mark for mark in getattr(obj, 'pytestmark', ()) if mark.name == 'launch']
    mark = marks[-1] if marks else collector.get_closest_marker('launch')
    if mark is None:
        return None
    options = options_of(mark.kwargs.get('fixture'))
    if options is None:
        return [_without_launch(collector, name)]
    pytest.mark.usefixtures(options.name, 'launch_service', 'event_loop')(obj)
    items = list(collector._genfunctions(name, obj))
    if not _is_in_two_parts(obj) or options.scope == 'function':
        return items
    later = list(collector._genfunctions(name, obj))
    for first, second in zip(items, later):
        second.name = f'{second.name}[shutdown_test]'
        second._launch_pytest_tested = first
    return [*items, *later]


def _without_launch(collector: Any, name: str) -> Any:
    text = '"fixture" keyword argument is required in a pytest.mark.launch() decorator'
    item = pytest.Function.from_parent(collector, name=name)
    item.warn(LaunchTestWarning(text))
    item.add_marker(pytest.mark.skip(text))
    return item


def _launch_of(item: Any) -> Any:
    """A value that is equal for tests of one launch; None: each test has its own."""
    options = _options(item)
    if options is None or options.scope == 'function':
        return None
    callspec = getattr(item, 'callspec', None)
    parameters = {} if callspec is None else callspec.params
    return id(item.get_closest_marker('launch').kwargs['fixture']), \
        repr(parameters.get(options.name))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: List[Any]) -> None:
    """Move tests after the shutdown behind the others of their launch."""
    last = {}
    for position, item in enumerate(items):
        key = _launch_of(item)
        if key is not None and not _is_after_shutdown(item):
            last[key] = position
    places = [(position, 0) for position in range(len(items))]
    for position, item in enumerate(items):
        key = _launch_of(item)
        if key in last and _is_after_shutdown(item):
            places[position] = (max(position, last[key]), 1)
    order = sorted(range(len(items)), key=lambda position: (*places[position], position))
    items[:] = [items[position] for position in order]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> Optional[bool]:
    """Run a test beside its launch, or after it."""
    options = _options(pyfuncitem)
    if options is None:
        return None
    loop, service = (pyfuncitem.funcargs[each] for each in ('event_loop', 'launch_service'))
    function = pyfuncitem.obj
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    shut_down = functools.partial(
        finalize_launch_service, service, f'When running test {pyfuncitem.name}:',
        options.auto_shutdown)
    if _is_in_two_parts(function):
        _run_parts(pyfuncitem, loop, function, given, shut_down, options.scope == 'function')
        return True
    if _is_after_shutdown(pyfuncitem):
        shut_down()
    _run(loop, functools.partial(function, **given))
    return True


def _run(loop: Any, function: Any) -> Any:
    """Run a coroutine in the loop, or a function beside the loop, which continues."""
    if inspect.iscoroutinefunction(function.func):
        return loop.run_until_complete(function())
    return loop.run_until_complete(loop.run_in_executor(None, function))


_ENDED = object()


def _advance(loop: Any, parts: Any) -> Any:
    async def next_of() -> Any:
        return await anext(parts, _ENDED)
    return _run(loop, functools.partial(next_of) if inspect.isasyncgen(parts)
                else functools.partial(next, parts, _ENDED))


def _run_parts(item: Any, loop: Any, function: Any, given: Any, shut_down: Any,
               is_one_test: bool) -> None:
    """Run the part before the `yield` beside the launch, and the rest after the shutdown."""
    if item.get_closest_marker('launch').kwargs.get('shutdown', False):
        pytest.fail('generator or async generator based launch test items cannot be marked with '
                    'shutdown=True', pytrace=False)
    tested = getattr(item, '_launch_pytest_tested', None)
    if tested is None:
        parts = function(**given)
        _advance(loop, parts)
        item._launch_pytest_parts = parts
        if not is_one_test:
            return
    else:
        parts = getattr(tested, '_launch_pytest_parts', None)
        if parts is None:
            pytest.skip('shutdown test skipped because the test failed before')
    shut_down()
    if _advance(loop, parts) is not _ENDED:
        kind = 'an async generator' if inspect.isasyncgen(parts) else 'a generator'
        pytest.fail(f'launch tests using {kind} function must stop iteration after yielding once',
                    pytrace=False)
