"""`python3 -m orrery_stubs FOLDER [FOLDER_OF_PACKAGES…]` writes stubs into the first folder.

They are of all built-in interfaces, of those in the other folders, and of the packages beside this one.
"""
from __future__ import annotations

import os
import sys

from orrery_interfaces.registry import Registry
from orrery_interfaces.sources import builtin_archive, sources_of

from . import write_interface_stubs, write_package_stubs


def main() -> int:
    """Run the command; returns its exit code."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder, *own = sys.argv[1:]
    distro = os.environ.get('ROS_DISTRO') or 'jazzy'
    sources = sources_of(os.pathsep.join([*own, str(builtin_archive(distro))]), distro)
    write_interface_stubs(Registry(sources, distro, False), folder)
    write_package_stubs(folder)
    return 0


if __name__ == '__main__':
    sys.exit(main())
