"""The share folders of packages in source trees.

A package's own folder serves as its share. Where its build would put files elsewhere (`urdf/robot.urdf` directly into
the share, as in the tutorials), its share is a folder of links in Orrery's cache, which has them there, too.
"""
from __future__ import annotations

import functools
import hashlib
import itertools
import os
from typing import Dict

from orrery_interfaces.own_prefix import own_prefix

from .installed_files import installed_files


@functools.lru_cache(maxsize=None)
def share_of(folder: str, name: str) -> str:
    """The share folder of the package in `folder`."""
    below = os.path.join('share', name)
    moved = {os.path.relpath(target, below): source for target, source in installed_files(folder, name).items()
             if target.startswith(below + os.sep) and os.path.exists(source)}
    moved = {target: source for target, source in moved.items() if not os.path.exists(os.path.join(folder, target))}
    if not moved:
        return folder
    number = hashlib.sha256(folder.encode()).hexdigest()[:12]
    share = os.path.join(os.path.dirname(own_prefix()), 'shares', number, 'share', name)
    try:
        _fill(share, folder, moved)
    except OSError:
        return folder
    return share


def _fill(share: str, folder: str, moved: Dict[str, str]) -> None:
    """Makes `share` a folder of links to what is in `folder`, and to what is `moved`."""
    own: Dict[str, Dict[str, str]] = {}
    entries = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    links = {entry: os.path.join(folder, entry) for entry in entries if not entry.startswith('.')}
    for target, source in sorted(moved.items()):
        first, _, rest = target.partition(os.sep)
        if rest:
            own.setdefault(first, {})[rest] = source
        else:
            links[first] = source
    os.makedirs(share, mode=0o700, exist_ok=True)
    for entry in sorted(os.listdir(share)):
        if entry not in links and entry not in own and os.path.islink(os.path.join(share, entry)):
            os.unlink(os.path.join(share, entry))
    for entry, source in links.items():
        if entry not in own:
            _link(source, os.path.join(share, entry))
    for entry, below in own.items():
        path = os.path.join(share, entry)
        if os.path.islink(path):
            os.unlink(path)
        _fill(path, os.path.join(folder, entry), below)


def _link(source: str, path: str) -> None:
    """Makes `path` a link to `source`. Others may be making the same one."""
    if os.path.islink(path) and os.readlink(path) == source:
        return
    # Names are tried in order: a random one would take its number from the program's own.
    for number in itertools.count():
        try:
            os.symlink(source, f'{path}.{number}')
        except FileExistsError:
            continue
        os.replace(f'{path}.{number}', path)
        return
