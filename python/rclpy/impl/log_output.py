"""Levels of loggers, the lines that they print, and who else receives these."""

from __future__ import annotations

import os
import re
import sys
from typing import Any, Callable

from orrery_guest.guest import guest

from .logging_severity import LoggingSeverity

_DEFAULT = int(LoggingSeverity.INFO)
#: A text style such as a colour, `\r\n`, or a character that would act on a terminal.
_COLOUR_OR_CONTROL = re.compile(r'\x1b\[[0-9;]*m|\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f]')
_levels: dict[str, int] = {}
#: Functions that publish to ``/rosout``, by name of logger.
rosout: dict[str, Callable[[str, int, str, Any], None]] = {}


def default_level() -> int:
    """The level of loggers that neither have a level nor inherit one."""
    return _levels.get('', _DEFAULT)


def set_level(name: str, level: int) -> None:
    """Sets the level of a logger; 0 removes it, except from the root logger."""
    if level == 0 and name:
        _levels.pop(name, None)
    else:
        _levels[name] = level


def reset_levels() -> None:
    """Forgets all levels."""
    _levels.clear()


def get_level(name: str) -> int:
    """The logger's own level; 0 if it has none."""
    return _levels.get(name, 0)


def effective_level(name: str) -> int:
    """Its own level, otherwise that of the nearest parent, otherwise the default."""
    while name:
        level = _levels.get(name)
        if level:
            return level
        name = name.rpartition('.')[0]
    return default_level()


def _escaped(found: 're.Match[str]') -> str:
    text = found.group()
    return text if len(text) > 1 else f'\\u{ord(text):04x}'


def _printable(line: str) -> str:
    """The line for a terminal: text styles are kept, other control characters are escaped."""
    return _COLOUR_OR_CONTROL.sub(_escaped, line)


def write(name: str, severity: int, message: str, caller: Any) -> None:
    """Prints a line and publishes it."""
    now = guest.now
    seconds, ns = divmod(now, 1_000_000_000)
    level = LoggingSeverity(severity).name
    form = os.environ.get('RCUTILS_CONSOLE_OUTPUT_FORMAT')
    if form is None:
        line = f'[{level}] [{seconds}.{ns:09d}] [{name}]: {message}'
    else:
        fields = {
            'severity': level, 'time': f'{seconds}.{ns:09d}', 'name': name, 'message': message,
            'time_as_nanoseconds': str(now), 'function_name': caller.function_name,
            'file_name': caller.file_path, 'line_number': str(caller.line_number),
        }
        line = form
        for key, value in fields.items():
            line = line.replace(f'{{{key}}}', value)
    to_stdout = os.environ.get('RCUTILS_LOGGING_USE_STDOUT') == '1'
    print(_printable(line), file=sys.stdout if to_stdout else sys.stderr)
    publish = _publisher(name)
    if publish is not None:
        publish(name, severity, message, caller)


def _publisher(name: str) -> Any:
    while name:
        publish = rosout.get(name)
        if publish is not None:
            return publish
        name = name.rpartition('.')[0]
    return None
