"""Waits for processes."""
from .process import (
    wait_for_exit, wait_for_exit_sync, wait_for_output, wait_for_output_sync, wait_for_start,
    wait_for_start_sync, wait_for_stderr, wait_for_stderr_sync)

__all__ = [
    'wait_for_exit', 'wait_for_exit_sync', 'wait_for_output', 'wait_for_output_sync',
    'wait_for_start', 'wait_for_start_sync', 'wait_for_stderr', 'wait_for_stderr_sync',
]
