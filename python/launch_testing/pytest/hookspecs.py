"""What plugins of pytest may add to the launch tests."""
from __future__ import annotations

from typing import Any

import pytest


@pytest.hookspec(firstresult=True)
def pytest_launch_collect_makemodule(module_path: Any, parent: Any, entrypoint: Any) -> Any:
    """Return what collects the launch tests of a module; None: it has none of this kind."""
