"""A pytest plugin that runs what pytest-benchmark would measure once: virtual time measures no computing."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: Any) -> None:
    """Disables the measuring, unless the command line enables it."""
    from .guest import guest

    option = config.option
    if guest.connected and hasattr(option, 'benchmark_disable') and not option.benchmark_enable:
        option.benchmark_disable = True
