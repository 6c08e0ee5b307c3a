"""Packages that the option `--without` leaves out of a launch, with the launch files that they have."""
from __future__ import annotations

import os
import re
from typing import Optional, Set

#: The words of the option; nobody asks for those that do not name packages.
PACKAGES: Set[str] = set()
#: Those that have been of use.
USED: Set[str] = set()
#: What a package may be called; other words name programs and commands.
_PACKAGE = re.compile(r'[a-zA-Z0-9_\-]+')
#: Where a package that is left out is said to be if there is none; there is no such folder.
_NOWHERE = '/left_out_of_the_launch'


def prefix_of(package: str) -> str:
    """A prefix that does not exist."""
    USED.add(package)
    return f'{_NOWHERE}/{package}'


def owner_of(file: str) -> Optional[str]:
    """The package that is left out and has this file."""
    from .packages import get_package_share_directory
    for package in sorted(name for name in PACKAGES if _PACKAGE.fullmatch(name)):
        before = package in USED
        share = get_package_share_directory(package, print_warning=False)
        if file.startswith(share + os.sep):
            USED.add(package)
            return package
        if not before:
            USED.discard(package)
    return None
