"""Ends a launch with one of its processes."""
from __future__ import annotations

from typing import Any, List


def shutdown_on_process_exit(process: Any, msg: Any = None) -> Any:
    """An action: when the process has ended, the launch says so, if it is told what, and shuts down."""
    from ..actions import EmitEvent, LogInfo, RegisterEventHandler
    from ..event_handlers import OnProcessExit
    from ..events import Shutdown

    then: List[Any] = [] if msg is None else [LogInfo(msg=msg)]
    return RegisterEventHandler(OnProcessExit(
        target_action=process, on_exit=[*then, EmitEvent(event=Shutdown())]))
