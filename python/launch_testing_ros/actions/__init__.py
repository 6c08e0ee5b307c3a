"""Actions of launch tests."""
from __future__ import annotations

from typing import Any

from launch.action import Action


class EnableRmwIsolation(Action):
    """Does nothing: a run is isolated anyway."""

    def execute(self, context: Any) -> None:
        """Do nothing."""


__all__ = ['EnableRmwIsolation']
