"""Stand-in of `launch.logging`: loggers that write to the screen and to files of the launch."""
from __future__ import annotations

import logging
from logging import (  # noqa: F401
    CRITICAL, DEBUG, ERROR, INFO, NOTSET, WARNING, Formatter, Handler, Logger)
from typing import Any, Dict, List, Optional, Set, Tuple, Union

from . import handlers
from .launch_config import (
    LaunchConfig, get_logging_directory, make_unique_log_dir, renew_latest_log_dir)

#: Private names that tests of launch files use.
_get_logging_directory = get_logging_directory
_make_unique_log_dir = make_unique_log_dir
_renew_latest_log_dir = renew_latest_log_dir

launch_config = LaunchConfig()

_SOURCES = ('stdout', 'stderr', 'both')
_DESTINATIONS = ('screen', 'log', 'own_log')
#: The meaning of the named configurations of a process's output.
_NAMED: Dict[str, Dict[str, Set[str]]] = {
    'screen': {'both': {'screen'}},
    'log': {'both': {'log'}, 'stderr': {'screen'}},
    'both': {'both': {'log', 'screen'}},
    'own_log': {source: {'own_log'} for source in _SOURCES},
    'full': {'both': {'screen', 'log', 'own_log'}, 'stdout': {'own_log'}, 'stderr': {'own_log'}},
}
_TEXT = logging.Formatter('{msg}', style='{')
_TEXT_AT = logging.Formatter('{created:.7f} {msg}', style='{')


class LaunchLogger(logging.getLoggerClass()):  # type: ignore[misc]
    """A logger with no handlers but its own."""

    all_loggers: List[logging.Logger] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.propagate = False
        LaunchLogger.all_loggers.append(self)


def _logger(name: Optional[str]) -> logging.Logger:
    # Only loggers made here have this class: others in the program remain unchanged.
    before = logging.getLoggerClass()
    logging.setLoggerClass(LaunchLogger)
    try:
        return logging.getLogger(name)
    finally:
        logging.setLoggerClass(before)


def get_logger(name: Optional[str] = None) -> logging.Logger:
    """Return a logger that writes to the screen and to the file of the launch."""
    if launch_config.belongs_to_orrery:
        return logging.getLogger(name)
    logger = _logger(name)
    logger.addHandler(launch_config.get_screen_handler())
    logger.addHandler(launch_config.get_log_file_handler(launch_config.log_file_name))
    return logger


def log_launch_config(*, logger: logging.Logger = logging.root) -> None:
    """Log where the logs are and what is logged."""
    if launch_config.file_handlers:
        logger.info(f'All log files can be found below {launch_config.log_dir}')
    level = logging.getLevelName(logging.root.getEffectiveLevel())
    logger.info(f'Default logging verbosity is set to {level}')


def _normalize_output_configuration(
        config: Union[str, Dict[str, Any]]) -> Dict[str, Set[str]]:
    if isinstance(config, str):
        if config not in _NAMED:
            raise ValueError(f'{config} is not a valid standard output config '
                             'i.e. "screen", "log" or "both"')
        config = _NAMED[config]
    elif not isinstance(config, dict):
        raise ValueError(f'{config} is not a valid output configuration')
    found: Dict[str, Set[str]] = {source: set() for source in _SOURCES}
    for source, given in config.items():
        if source not in found:
            raise ValueError(f'{source} is not a valid output source '
                             'i.e. "stdout", "stderr" or "both"')
        found[source] = {given} if isinstance(given, str) else set(given)
        for destination in sorted(found[source]):
            if destination not in _DESTINATIONS:
                raise ValueError(f'{destination} is not a valid output destination '
                                 'i.e. "screen", "log" or "own_log"')
    return found


def get_output_loggers(
        process_name: str, output_config: Union[str, Dict[str, Any]],
        main_log_file_name: str = 'launch.log') -> Tuple[logging.Logger, logging.Logger]:
    """Return the loggers of what a process writes to stdout and to stderr.

    The configuration gives, for `stdout`, `stderr` and `both`, where it goes: `screen`, `log` (the
    file of the launch) and `own_log`; or it is one of the names `screen`, `log`, `both`,
    `own_log` and `full`. Raises ValueError for another.
    """
    config = _normalize_output_configuration(output_config)
    out, err = (_output_logger(process_name, source, config, main_log_file_name)
                for source in ('stdout', 'stderr'))
    return out, err


def _output_logger(process: str, source: str, config: Dict[str, Set[str]],
                   main_file: str) -> logging.Logger:
    logger = _logger(f'{process}-{source}')
    destinations = config['both'] | config[source]
    if 'screen' in destinations:
        _add(logger, launch_config.get_screen_handler(), _TEXT)
    if 'log' in destinations:
        _add(logger, launch_config.get_log_file_handler(main_file), _TEXT_AT)
    if 'own_log' in config[source]:
        _add(logger, launch_config.get_log_file_handler(f'{process}-{source}.log'), _TEXT)
    if 'own_log' in config['both']:
        _add(logger, launch_config.get_log_file_handler(f'{process}.log'), _TEXT)
    return logger


def _add(logger: logging.Logger, handler: Any, formatter: logging.Formatter) -> None:
    if hasattr(handler, 'setFormatterFor'):
        handler.setFormatterFor(logger, formatter)
    logger.addHandler(handler)


def reset() -> None:
    """Remove the handlers and levels of all loggers, and reset the configuration."""
    for logger in LaunchLogger.all_loggers:
        logger.setLevel(logging.NOTSET)
        del logger.handlers[:]
    launch_config.reset()


__all__ = ['LaunchConfig', 'get_logger', 'get_output_loggers', 'handlers', 'launch_config',
           'log_launch_config', 'reset']
