"""A pytest plugin that runs coroutines marked `asyncio` as tests, without pytest-asyncio."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Optional

_THE_REAL_ONE = 'asyncio'


def pytest_configure(config: Any) -> None:
    """Registers the marker."""
    if not config.pluginmanager.hasplugin(_THE_REAL_ONE):
        config.addinivalue_line('markers', 'asyncio: a coroutine that runs in a loop of its own')


def pytest_pyfunc_call(pyfuncitem: Any) -> Optional[bool]:
    """Runs a coroutine; returns None if another plugin must run the test."""
    if (pyfuncitem.config.pluginmanager.hasplugin(_THE_REAL_ONE)
            or pyfuncitem.get_closest_marker('asyncio') is None
            or not inspect.iscoroutinefunction(pyfuncitem.obj)):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(pyfuncitem.obj(**arguments))
    return True
