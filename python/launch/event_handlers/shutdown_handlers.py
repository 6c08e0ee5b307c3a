"""Handlers of the end of a launch."""
from __future__ import annotations

from typing import Any

from ..event_handler import BaseEventHandler


class OnShutdown(BaseEventHandler):
    """Do something at the end of the launch, which Orrery does not: nothing runs any longer."""

    def __init__(self, *, on_shutdown: Any, **kwargs: Any) -> None:
        super().__init__(matcher=lambda event: False, **kwargs)
        self.on_shutdown = on_shutdown


class OnIncludeLaunchDescription(BaseEventHandler):
    """Upstream's own handler of includes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(matcher=lambda event: False, **kwargs)
