"""Stand-in of `launch.logging`: loggers of Python."""
from __future__ import annotations

import logging
from typing import Any, Optional

from logging import (  # noqa: F401
    CRITICAL, DEBUG, ERROR, INFO, NOTSET, WARNING, Formatter, Handler, Logger)


class _Configuration:
    """Where launch would write its logs."""

    log_dir = 'log'
    level = INFO

    def reset(self) -> None:
        """Nothing to reset."""

    def set_screen_format(self, *args: Any, **kwargs: Any) -> None:
        """Nothing is written."""

    def set_log_format(self, *args: Any, **kwargs: Any) -> None:
        """Nothing is written."""


launch_config = _Configuration()


def get_logger(name: Optional[str] = None) -> logging.Logger:
    """A logger."""
    return logging.getLogger(name)
