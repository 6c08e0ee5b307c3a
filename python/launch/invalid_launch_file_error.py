"""A launch file that cannot be used."""
from __future__ import annotations

from typing import List, Optional


class InvalidLaunchFileError(Exception):
    """A launch file that cannot be used, with all errors that may say why."""

    def __init__(self, extension: str = '', *, likely_errors: Optional[List[Exception]] = None,
                 launch_file_path: Optional[str] = None) -> None:
        errors = list(likely_errors or [])
        self.extension = extension
        self.likely_errors = errors
        text = 'The launch file may have a syntax error, or its format is unknown'
        if extension != '' and errors:
            caught = 'exception' if len(errors) == 1 else 'multiple exceptions'
            text = '\n - '.join([
                f'Caught {caught} when trying to load file of format [{extension}]:',
                *(f'{type(error).__name__}: {error}' for error in errors)])
            self.__cause__ = errors[0]
        if launch_file_path is not None:
            text = f"Error loading '{launch_file_path}':\n{text}"
        super().__init__(text)
