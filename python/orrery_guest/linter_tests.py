"""A plugin of pytest: tests of style that ament's linters make are skipped where these are not installed.

Nearly every package of ROS 2 has such tests in the folder of its other tests, and a module that cannot be imported
would end the whole run of pytest.
"""

from __future__ import annotations

import importlib.util
import re
from typing import Any, Iterator, Optional

import pytest

_IMPORT = re.compile(
    rb'^\s*(?:from|import)\s+(ament_(?:clang_format|clang_tidy|copyright|cppcheck|cpplint|flake8|lint_cmake|mypy|pclint'
    rb'|pep257|pycodestyle|pyflakes|uncrustify|xmllint))\b', re.MULTILINE)


class StyleModule(pytest.Module):
    """A module whose linter is missing."""

    linter = ''

    def collect(self) -> Iterator[Any]:
        """Skip it."""
        pytest.skip(f'{self.linter} is not installed, so style is not checked', allow_module_level=True)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path: Any, parent: Any) -> Optional[Any]:
    """The module, if it imports a linter that is missing; otherwise others decide."""
    found = _IMPORT.search(module_path.read_bytes())
    if found is None or importlib.util.find_spec(found[1].decode()) is not None:
        return None
    module = StyleModule.from_parent(parent, path=module_path)
    module.linter = found[1].decode()
    return module
