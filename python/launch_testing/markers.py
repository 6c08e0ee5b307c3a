"""Markers of descriptions and tests for their runner."""
from __future__ import annotations

import functools
import time
from typing import Any, Callable, Optional


def keep_alive(function: Any) -> Any:
    """Keeps the launch running until the tests are done, although all processes have ended."""
    function.__markers__ = {**getattr(function, '__markers__', {}), 'keep_alive': True}
    return function


def retry_on_failure(*, times: int, delay: Optional[float] = None) -> Callable[[Any], Any]:
    """Runs a failing test again, up to `times` times in all, with `delay` s between."""
    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> Any:
            for left in reversed(range(times)):
                try:
                    return test(*args, **kwargs)
                except AssertionError:
                    if left == 0:
                        raise
                    if delay is not None:
                        time.sleep(delay)
            return None
        return run
    return decorate
