"""Assertions about what processes printed and how they ended."""
from ..util.proc_lookup import NO_CMD_ARGS
from .exit_codes import (
    EXIT_OK, EXIT_SIGINT, EXIT_SIGKILL, EXIT_SIGQUIT, EXIT_SIGSEGV, assertExitCodes)
from .output import assertInStderr, assertInStdout, assertInStream
from .sequential_output import SequentialTextChecker, assertSequentialStdout

__all__ = [
    'EXIT_OK', 'EXIT_SIGINT', 'EXIT_SIGKILL', 'EXIT_SIGQUIT', 'EXIT_SIGSEGV', 'NO_CMD_ARGS',
    'SequentialTextChecker', 'assertExitCodes', 'assertInStderr', 'assertInStdout',
    'assertInStream', 'assertSequentialStdout',
]
