"""The output of processes: filtered, read from files, compared."""
from __future__ import annotations

import os
import re
from typing import Any, Callable, Iterable, List, Optional

from .text import build_line_match, build_text_match

def get_default_filtered_prefixes() -> List[str]:
    """Return the prefixes of lines that report the pid and the return code of a program."""
    return ['pid', 'rc']


def get_default_filtered_patterns() -> List[str]:
    """Return no patterns."""
    return []


def basic_output_filter(filtered_prefixes: Optional[Iterable[str]] = None,
                        filtered_patterns: Optional[Iterable[str]] = None
                        ) -> Callable[[str], str]:
    """Return a filter that removes lines with these prefixes (default: `pid`, `rc`) or patterns."""
    prefixes = tuple(get_default_filtered_prefixes() if filtered_prefixes is None
                     else filtered_prefixes)
    patterns = [re.compile(each) for each in filtered_patterns or ()]

    def leave_out(output: str) -> str:
        return ''.join(
            line for line in output.splitlines(keepends=True)
            if not line.startswith(prefixes) and not any(each.match(line) for each in patterns))
    return leave_out


def expected_output_from_file(path: str, encoding: Optional[str] = None) -> List[Any]:
    """Return the lines of `PATH.txt`, or the patterns of `PATH.regex`.

    Raises RuntimeError if neither file exists.
    """
    for suffix, convert in (('.txt', str), ('.regex', re.compile)):
        if os.path.isfile(path + suffix):
            with open(path + suffix, encoding=encoding) as file:
                return [convert(line) for line in file.read().splitlines()]
    raise RuntimeError(f'could not find output check file: {path}')


def expect_output(*, expected_text: Any = None, expected_lines: Any = None,
                  text: Optional[str] = None, lines: Optional[List[str]] = None,
                  strict: bool = False) -> bool:
    """Return whether an output, given as text or as lines, contains what is expected.

    Raises ValueError unless exactly one of each pair is given.
    """
    if (expected_text is None) == (expected_lines is None):
        raise ValueError("Either 'expected_lines' or 'expected_text' expected, but not both")
    if (text is None) == (lines is None):
        raise ValueError("Either 'lines' or 'text' expected, but not both")
    if expected_lines is not None:
        actual = text.splitlines() if lines is None else list(lines)
        return build_line_match(expected_lines, strict=strict)(actual) is not None
    whole = '\n'.join(lines) if text is None else text
    return build_text_match(expected_text, strict=strict)(whole) is not None
