"""The runner of launch tests of ROS 2: a launch needs no node of its own here."""
from __future__ import annotations

from launch_testing.test_runner import LaunchTestRunner as _LaunchTestRunner


class LaunchTestRunner(_LaunchTestRunner):
    """Runs the launches of a module one after another."""
