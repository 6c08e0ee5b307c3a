"""The handlers of Python's `logging`, with separate formats for loggers."""
from __future__ import annotations

import logging
import logging.handlers
from typing import Any, Dict, Type, Union

_made: Dict[str, Type[logging.Handler]] = {}


def with_per_logger_formatting(base: Type[logging.Handler]) -> Type[logging.Handler]:
    """Give a class of handlers formatters for single loggers."""
    class FormattingHandler(base):  # type: ignore[misc, valid-type]
        """A handler that formats the records of some loggers separately."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._formatters: Dict[str, logging.Formatter] = {}

        def setFormatterFor(self, logger: Union[str, logging.Logger],  # noqa: N802
                            formatter: logging.Formatter) -> None:
            """Set the format of one logger."""
            self._formatters[_name_of(logger)] = formatter

        def unsetFormatterFor(self, logger: Union[str, logging.Logger]) -> None:  # noqa: N802
            """Remove the format of one logger, if it has one."""
            self._formatters.pop(_name_of(logger), None)

        def format(self, record: logging.LogRecord) -> str:
            """Return the text of a record."""
            own = self._formatters.get(record.name)
            return super().format(record) if own is None else own.format(record)

    FormattingHandler.__name__ = base.__name__
    FormattingHandler.__doc__ = base.__doc__
    return FormattingHandler


def _name_of(logger: Union[str, logging.Logger]) -> str:
    return logger if isinstance(logger, str) else logger.name


def __getattr__(name: str) -> Any:
    """Any handler of `logging` and `logging.handlers`, by name."""
    if name in _made:
        return _made[name]
    for module in (logging.handlers, logging):
        found = getattr(module, name, None)
        if isinstance(found, type) and issubclass(found, logging.Handler):
            return _made.setdefault(name, with_per_logger_formatting(found))
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
