"""What descriptions and tests ask of the one who runs them."""
from __future__ import annotations

import functools
import time
from typing import Any, Callable, Optional


def keep_alive(function: Any) -> Any:
    """The launch goes on although all processes have ended, until the tests are done."""
    function.__markers__ = {**getattr(function, '__markers__', {}), 'keep_alive': True}
    return function


def retry_on_failure(*, times: int, delay: Optional[float] = None) -> Callable[[Any], Any]:
    """A test that fails is run again, `times` in all, with `delay` s between."""
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
