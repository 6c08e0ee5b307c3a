"""Tests of launched systems: some run while the processes run, others after their end."""
from . import actions, asserts, event_handlers, markers, tools, util
from .io_handler import ActiveIoHandler, IoHandler
from .parametrize import parametrize
from .post_shutdown_test import post_shutdown_test
from .proc_info_handler import ActiveProcInfoHandler, ProcInfoHandler
from .ready_aggregator import ReadyAggregator
from .ready_to_test_action_timeout import ready_to_test_action_timeout

__all__ = [
    'ActiveIoHandler', 'ActiveProcInfoHandler', 'IoHandler', 'ProcInfoHandler', 'ReadyAggregator',
    'actions', 'asserts', 'event_handlers', 'markers', 'parametrize', 'post_shutdown_test',
    'ready_to_test_action_timeout', 'tools', 'util',
]
