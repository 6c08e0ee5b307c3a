"""Services that let other nodes read and set the levels of loggers."""

from __future__ import annotations

import weakref
from typing import Any

from .logging import get_logger_level, set_logger_level
from .qos import qos_profile_services_default


class LoggingService:
    """The two logger services of a node."""

    def __init__(self, node: Any) -> None:
        from rcl_interfaces.srv import GetLoggerLevels, SetLoggerLevels

        name = node.get_fully_qualified_name()
        self._node_weak_ref = weakref.ref(node)
        node.create_service(GetLoggerLevels, f'{name}/get_logger_levels',
                            self._get_logger_levels, qos_profile=qos_profile_services_default)
        node.create_service(SetLoggerLevels, f'{name}/set_logger_levels',
                            self._set_logger_levels, qos_profile=qos_profile_services_default)

    def _get_logger_levels(self, request: Any, response: Any) -> Any:
        from rcl_interfaces.msg import LoggerLevel

        for name in request.names:
            level = LoggerLevel()
            level.name = name
            try:
                level.level = int(get_logger_level(name))
            except RuntimeError:
                level.level = 0
            response.levels.append(level)
        return response

    def _set_logger_levels(self, request: Any, response: Any) -> Any:
        from rcl_interfaces.msg import SetLoggerLevelsResult

        for level in request.levels:
            result = SetLoggerLevelsResult()
            result.successful = False
            try:
                set_logger_level(level.name, level.level, detailed_error=True)
                result.successful = True
            except RuntimeError as error:
                result.reason = str(error)
            response.results.append(result)
        return response
