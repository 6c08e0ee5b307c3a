"""Waits for starts, ends and output of processes, in coroutines and in functions.

A function that validates output either asserts something or returns whether the output is valid.
"""
from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import Any, Callable, Iterator, Optional

from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart

_Look = Callable[[str], Any]


@contextlib.contextmanager
def _heard(context: Any, handler: Any) -> Iterator[None]:
    context.register_event_handler(handler, append=True)
    try:
        yield
    finally:
        context.unregister_event_handler(handler)


def _is_met(condition: Callable[[], Any]) -> bool:
    try:
        answer = condition()
    except AssertionError:
        return False
    return answer is None or bool(answer)


def _wait(context: Any, handler: Any, changed: Any, condition: Callable[[], Any],
          timeout: Optional[float]) -> Any:
    with changed, _heard(context, handler):
        if changed.wait_for(lambda: _is_met(condition), timeout):
            return True
    # An assertion that still fails says what is wrong.
    return condition()


def _waiter(make: Callable[[Callable[..., None]], Any], context: Any,
            condition: Callable[[], Any], timeout: Optional[float]) -> Any:
    changed = threading.Condition()

    def tell(*_: Any) -> None:
        with changed:
            changed.notify_all()
    return _wait(context, make(tell), changed, condition, timeout)


async def _beside(wait: Callable[..., Any], *args: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, wait, *args)


def wait_for_output_sync(launch_context: Any, execute_process_action: Any, validate_output: _Look,
                         timeout: Optional[float] = None) -> Any:
    """Wait until the standard output of a process is valid."""
    return _waiter(
        lambda tell: OnProcessIO(target_action=execute_process_action, on_stdout=tell),
        launch_context, lambda: validate_output(execute_process_action.get_stdout()), timeout)


async def wait_for_output(launch_context: Any, execute_process_action: Any, validate_output: _Look,
                          timeout: Optional[float] = None) -> Any:
    """Wait until the standard output of a process is valid."""
    return await _beside(wait_for_output_sync, launch_context, execute_process_action,
                         validate_output, timeout)


def wait_for_stderr_sync(launch_context: Any, execute_process_action: Any, validate_output: _Look,
                         timeout: Optional[float] = None) -> Any:
    """Wait until the standard error of a process is valid."""
    return _waiter(
        lambda tell: OnProcessIO(target_action=execute_process_action, on_stderr=tell),
        launch_context, lambda: validate_output(execute_process_action.get_stderr()), timeout)


async def wait_for_stderr(launch_context: Any, execute_process_action: Any, validate_output: _Look,
                          timeout: Optional[float] = None) -> Any:
    """Wait until the standard error of a process is valid."""
    return await _beside(wait_for_stderr_sync, launch_context, execute_process_action,
                         validate_output, timeout)


def wait_for_start_sync(launch_context: Any, execute_process_action: Any,
                        timeout: Optional[float] = None) -> bool:
    """Wait until a process has started; False after the timeout (s)."""
    return _waiter(
        lambda tell: OnProcessStart(target_action=execute_process_action, on_start=tell),
        launch_context, lambda: execute_process_action.process_details is not None, timeout)


async def wait_for_start(launch_context: Any, execute_process_action: Any,
                         timeout: Optional[float] = None) -> bool:
    """Wait until a process has started; False after the timeout (s)."""
    return await _beside(wait_for_start_sync, launch_context, execute_process_action, timeout)


def wait_for_exit_sync(launch_context: Any, execute_process_action: Any,
                       timeout: Optional[float] = None) -> bool:
    """Wait until a process has ended; False after the timeout (s)."""
    return _waiter(
        lambda tell: OnProcessExit(target_action=execute_process_action, on_exit=tell),
        launch_context, lambda: execute_process_action.return_code is not None, timeout)


async def wait_for_exit(launch_context: Any, execute_process_action: Any,
                        timeout: Optional[float] = None) -> bool:
    """Wait until a process has ended; False after the timeout (s)."""
    return await _beside(wait_for_exit_sync, launch_context, execute_process_action, timeout)
