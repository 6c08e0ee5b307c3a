"""Runs a googletest."""
from __future__ import annotations

from typing import Any

from .test import Test


class GTest(Test):
    """Runs a googletest, with a time limit."""

    def __init__(self, *, path: Any, **kwargs: Any) -> None:
        super().__init__(cmd=[path], **kwargs)
        self.__path = path

    @property
    def path(self) -> Any:
        """The file."""
        return self.__path
