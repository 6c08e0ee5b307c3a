"""What upstream adds to every launch."""
from __future__ import annotations

from typing import Any

from launch import LaunchDescription


class ROSSpecificLaunchStartup:
    """Upstream's node of the launch itself, which Orrery does not need."""


def get_default_launch_description(**kwargs: Any) -> LaunchDescription:
    """An empty description."""
    return LaunchDescription([])
