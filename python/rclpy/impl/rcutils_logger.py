"""Loggers: filters for each place in the program, levels, children."""

from __future__ import annotations

import inspect
import os
import weakref
from collections import OrderedDict, namedtuple
from types import FrameType
from typing import Any, Optional

from orrery_guest.guest import guest

from . import log_output
from .logging_severity import LoggingSeverity

_CallerFields = namedtuple(
    '_CallerFields', ['function_name', 'file_path', 'line_number', 'last_index'])


def _find_caller(frame: Optional[FrameType]) -> Optional[FrameType]:
    """The first frame outside this file."""
    here = __file__
    while frame is not None and frame.f_code.co_filename == here:
        frame = frame.f_back
    return frame


class CallerId(_CallerFields):
    """A place in the program that logs."""

    def __new__(cls, frame: Optional[FrameType] = None) -> 'CallerId':
        if not frame:
            frame = _find_caller(inspect.currentframe())
        assert frame is not None
        code = frame.f_code
        return super().__new__(
            cls,
            function_name=code.co_name,
            file_path=os.path.abspath(code.co_filename),
            line_number=frame.f_lineno,
            # Two calls in one line count as two places.
            last_index=frame.f_lasti,
        )


class LoggingFilter:
    """Decides whether a line is logged; maps its parameters to defaults, None if required."""

    params: dict[str, Any] = {}

    @classmethod
    def initialize_context(cls, context: dict[str, Any], **kwargs: Any) -> None:
        """Prepares the state that it keeps for a place."""
        for name, default in cls.params.items():
            context[name] = kwargs.get(name, default)
            if context[name] is None:
                raise TypeError(
                    f'Required parameter "{name}" was not provided for logging filter '
                    f'"{cls.__name__}"')

    @staticmethod
    def should_log(context: dict[str, Any]) -> bool:
        """Whether this line is logged."""
        raise NotImplementedError


class Once(LoggingFilter):
    """Logs only the first line."""

    params = {'once': None}

    @classmethod
    def initialize_context(cls, context: dict[str, Any], **kwargs: Any) -> None:
        super().initialize_context(context, **kwargs)
        context['has_been_logged_once'] = False

    @staticmethod
    def should_log(context: dict[str, Any]) -> bool:
        first = not context['has_been_logged_once']
        context['has_been_logged_once'] = True
        return first


class Throttle(LoggingFilter):
    """Logs at most one line within a duration."""

    params = {'throttle_duration_sec': None, 'throttle_time_source_type': None}

    @classmethod
    def initialize_context(cls, context: dict[str, Any], **kwargs: Any) -> None:
        if not kwargs.get('throttle_time_source_type'):
            kwargs['throttle_time_source_type'] = _SteadyNow()
        super().initialize_context(context, **kwargs)
        context['throttle_last_logged'] = 0
        source = context['throttle_time_source_type']
        if not hasattr(source, 'now'):
            raise ValueError(
                'Received throttle_time_source_type of "{0}" is not a clock instance'.format(
                    source))

    @staticmethod
    def should_log(context: dict[str, Any]) -> bool:
        now = context['throttle_time_source_type'].now().nanoseconds
        next_at = context['throttle_last_logged'] + context['throttle_duration_sec'] * 1e9
        logged = now >= next_at
        if logged:
            context['throttle_last_logged'] = now
        return logged


class _SteadyNow:
    """Counts from long before the start, like a machine's uptime."""

    nanoseconds = 0

    def now(self) -> '_SteadyNow':
        self.nanoseconds = guest.now + 10 ** 15
        return self


class SkipFirst(LoggingFilter):
    """Logs all lines but the first."""

    params = {'skip_first': None}

    @classmethod
    def initialize_context(cls, context: dict[str, Any], **kwargs: Any) -> None:
        super().initialize_context(context, **kwargs)
        context['first_has_been_skipped'] = False

    @staticmethod
    def should_log(context: dict[str, Any]) -> bool:
        logged = bool(context['first_has_been_skipped'])
        context['first_has_been_skipped'] = True
        return logged


#: In the order in which they are applied.
supported_filters: 'OrderedDict[str, type[LoggingFilter]]' = OrderedDict(
    throttle=Throttle, skip_first=SkipFirst, once=Once)


def get_filters_from_kwargs(**kwargs: Any) -> list[str]:
    """The filters that the arguments of a call select; TypeError for unknown arguments."""
    detected = []
    known: list[str] = []
    for name, kind in supported_filters.items():
        known += kind.params
        if any(kwargs.get(parameter) for parameter in kind.params):
            detected.append(name)
            first = next(iter(kind.params))
            if first not in kwargs:
                raise TypeError(f'required parameter "{first}" not specified but is required for '
                                f'the logging filter "{name}"')
    for each in kwargs:
        if each not in known:
            raise TypeError(f'parameter "{each}" is not one of the recognized logging options '
                            f'"{known}"')
    return detected


