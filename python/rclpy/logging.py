"""Loggers and their levels."""

from __future__ import annotations

from pathlib import Path
from typing import Union

from .impl import log_output
from .impl.logging_severity import LoggingSeverity
from .impl.rcutils_logger import RcutilsLogger

_root_logger = RcutilsLogger()


def get_logger(name: str) -> RcutilsLogger:
    """The logger with this name."""
    if not name:
        raise ValueError('Logger name must not be empty.')
    return _root_logger.get_child(name)


def initialize() -> None:
    """Does nothing: there is nothing to prepare."""


def shutdown() -> None:
    """Does nothing: there is nothing to release."""


def clear_config() -> None:
    """Resets the levels."""
    log_output.reset_levels()


def set_logger_level(name: str, level: Union[int, LoggingSeverity],
                     detailed_error: bool = False) -> None:
    """Sets the level of a logger."""
    try:
        log_output.set_level(name, int(LoggingSeverity(level)))
    except ValueError:
        if detailed_error:
            raise RuntimeError('Failed reason: Invalid logger level.') from None
        raise RuntimeError(f"Failed to set level '{level}' for logger '{name}'") from None


def get_logger_effective_level(name: str) -> LoggingSeverity:
    """Its own level, otherwise that of the nearest parent, otherwise the default."""
    return LoggingSeverity(log_output.effective_level(name))


def get_logger_level(name: str) -> LoggingSeverity:
    """The logger's own level."""
    return LoggingSeverity(log_output.get_level(name))


def get_logging_severity_from_string(log_severity: str) -> LoggingSeverity:
    """The severity with this name."""
    try:
        return LoggingSeverity[log_severity.upper()]
    except KeyError:
        raise RuntimeError(
            f"Failed to get log severity from name '{log_severity}'") from None


def get_logging_directory() -> Path:
    """The folder in which a real system would keep its logs."""
    import os

    folder = os.environ.get('ROS_LOG_DIR')
    if folder:
        return Path(folder)
    home = os.environ.get('ROS_HOME') or os.path.join(os.path.expanduser('~'), '.ros')
    return Path(home) / 'log'
