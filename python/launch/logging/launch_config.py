"""Where launches log to, and in which format."""
from __future__ import annotations

import datetime
import logging
import os
import socket
import sys
import warnings
from typing import Any, Callable, Dict, Optional

from . import handlers

#: The file to which everything is logged.
_MAIN_FILE = 'launch.log'
_PLAIN = '[{levelname}] [{name}]: {msg}'
_WITH_TIME = '{created:.7f} [{levelname}] [{name}]: {msg}'
_SCREEN_FORMATS = {'default': _PLAIN, 'default_with_timestamp': _WITH_TIME}
_LOG_FORMATS = {'default': _WITH_TIME}


def get_logging_directory() -> str:
    """Return the folder of all logs: `$ROS_LOG_DIR`, `$ROS_HOME/log` or `~/.ros/log`."""
    folder = os.environ.get('ROS_LOG_DIR')
    if not folder:
        home = os.environ.get('ROS_HOME') or os.path.join('~', '.ros')
        folder = os.path.join(home, 'log')
    return os.path.normpath(os.path.expanduser(folder))


def make_unique_log_dir(*, base_path: str) -> str:
    """Make a folder for the logs of one launch."""
    while True:
        now = datetime.datetime.now().strftime('%Y-%m-%d-%H-%M-%S-%f')
        folder = os.path.join(base_path, f'{now}-{socket.gethostname()}-{os.getpid()}')
        try:
            os.makedirs(folder)
        except FileExistsError:
            continue
        return folder


def renew_latest_log_dir(*, log_dir: str) -> bool:
    """Make the link `latest` next to a folder point to it; returns whether that succeeded."""
    link = os.path.join(os.path.dirname(log_dir), 'latest')
    try:
        if os.path.islink(link):
            os.unlink(link)
        os.symlink(log_dir, link, target_is_directory=True)
    except OSError as error:
        warnings.warn(f'Cannot create a symlink to latest log directory: {error}')
        return False
    return True


class _Screen:
    """The present standard output."""

    def write(self, text: str) -> None:
        sys.stdout.write(text)

    def flush(self) -> None:
        sys.stdout.flush()


class LaunchConfig:
    """Where launches log to, and in which format."""

    #: Whether Orrery evaluates the launch file, in which case nothing is written.
    belongs_to_orrery = False

    def __init__(self) -> None:
        self.file_handlers: Dict[str, Any] = {}
        self.reset()

    def reset(self) -> None:
        """Reset all settings."""
        for handler in self.file_handlers.values():
            handler.close()
        self.file_handlers = {}
        self._log_dir: Optional[str] = None
        self.log_file_name = _MAIN_FILE
        self.screen_handler: Any = None
        self.screen_formatter: Optional[logging.Formatter] = None
        self.file_formatter: Optional[logging.Formatter] = None
        self._log_handler_factory: Optional[Callable[..., logging.Handler]] = None
        logging.root.setLevel(logging.INFO)
        self.set_screen_format('default')
        self.set_log_format('default')

    @property
    def level(self) -> int:
        """The level of loggers without a level of their own."""
        return logging.root.getEffectiveLevel()

    @level.setter
    def level(self, level: int) -> None:
        logging.root.setLevel(level)

    @property
    def log_dir(self) -> str:
        """The folder of this launch's logs, created on first use."""
        if self._log_dir is None:
            if self.belongs_to_orrery:
                return 'log'
            # Tests of launch replace these functions in the package.
            from launch import logging as package
            self._log_dir = package._make_unique_log_dir(base_path=get_logging_directory())
            package._renew_latest_log_dir(log_dir=self._log_dir)
        return self._log_dir

    @log_dir.setter
    def log_dir(self, folder: Optional[str]) -> None:
        if folder is not None:
            if self.file_handlers:
                warnings.warn(f'Loggers already write to files below {self._log_dir}.')
            if not os.path.isdir(folder):
                raise ValueError(f'{folder} is not a directory')
        self._log_dir = folder

    @property
    def log_handler_factory(self) -> Callable[..., logging.Handler]:
        """A function that makes a handler from a path and an encoding."""
        return self._log_handler_factory or handlers.WatchedFileHandler

    @log_handler_factory.setter
    def log_handler_factory(self, factory: Callable[..., logging.Handler]) -> None:
        self._log_handler_factory = factory

    def set_screen_format(self, screen_format: Optional[str], *,
                          screen_style: Optional[str] = None) -> None:
        """Set the format of the screen: `default`, `default_with_timestamp` or one of `logging`.

        Raises ValueError for a style of a format that has a name.
        """
        self.screen_formatter = _formatter(
            'OVERRIDE_LAUNCH_SCREEN_FORMAT', _SCREEN_FORMATS, screen_format, screen_style)
        if self.screen_handler is not None:
            self.screen_handler.setFormatter(self.screen_formatter)

    def set_log_format(self, log_format: Optional[str], *,
                       log_style: Optional[str] = None) -> None:
        """Set the format of the files: `default` or one of `logging`.

        Raises ValueError for a style of a format that has a name.
        """
        self.file_formatter = _formatter(
            'OVERRIDE_LAUNCH_LOG_FORMAT', _LOG_FORMATS, log_format, log_style)
        for handler in self.file_handlers.values():
            handler.setFormatter(self.file_formatter)

    def get_screen_handler(self) -> Any:
        """Return the only handler of the screen."""
        if self.screen_handler is None:
            self.screen_handler = handlers.StreamHandler(_Screen())
            self.screen_handler.setFormatter(self.screen_formatter)
        return self.screen_handler

    def get_log_file_path(self, file_name: str = _MAIN_FILE) -> str:
        """Return the path of a file of this launch's logs."""
        return os.path.join(self.log_dir, file_name)

    def get_log_file_handler(self, file_name: str = _MAIN_FILE) -> Any:
        """Return the only handler of a file of this launch's logs."""
        if file_name not in self.file_handlers:
            path = self.get_log_file_path(file_name)
            handler = self.log_handler_factory(path, encoding='utf-8')
            handler.setFormatter(self.file_formatter)
            self.file_handlers[file_name] = handler
        return self.file_handlers[file_name]


def _formatter(variable: str, named: Dict[str, str], text: Optional[str],
               style: Any) -> Optional[logging.Formatter]:
    override = os.environ.get(variable)
    if override:
        # Escapes such as \x1b may be written out in the variable.
        text, style = override.encode('latin1').decode('unicode_escape'), '{'
    elif text in named:
        if style is not None:
            raise ValueError(f'Cannot set a custom format style for the "{text}" format.')
        text = named[text]
    return None if text is None else logging.Formatter(text, style=style or '{')
