"""Extension modules in C."""
from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import Optional

from .add_dll_directories import add_dll_directories_from_env


def import_c_library(name: str, package: Optional[str] = None) -> ModuleType:
    """Imports an extension module; if that fails, the error explains the problem."""
    try:
        with add_dll_directories_from_env('PATH'):
            return importlib.import_module(name, package=package)
    except ImportError as error:
        if error.path is not None and os.path.isfile(error.path):
            error.msg = (f"{error.msg}\nThe C extension '{error.path}' failed to be imported while being present "
                         'on the system.')
        raise
