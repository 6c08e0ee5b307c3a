"""Marks tests that run after the processes have ended."""
from __future__ import annotations

from typing import Any, Callable


def post_shutdown_test() -> Callable[[Any], Any]:
    """Decorates a class of tests that run after the shutdown of the launch."""
    def decorate(case: Any) -> Any:
        case.__post_shutdown_test__ = True
        return case
    return decorate
