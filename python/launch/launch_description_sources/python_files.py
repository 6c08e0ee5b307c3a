"""Launch files in Python."""
from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType
from typing import Any, Dict

from ..launch_description import LaunchDescription


class InvalidPythonLaunchFileError(Exception):
    """A launch file without `generate_launch_description`."""

    launch_place: Dict[str, Any]


def load_python_launch_file_as_module(python_launch_file_path: Any) -> ModuleType:
    """Execute a launch file as a separate module."""
    loader = SourceFileLoader('python_launch_file', os.fspath(python_launch_file_path))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def get_launch_description_from_python_launch_file(
        python_launch_file_path: Any) -> LaunchDescription:
    """The description that a launch file generates. Raises InvalidPythonLaunchFileError."""
    module = load_python_launch_file_as_module(python_launch_file_path)
    generate = getattr(module, 'generate_launch_description', None)
    if generate is None:
        error = InvalidPythonLaunchFileError(
            f"launch file at '{python_launch_file_path}' does not contain the required function "
            "'generate_launch_description()'")
        error.launch_place = {'file': os.path.abspath(python_launch_file_path), 'line': 1, 'column': 1}
        raise error
    return generate()
