"""What is wrong with a document."""
from __future__ import annotations


class YAMLError(Exception):
    """A document that cannot be read."""


class MarkedYAMLError(YAMLError):
    """A document that cannot be read, and the line (from 1) where."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(f'{problem}\n  in line {line}')
        self.problem = problem
        self.line = line
