"""Collects modules whose `generate_test_description` has the marker `rostest`."""
from __future__ import annotations

from typing import Any

from launch_testing.pytest.hooks import LaunchTestItem, LaunchTestModule, has_mark

from ..test_runner import LaunchTestRunner


class LaunchROSTestItem(LaunchTestItem):
    """All launches of one module."""

    @classmethod
    def from_parent(cls, *args: Any, **kwargs: Any) -> Any:
        """Make the item."""
        return super().from_parent(*args, **{**kwargs, 'runner_cls': LaunchTestRunner})


class LaunchROSTestModule(LaunchTestModule):
    """A module with one item."""

    def makeitem(self, *args: Any, **kwargs: Any) -> Any:
        """Make the item."""
        return LaunchROSTestItem.from_parent(*args, **kwargs)


def pytest_launch_collect_makemodule(module_path: Any, parent: Any, entrypoint: Any) -> Any:
    """Collects modules with the marker `rostest`."""
    return LaunchROSTestModule.from_parent(parent, path=module_path) \
        if has_mark(entrypoint, 'rostest') else None


def pytest_configure(config: Any) -> None:
    """Registers the marker."""
    config.addinivalue_line(
        'markers', 'rostest: the description of a launch test of ROS 2, generate_test_description')
