"""The runner of launch tests of ROS 2; in Orrery, a launch needs no node of its own."""
from __future__ import annotations

from launch_testing.test_runner import LaunchTestRunner as _LaunchTestRunner


class LaunchTestRunner(_LaunchTestRunner):
    """Runs the launches of a module one after another."""
