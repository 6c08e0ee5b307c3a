"""Runs tests with pytest."""
from __future__ import annotations

from typing import Any

from launch.substitutions import FindExecutable

from .test import Test


class PyTest(Test):
    """Runs tests with pytest, with a time limit."""

    def __init__(self, *, path: Any, **kwargs: Any) -> None:
        super().__init__(cmd=[FindExecutable(name='python3'), '-m', 'pytest', path], **kwargs)
        self.__path = path

    @property
    def path(self) -> Any:
        """The file."""
        return self.__path
