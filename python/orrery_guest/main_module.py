"""Runs a file as CPython runs its script: in a module `__main__` of its own.

`runpy.run_path` gives it a package without a name, no loader, and a dictionary in place of the module of builtins;
programs ask for these (`if __package__ is None`).
"""
from __future__ import annotations

import builtins
import io
import os
import runpy
import sys
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any


def run(file: str) -> dict[str, Any]:
    """Runs `file`; returns what it has defined."""
    if not os.path.isfile(file):
        # A folder or an archive with a `__main__.py`.
        return runpy.run_path(file, run_name='__main__')
    with io.open_code(os.path.abspath(file)) as source:
        code = compile(source.read(), file, 'exec', dont_inherit=True)
    before = sys.modules['__main__']
    module = sys.modules['__main__'] = ModuleType('__main__')
    names = module.__dict__
    names.update(__builtins__=builtins, __cached__=None, __file__=file, __loader__=SourceFileLoader('__main__', file))
    try:
        exec(code, names)
    finally:
        # At its end, the interpreter empties the modules that are there; objects that end then still need their names.
        sys.modules['__main__'] = before
    return names
