"""The hooks for pytest plugins that add kinds of launch tests."""
from __future__ import annotations

from typing import Any

import pytest


@pytest.hookspec(firstresult=True)
def pytest_launch_collect_makemodule(module_path: Any, parent: Any, entrypoint: Any) -> Any:
    """Return a collector of a module's launch tests; None if it has none of this kind."""
