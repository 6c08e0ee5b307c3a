"""Packages: their prefixes and share folders."""
from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from typing import Dict

from . import left_out
from .resources import get_resources, has_resource
from .search_paths import existing_search_paths
from .source_packages import source_packages
from .source_shares import share_of

_NAME = re.compile(r'[a-zA-Z0-9][a-zA-Z0-9_-]+\Z')


class PackageNotFoundError(KeyError):
    """The package is in none of the searched places."""


def get_packages_with_prefixes() -> Dict[str, str]:
    """The prefixes of all packages, by name."""
    return get_resources('packages')


def get_package_prefix(package_name: str) -> str:
    """The installation prefix of a package; of a source package its folder.

    Raises PackageNotFoundError, ValueError for a name that is not valid.
    """
    if not _NAME.match(package_name):
        raise ValueError(
            f"'{package_name}' is not a valid package name")
    found = has_resource('packages', package_name)
    if not isinstance(found, str):
        if package_name in left_out.PACKAGES:
            return left_out.prefix_of(package_name)
        raise PackageNotFoundError(
            f"package '{package_name}' not found, searching: {existing_search_paths()}")
    return found


def get_package_share_directory(package_name: str, print_warning: bool = True) -> str:
    """The share folder of a package. Raises like `get_package_prefix`."""
    prefix = get_package_prefix(package_name)
    if source_packages().get(package_name) == prefix:
        return share_of(prefix, package_name)
    path = os.path.join(prefix, 'share', package_name)
    if print_warning and not os.path.exists(path) and package_name not in left_out.PACKAGES:
        warnings.warn(f'Share directory for {package_name} ({path}) does not exist.', stacklevel=2)
    return path


def get_package_share_path(package_name: str, print_warning: bool = True) -> Path:
    """The share folder of a package as a path. Raises like `get_package_prefix`."""
    return Path(get_package_share_directory(package_name, print_warning=print_warning))
