"""Shows launch descriptions to people."""
from __future__ import annotations

from .launch_description import LaunchDescription


class LaunchIntrospector:
    """Formats a description as text."""

    def format_launch_description(self, launch_description: LaunchDescription) -> str:
        """A line for each entity."""
        lines = [entity.describe() for entity in launch_description.entities]
        return '\n'.join(['<launch.launch_description.LaunchDescription>', *lines])
