"""Texts that processes printed."""
from __future__ import annotations

import re
from typing import Any, Callable, Optional

from ..util.proc_lookup import resolveProcesses

_ESCAPES = re.compile(r'\x1b\[[0-9;?]*[ -/]*[@-~]')


def _lines_in_order(expected: Any, actual: str) -> bool:
    lines = iter(actual.splitlines())
    return all(any(line == each for line in lines) for each in expected)


def _patterns_in_order(expected: Any, actual: str) -> bool:
    start = 0
    for pattern in expected:
        found = pattern.search(actual, start)
        if found is None:
            return False
        start = found.end()
    return True


def matcher_of(expected: Any) -> Callable[[str], bool]:
    """A function that looks for a text, a pattern, or a sequence of lines or patterns."""
    if isinstance(expected, str):
        return lambda actual: expected in actual
    if hasattr(expected, 'search'):
        return lambda actual: expected.search(actual) is not None
    if isinstance(expected, (list, tuple)) and expected:
        if all(isinstance(each, str) for each in expected):
            return lambda actual: _lines_in_order(expected, actual)
        if all(hasattr(each, 'search') for each in expected):
            return lambda actual: _patterns_in_order(expected, actual)
    raise ValueError('Unknown format for expected output')


def assertInStream(proc_output: Any, expected_output: Any, process: Any, cmd_args: Any = None, *,
                   output_filter: Optional[Callable[[str], str]] = None,
                   strict_proc_matching: bool = True, strip_ansi_escape_sequences: bool = True,
                   stream: Optional[str] = None) -> None:
    """Asserts that a chosen process printed this to `stdout`, `stderr`, or either (None)."""
    chosen = resolveProcesses(proc_output, process=process, cmd_args=cmd_args,
                              strict_proc_matching=strict_proc_matching)
    if output_filter is not None and not callable(output_filter):
        raise ValueError('output_filter is not callable')
    if stream not in (None, 'stdout', 'stderr'):
        raise ValueError(f"stream is 'stdout' or 'stderr', not {stream!r}")
    matches = matcher_of(expected_output)
    for each in chosen:
        text = ''.join(
            io.text.decode(errors='replace') for io in proc_output[each]
            if stream is None or getattr(io, f'from_{stream}')).replace('\r\n', '\n')
        if strip_ansi_escape_sequences:
            text = _ESCAPES.sub('', text)
        if matches(text if output_filter is None else output_filter(text)):
            return
    names = ', '.join(sorted(each.process_details['name'] for each in chosen))
    raise AssertionError(f"Did not find '{expected_output}' in the output of {names}")


def assertInStdout(proc_output: Any, expected_output: Any, process: Any, cmd_args: Any = None,
                   **options: Any) -> None:
    """Asserts that a chosen process printed this to standard output."""
    assertInStream(proc_output, expected_output, process, cmd_args, stream='stdout', **options)


def assertInStderr(proc_output: Any, expected_output: Any, process: Any, cmd_args: Any = None,
                   **options: Any) -> None:
    """Asserts that a chosen process printed this to standard error."""
    assertInStream(proc_output, expected_output, process, cmd_args, stream='stderr', **options)
