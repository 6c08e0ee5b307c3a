"""Descriptions of launch files by their paths."""
from __future__ import annotations

import os
from typing import Any, List

from ..frontend import Parser
from ..invalid_launch_file_error import InvalidLaunchFileError
from ..launch_description import LaunchDescription
from .launch_files import FrontendFile
from .python_files import get_launch_description_from_python_launch_file


def get_launch_description_from_frontend_launch_file(
        launch_file_path: Any, *, parser: Any = Parser) -> LaunchDescription:
    """Return the description of a file in XML or YAML, which Orrery reads itself."""
    return LaunchDescription([FrontendFile(os.fspath(launch_file_path))])


def get_launch_description_from_any_launch_file(
        launch_file_path: Any, *, parser: Any = Parser) -> LaunchDescription:
    """Return the description of a launch file of any kind.

    Raises InvalidLaunchFileError with everything that was tried.
    """
    extension = os.path.splitext(os.fspath(launch_file_path))[1][1:]
    loaders = [get_launch_description_from_frontend_launch_file,
               get_launch_description_from_python_launch_file]
    if extension == 'py':
        loaders.reverse()
    elif not parser.is_extension_valid(extension):
        extension = ''
    errors: List[Exception] = []
    for load in loaders:
        try:
            return load(launch_file_path)
        except Exception as error:
            errors.append(error)
    raise InvalidLaunchFileError(
        extension, likely_errors=errors, launch_file_path=launch_file_path)
