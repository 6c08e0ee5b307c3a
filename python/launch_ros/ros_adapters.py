"""Upstream's node of the launch, which Orrery does not need."""
from __future__ import annotations

from typing import Any


class ROSAdapter:
    """Nothing."""


def get_ros_adapter(context: Any) -> ROSAdapter:
    """Nothing."""
    return ROSAdapter()


def get_ros_node(context: Any) -> Any:
    """There is no node while a launch file is read. Raises RuntimeError."""
    raise RuntimeError('there is no ROS node while Orrery reads a launch file')
