"""Fixtures of pytest: the description of a launch, and what it needs to run."""
from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional

import launch
import pytest

#: The scopes of pytest, narrowest first.
_SCOPES = ('function', 'class', 'module', 'package', 'session')
#: The attribute by which the plugin recognises its fixtures, their functions and options.
_OPTIONS = '_launch_pytest_options'


@dataclass(frozen=True)
class LaunchOptions:
    """The options of a fixture."""

    name: str
    scope: str
    shutdown_when_idle: bool
    auto_shutdown: bool


def options_of(fixture_or_function: Any) -> Optional[LaunchOptions]:
    """Return the options of a launch_pytest fixture or its function; None for any other."""
    return getattr(fixture_or_function, _OPTIONS, None)


def finalize_launch_service(launch_service: Any, eprefix: str = '',
                            auto_shutdown: bool = True) -> None:
    """Wait for the end of a launch, which is shut down if it does not end by itself."""
    if auto_shutdown:
        launch_service.shutdown(force_sync=True)
    loop = launch_service.event_loop
    if loop is not None and not loop.is_closed():
        code = loop.run_until_complete(launch_service.task)
        assert code == 0, f"{eprefix} launch service failed when finishing, return code '{code}'"


def _of_scope(make: Callable[..., Any], scope: str, overridable: bool) -> Any:
    made = pytest.fixture(scope=scope)(make)
    made._launch_pytest_scope = scope if overridable else None
    return made


def get_event_loop_fixture(*, scope: str = 'function', overridable: bool = True) -> Any:
    """Return the fixture for the asyncio loop."""
    def event_loop() -> Iterator[Any]:
        loop = asyncio.new_event_loop()
        yield loop
        loop.close()
    return _of_scope(event_loop, scope, overridable)


def get_launch_service_fixture(*, scope: str = 'function', overridable: bool = True) -> Any:
    """Return the fixture for the service that runs the launch."""
    def launch_service(event_loop: Any) -> Iterator[Any]:
        service = launch.LaunchService()
        yield service
        finalize_launch_service(service, eprefix='When tearing down launch_service fixture')
    return _of_scope(launch_service, scope, overridable)


def get_launch_context_fixture(*, scope: str = 'function', overridable: bool = True) -> Any:
    """Return the fixture for the context of the launch."""
    def launch_context(launch_service: Any) -> Any:
        return launch_service.context
    return _of_scope(launch_context, scope, overridable)


def _widen(names: Any, scope: str) -> None:
    """Widen the loop and the service to the scope of the launch."""
    for name, make in (('event_loop', get_event_loop_fixture),
                       ('launch_service', get_launch_service_fixture),
                       ('launch_context', get_launch_context_fixture)):
        given = names.get(name)
        own = None if given is None else getattr(given, '_launch_pytest_scope', None)
        # A fixture that the module defines itself remains.
        if given is None or (own and _SCOPES.index(own) < _SCOPES.index(scope)):
            names[name] = make(scope=scope)


def fixture(decorated: Any = None, *args: Any, shutdown_when_idle: bool = True,
            auto_shutdown: bool = True, **kwargs: Any) -> Any:
    """Decorates a function that returns a description, or a sequence that begins with one.

    Unlike `pytest.fixture`, it also launches the description: until its last test, or, without
    `auto_shutdown`, until it ends by itself.
    """
    scope = kwargs.get('scope', 'function')
    if scope != 'function':
        _widen(sys._getframe(1).f_globals, scope)

    def decorate(function: Any) -> Any:
        options = LaunchOptions(kwargs.get('name') or function.__name__, scope,
                                shutdown_when_idle, auto_shutdown)
        setattr(function, _OPTIONS, options)
        made = pytest.fixture(*args, **kwargs)(function)
        setattr(made, _OPTIONS, options)
        return made
    return decorate if decorated is None else decorate(decorated)
