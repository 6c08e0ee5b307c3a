"""The default context and its functions."""

from __future__ import annotations

import sys
import threading
from typing import Any, Optional

from .constants import S_TO_NS
from .context import Context
from .impl.native import rclpy_get_rmw_implementation_identifier, rclpy_remove_ros_args

g_default_context: Optional[Context] = None
g_context_lock = threading.Lock()


def get_default_context(*, shutting_down: bool = False) -> Context:
    """The context of calls that do not name one."""
    global g_default_context
    with g_context_lock:
        if g_default_context is None:
            g_default_context = Context()
        context = g_default_context
        if shutting_down:
            g_default_context = None
    return context


def remove_ros_args(args: Optional[list[str]] = None) -> list[str]:
    """The program's own arguments."""
    return rclpy_remove_ros_args(list(sys.argv if args is None else args))


def ok(*, context: Optional[Context] = None) -> bool:
    """Whether the context is initialised and not shut down."""
    return (context or get_default_context()).ok()


def shutdown(*, context: Optional[Context] = None) -> None:
    """Shuts the context down."""
    if context is None:
        context = get_default_context(shutting_down=True)
    context.shutdown()


def try_shutdown(*, context: Optional[Context] = None) -> None:
    """Shuts the context down unless it is already shut down."""
    if context is None:
        context = get_default_context()
    context.try_shutdown()


def get_rmw_implementation_identifier() -> str:
    """The name of the middleware: the requested one, otherwise that of a new system.

    Programs and test suites decide by it what they test; Orrery supports what each middleware
    does.
    """
    return rclpy_get_rmw_implementation_identifier()


def get_available_rmw_implementations() -> set[str]:
    """The names of all middlewares."""
    return {get_rmw_implementation_identifier()}


def timeout_sec_to_nsec(timeout_sec: Any) -> int:
    """Seconds as nanoseconds; None or a negative number means forever: -1."""
    if timeout_sec is None or timeout_sec < 0:
        return -1
    return int(float(timeout_sec) * S_TO_NS)
