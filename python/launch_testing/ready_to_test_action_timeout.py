"""How long it may take until a description's tests can start."""
from __future__ import annotations

from typing import Any, Callable


def ready_to_test_action_timeout(timeout: float) -> Callable[[Any], Any]:
    """Decorates `generate_test_description` with the seconds until its action ReadyToTest."""
    def decorate(function: Any) -> Any:
        function.__ready_to_test_action_timeout__ = timeout
        return function
    return decorate
