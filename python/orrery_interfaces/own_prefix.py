"""Where the packages that come with Orrery are installed for programs that ask.

Every program is told, so this imports nothing that a program may not need; `ament_index_python.own_packages` writes
the files.
"""
from __future__ import annotations

import functools
import os

#: The variable that lists installation prefixes.
PREFIXES = 'AMENT_PREFIX_PATH'


@functools.lru_cache(maxsize=None)
def own_prefix() -> str:
    """The folder of the prefix, which need not exist yet."""
    distro = os.environ.get('ROS_DISTRO') or 'jazzy'
    home = os.path.expanduser('~')
    if os.access(home, os.W_OK):
        return os.path.join(home, '.cache', 'orrery', distro)
    # `tempfile` would draw from the random numbers of the program to find this folder.
    return os.path.join('/tmp', f'orrery-{os.getuid()}', distro)


def announce() -> None:
    """Put the prefix at the end of `AMENT_PREFIX_PATH`, as the setup files of an installation do."""
    paths = [path for path in os.environ.get(PREFIXES, '').split(os.pathsep) if path]
    if own_prefix() not in paths:
        os.environ[PREFIXES] = os.pathsep.join([*paths, own_prefix()])
