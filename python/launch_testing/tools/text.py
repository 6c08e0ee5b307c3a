"""Searches for expected texts and lines, in order."""
from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple

#: Start and end of a match.
Span = Tuple[int, int]


def normalize_lineseps(lines: str) -> str:
    """Return the text with `\\n` at the ends of its lines, also if a terminal wrote it."""
    return lines.replace('\r\n', '\n')


def _in_order(matches: Sequence[Callable[[Any, int], Optional[Span]]],
              strict: bool) -> Callable[..., Optional[Span]]:
    def match(actual: Any, start: int = 0) -> Optional[Span]:
        begin, end = None, start
        for each in matches:
            found = each(actual, end)
            if found is None or (strict and found[0] != end):
                return None
            begin = found[0] if begin is None else begin
            end = found[1]
        return (start if begin is None else begin), end
    return match


def build_line_match(expected_lines: Any, *,
                     strict: bool = False) -> Callable[..., Optional[Span]]:
    """Return a function that looks for a line, a pattern, or a sequence of these in lines.

    With `strict`, no other lines may come between or before them, and a single one must match all
    lines. Raises ValueError for anything else.
    """
    if isinstance(expected_lines, str):
        fits: Callable[[str], bool] = (
            (lambda line: line == expected_lines) if strict
            else (lambda line: expected_lines in line))
    elif hasattr(expected_lines, 'match'):
        def fits(line: str) -> bool:
            return expected_lines.match(line) is not None
    elif isinstance(expected_lines, (list, tuple)):
        return _in_order([build_line_match(each) for each in expected_lines], strict)
    else:
        raise ValueError('Unknown format for expected lines')

    def match(actual_lines: List[str], start: int = 0) -> Optional[Span]:
        if strict:
            return (start, len(actual_lines)) if all(map(fits, actual_lines[start:])) else None
        for index in range(start, len(actual_lines)):
            if fits(actual_lines[index]):
                return index, index + 1
        return None
    return match


def build_text_match(expected_text: Any, *,
                     strict: bool = False) -> Callable[..., Optional[Span]]:
    """Return a function that looks for a text, a pattern, or a sequence of these in a text.

    With `strict`, a text must be the whole rest, a pattern must match at the start, and nothing
    may come between the parts of a sequence. Raises ValueError for anything else.
    """
    if isinstance(expected_text, str):
        def match(actual_text: str, start: int = 0) -> Optional[Span]:
            text = normalize_lineseps(actual_text)
            at = start if strict and text[start:] == expected_text else -1
            at = at if strict else text.find(expected_text, start)
            return None if at < 0 else (at, at + len(expected_text))
        return match
    if hasattr(expected_text, 'search'):
        def match_pattern(actual_text: str, start: int = 0) -> Optional[Span]:
            text = normalize_lineseps(actual_text)
            look = expected_text.match if strict else expected_text.search
            found = look(text, start)
            return None if found is None else found.span()
        return match_pattern
    if isinstance(expected_text, (list, tuple)):
        return _in_order([build_text_match(each) for each in expected_text], strict)
    raise ValueError('Unknown format for expected text')
