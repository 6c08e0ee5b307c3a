"""Texts and lines that are expected somewhere, in their order."""
from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple

#: Where something was found: from here to there.
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
    """Return what looks for a line, a pattern, or a list of these in lines.

    `strict`: nothing else may stand between or before them; a single one must fit all lines.
    Raises ValueError for anything else.
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
    """Return what looks for a text, a pattern, or a list of these in a text.

    `strict`: the text is the whole rest, a pattern begins where the search does, and nothing stands
    between the parts of a list. Raises ValueError for anything else.
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
