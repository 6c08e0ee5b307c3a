"""The modules with which `multiprocessing` begins processes, replaced by Orrery's."""
from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

from .joined_processes import Popen
from .spawned_processes import SpawnPopen


def install() -> None:
    """Takes the place of the modules that begin processes, where the system tells how a process ended."""
    if not hasattr(os, 'fork') or not os.path.exists('/proc/self/stat'):
        return
    for name, kind in (('fork', Popen), ('spawn_posix', SpawnPopen), ('forkserver', SpawnPopen)):
        full = f'multiprocessing.popen_{name}'
        module: Any = ModuleType(full)
        module.Popen = kind
        sys.modules[full] = module