class RcutilsLogger:
    """A logger with a name; its children have names below it: ``parent.child``."""

    def __init__(self, name: str = '') -> None:
        self.name = name
        self.contexts: dict[CallerId, dict[str, Any]] = {}
        #: The node whose lines it writes, if it was asked for the logger.
        self.node: Optional[weakref.ref[Any]] = None

    def __del__(self) -> None:
        pass

    def get_child(self, name: str) -> 'RcutilsLogger':
        """A logger below this one."""
        if not name:
            raise ValueError('Child logger name must not be empty')
        if self.node is not None and self.node() is None:
            raise RuntimeError(f"the node of the logger '{self.name}' does not exist any more")
        child = RcutilsLogger(name=f'{self.name}.{name}' if self.name else name)
        child.node = self.node
        return child

    def set_level(self, level: Any) -> None:
        """Sets the level; lines below it are not logged."""
        log_output.set_level(self.name, int(LoggingSeverity(level)))

    def get_effective_level(self) -> LoggingSeverity:
        """Its own level, otherwise that of the nearest parent, otherwise the default."""
        return LoggingSeverity(log_output.effective_level(self.name))

    def is_enabled_for(self, severity: Any) -> bool:
        """Whether lines of this severity are logged."""
        return int(severity) >= log_output.effective_level(self.name)

    def log(self, message: Any, severity: Any, **kwargs: Any) -> bool:
        """Logs a line unless a filter or the level suppresses it; returns whether it was logged."""
        severity = LoggingSeverity(severity)
        name = kwargs.pop('name', self.name)
        frame = _find_caller(inspect.currentframe())
        caller = None
        if kwargs:
            caller = CallerId(frame)
            if not self._filters_pass(caller, name, severity, kwargs):
                return False
        elif self.contexts:
            caller = CallerId(frame)
            self._filters_pass(caller, name, severity, kwargs)
        else:
            caller = CallerId(frame)
            self.contexts[caller] = {'name': name, 'severity': severity, 'filters': []}
        if int(severity) < log_output.effective_level(name):
            return False
        log_output.write(name, int(severity), str(message), caller)
        return True

    def _filters_pass(
        self, caller: CallerId, name: str, severity: LoggingSeverity, kwargs: dict[str, Any]
    ) -> bool:
        context = self.contexts.get(caller)
        if context is None:
            filters = get_filters_from_kwargs(**kwargs)
            context = {'name': name, 'severity': severity, 'filters': filters, 'given': kwargs}
            for each in filters:
                supported_filters[each].initialize_context(context, **kwargs)
            self.contexts[caller] = context
        else:
            if severity != context['severity']:
                raise ValueError('Logger severity cannot be changed between calls.')
            if name != context['name']:
                raise ValueError('Logger name cannot be changed between calls.')
            if kwargs:
                filters = get_filters_from_kwargs(**kwargs)
                if filters != context['filters']:
                    raise ValueError('Requested logging filters cannot be changed between calls.')
                if any(kwargs.get(name, context['given'].get(name)) != context['given'].get(name)
                       for each in filters for name in supported_filters[each].params):
                    raise ValueError(
                        'Logging filter parameters cannot be changed between calls.')
        if int(severity) < log_output.effective_level(name):
            return False
        return all(supported_filters[each].should_log(context) for each in context['filters'])

    def debug(self, message: Any, **kwargs: Any) -> bool:
        """Logs with severity DEBUG."""
        return self.log(message, LoggingSeverity.DEBUG, **kwargs)

    def info(self, message: Any, **kwargs: Any) -> bool:
        """Logs with severity INFO."""
        return self.log(message, LoggingSeverity.INFO, **kwargs)

    def warning(self, message: Any, **kwargs: Any) -> bool:
        """Logs with severity WARN."""
        return self.log(message, LoggingSeverity.WARN, **kwargs)

    def warn(self, message: Any, **kwargs: Any) -> bool:
        """The same as :meth:`warning`."""
        return self.log(message, LoggingSeverity.WARN, **kwargs)

    def error(self, message: Any, **kwargs: Any) -> bool:
        """Logs with severity ERROR."""
        return self.log(message, LoggingSeverity.ERROR, **kwargs)

    def fatal(self, message: Any, **kwargs: Any) -> bool:
        """Logs with severity FATAL."""
        return self.log(message, LoggingSeverity.FATAL, **kwargs)
