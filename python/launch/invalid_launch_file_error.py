"""A launch file that cannot be used."""
from __future__ import annotations

from typing import List


class InvalidLaunchFileError(Exception):
    """A launch file that cannot be used; the first of the errors says why."""

    def __init__(self, extension: str = '', *, likely_errors: List[BaseException] = ()) -> None:
        self.extension = extension
        self.likely_errors = list(likely_errors)
        reason = self.likely_errors[0] if self.likely_errors else extension
        super().__init__(f'Caught exception when trying to load file of format [{extension}]: '
                         f'{reason}')
