"""Texts in the order in which a process printed them."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator, Sequence

from ..util.proc_lookup import resolveProcesses

#: Number of lines before and after the current one that a failure shows.
_AROUND = 2


class SequentialTextChecker:
    """Looks for each text after the previous one."""

    def __init__(self, output: Sequence[str]) -> None:
        self._text = ''.join(output)
        self._start = 0

    def assertInText(self, msg: str) -> None:
        """Asserts that the text follows."""
        found = self._text.find(msg, self._start)
        if found < 0:
            raise AssertionError(f"'{msg}' not found behind what was found last, near:\n"
                                 f'{self.get_nearby_lines()}')
        self._start = found + len(msg)

    def get_nearby_lines(self) -> str:
        """The line after the last text found, with two lines before and after it."""
        is_whole = self._text.startswith('\n', self._start)
        current = self._text.count('\n', 0, self._start) + is_whole
        lines = self._text.splitlines()
        return '\n'.join(lines[max(0, current - _AROUND):current + _AROUND + 1])

    def assertInStdout(self, msg: str) -> None:
        """Asserts that the text follows."""
        self.assertInText(msg)


@contextmanager
def assertSequentialStdout(proc_output: Any, process: Any,
                           cmd_args: Any = None) -> Iterator[SequentialTextChecker]:
    """A context with a checker of one process's standard output."""
    chosen, = resolveProcesses(proc_output, process=process, cmd_args=cmd_args,
                               strict_proc_matching=True)
    yield SequentialTextChecker(
        [io.text.decode(errors='replace') for io in proc_output[chosen] if io.from_stdout])
