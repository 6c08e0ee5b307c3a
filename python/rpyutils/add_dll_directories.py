"""Folders of libraries on Windows."""
from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from typing import Any, Iterator


@contextmanager
def add_dll_directories_from_env(env_name: str) -> Iterator[Any]:
    """Adds the folders in a variable to the search for libraries, on systems that need it."""
    add = getattr(os, 'add_dll_directory', None)
    with ExitStack() as added:
        for folder in os.environ.get(env_name, '').split(os.pathsep) if add is not None else ():
            if os.path.isdir(folder):
                added.enter_context(add(folder))
        yield added
