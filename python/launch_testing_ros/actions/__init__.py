"""Actions of launch tests."""
from __future__ import annotations

from typing import Any

from launch.action import Action


class EnableRmwIsolation(Action):
    """Nothing: a run is alone in its world."""

    def execute(self, context: Any) -> None:
        """Do nothing."""


__all__ = ['EnableRmwIsolation']
