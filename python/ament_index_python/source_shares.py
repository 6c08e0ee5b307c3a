"""The share folders of packages in source trees.

A package's own folder serves as its share. Where its build would put files elsewhere (`urdf/robot.urdf` directly into
the share, as in the tutorials), its share is a folder of links in Orrery's cache, which has them there, too.
"""
from __future__ import annotations

import contextlib
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
    prefix = os.path.join(os.path.dirname(own_prefix()), 'shares', number)
    share, making = os.path.join(prefix, 'share', name), os.path.join(prefix, 'making')
    try:
        os.makedirs(making, mode=0o700, exist_ok=True)
        _fill(share, folder, moved, making)
    except OSError:
        return folder
    return share


def _fill(share: str, folder: str, moved: Dict[str, str], making: str) -> None:
    """Makes `share` a folder of links to what is in `folder`, and to what is `moved`. Others may be doing the same.

    Unfinished links are in the folder `making`, where nobody takes them for files of the package.
    """
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
        if entry not in links and entry not in own:
            _unlink(os.path.join(share, entry))
    for entry, source in links.items():
        if entry not in own:
            _link(source, os.path.join(share, entry), making)
    for entry, below in own.items():
        path = os.path.join(share, entry)
        _unlink(path)
        _fill(path, os.path.join(folder, entry), below, making)


def _unlink(path: str) -> None:
    """Removes what is a link, unless somebody else has just done so."""
    if os.path.islink(path):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


def _link(source: str, path: str, making: str) -> None:
    """Makes `path` a link to `source`."""
    if os.path.islink(path) and os.readlink(path) == source:
        return
    # Names are tried in order: a random one would take its number from the program's own.
    for number in itertools.count():
        unfinished = os.path.join(making, str(number))
        try:
            os.symlink(source, unfinished)
        except FileExistsError:
            continue
        os.replace(unfinished, path)
        return
