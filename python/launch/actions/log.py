"""Messages of a launch, and its failure."""
from __future__ import annotations

from typing import Any

from ..action import Action
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of

_LEVELS = {'debug': 'debug', 'info': 'info', 'warn': 'warn', 'warning': 'warn', 'error': 'error',
           'fatal': 'fatal', 'critical': 'fatal'}


class Log(Action):
    """Say something."""

    def __init__(self, *, msg: Any, level: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.msg = normalize_to_list_of_substitutions(msg)
        self.level = normalize_to_list_of_substitutions(level)

    def execute(self, context: Any) -> None:
        """Say it when the launch gets here."""
        level = _LEVELS.get(text_of(context, self.level).lower(), 'info')
        context.emit({'kind': 'log', 'place': self.place, 'level': level,
                      'message': text_of(context, self.msg)}, self)


class LogInfo(Log):
    """Say something."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='info', **kwargs)


class LogDebug(Log):
    """Say something in detail."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='debug', **kwargs)


class LogWarning(Log):
    """Warn."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='warn', **kwargs)


class LogError(Log):
    """Complain."""

    def __init__(self, *, msg: Any, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='error', **kwargs)


class RaiseError(Action):
    """Fail."""

    def __init__(self, msg: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.msg = normalize_to_list_of_substitutions(msg)

    def execute(self, context: Any) -> None:
        """Raises RuntimeError."""
        raise RuntimeError(text_of(context, self.msg))
