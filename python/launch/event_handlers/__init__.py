"""Event handlers."""
from ..event_handler import BaseEventHandler, EventHandler
from .process_handlers import (
    OnActionEventBase, OnExecutionComplete, OnProcessExit, OnProcessIO, OnProcessStart)
from .shutdown_handlers import OnIncludeLaunchDescription, OnShutdown

__all__ = ['BaseEventHandler', 'EventHandler', 'OnActionEventBase', 'OnExecutionComplete',
           'OnIncludeLaunchDescription', 'OnProcessExit', 'OnProcessIO', 'OnProcessStart',
           'OnShutdown']
