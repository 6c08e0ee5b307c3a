"""Packages: their names, prefixes and programs."""
from __future__ import annotations

import os
from typing import Any, Iterable, List, Optional

from ament_index_python.packages import (
    PackageNotFoundError, get_package_prefix, get_packages_with_prefixes)
from ament_index_python.source_packages import console_scripts, source_packages


class PackageNotFound(Exception):
    """No package has this name."""

    def __init__(self, package_name: str) -> None:
        super().__init__(package_name)
        self.package_name = package_name


def get_package_names() -> Iterable[str]:
    """All packages."""
    return get_packages_with_prefixes().keys()


def package_name_completer(**_given: Any) -> Iterable[str]:
    """All packages, for an option of a command."""
    return get_package_names()


def get_prefix_path(package_name: str) -> Optional[str]:
    """The installation prefix of a package, or None; of a source package its folder."""
    try:
        return get_package_prefix(package_name)
    except PackageNotFoundError:
        return None


def get_executable_paths(*, package_name: str) -> List[str]:
    """The programs that a package has installed, or would install. Raises PackageNotFound."""
    prefix = get_prefix_path(package_name)
    if prefix is None:
        raise PackageNotFound(package_name)
    found = []
    for folder, folders, files in os.walk(os.path.join(prefix, 'lib', package_name)):
        folders[:] = sorted(each for each in folders if not each.startswith('.'))
        found.extend(os.path.join(folder, each) for each in sorted(files))
    installed = [path for path in found if os.access(path, os.X_OK)]
    functions = console_scripts(source_packages().get(package_name, ''))
    return [*installed, *(os.path.join(prefix, 'lib', package_name, name) for name in sorted(functions))]
