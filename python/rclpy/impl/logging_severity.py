"""The severity of a line of the log."""

from enum import IntEnum


class LoggingSeverity(IntEnum):
    """The levels of a log, with rcutils' numbers."""

    UNSET = 0
    DEBUG = 10
    INFO = 20
    WARN = 30
    ERROR = 40
    FATAL = 50
