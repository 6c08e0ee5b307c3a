"""The severity of a log line."""

from enum import IntEnum


class LoggingSeverity(IntEnum):
    """The levels of a log, with their numbers in rcutils."""

    UNSET = 0
    DEBUG = 10
    INFO = 20
    WARN = 30
    ERROR = 40
    FATAL = 50
