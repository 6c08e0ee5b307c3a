"""Actions that log messages, and one that fails."""
from __future__ import annotations

from typing import Any

from ..action import Action
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of

_LEVELS = {'NOTSET': 'debug', 'DEBUG': 'debug', 'INFO': 'info', 'WARN': 'warn', 'WARNING': 'warn',
           'ERROR': 'error', 'FATAL': 'fatal', 'CRITICAL': 'fatal'}


def _known(level: str) -> str:
    if level.upper() not in _LEVELS:
        raise KeyError(f"Invalid log level '{level}', expected one of {list(_LEVELS)}")
    return _LEVELS[level.upper()]


class Log(Action):
    """Log a message. Raises KeyError for an unknown level."""

    def __init__(self, *, msg: Any, level: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if isinstance(level, str):
            _known(level)
        self.msg = normalize_to_list_of_substitutions(msg)
        self.level = normalize_to_list_of_substitutions(level)

    def execute(self, context: Any) -> None:
        """Log the message when the launch gets here."""
        context.emit({'kind': 'log', 'place': self.place,
                      'level': _known(text_of(context, self.level)),
                      'message': text_of(context, self.msg)}, self)


class LogInfo(Log):
    """Log information."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='INFO', **kwargs)


class LogDebug(Log):
    """Log details."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='DEBUG', **kwargs)


class LogWarning(Log):
    """Log a warning."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='WARNING', **kwargs)


class LogError(Log):
    """Log an error."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='ERROR', **kwargs)


class RaiseError(Action):
    """Fail with an error."""

    def __init__(self, msg: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.msg = normalize_to_list_of_substitutions(msg)

    def execute(self, context: Any) -> None:
        """Raise RuntimeError."""
        raise RuntimeError(text_of(context, self.msg))
