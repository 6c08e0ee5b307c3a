"""Packages in source trees: folders with a `package.xml`."""
from __future__ import annotations

import functools
import os
import re
from typing import Dict, Iterator, Set, Tuple

from .constants import SOURCES_VARIABLE

_NAME = re.compile(r'<name>\s*([\w.-]+)\s*</name>')
_SKIPPED = {'build', 'install', 'log', 'node_modules', '__pycache__'}
_MARKERS = ('COLCON_IGNORE', 'AMENT_IGNORE', 'CATKIN_IGNORE')
_DEPTH = 6


def _name_of(manifest: str) -> str:
    try:
        with open(manifest, encoding='utf-8', errors='replace') as file:
            match = _NAME.search(file.read())
    except OSError:
        return ''
    return match[1] if match else ''


def _packages_below(folder: str, depth: int) -> Iterator[tuple]:
    try:
        entries = sorted(os.listdir(folder))
    except OSError:
        return
    if any(marker in entries for marker in _MARKERS):
        return
    if 'package.xml' in entries:
        name = _name_of(os.path.join(folder, 'package.xml'))
        if name:
            # As in colcon, packages do not contain packages.
            yield name, folder
            return
    for entry in entries if depth > 0 else ():
        path = os.path.join(folder, entry)
        if entry not in _SKIPPED and not entry.startswith('.') and os.path.isdir(path):
            yield from _packages_below(path, depth - 1)


@functools.lru_cache(maxsize=8)
def _read(value: str) -> Dict[str, str]:
    found: Dict[str, str] = {}
    for folder in value.split(os.pathsep):
        for name, path in _packages_below(folder, _DEPTH) if folder else ():
            found.setdefault(name, path)
    return found


def source_packages() -> Dict[str, str]:
    """The folders of all packages in source trees, by name."""
    return _read(os.environ.get(SOURCES_VARIABLE, ''))


_QUOTED_SCRIPTS = re.compile(r"""console_scripts['"]\s*:\s*\[([^\]]*)\]""")
_LISTED_SCRIPTS = re.compile(r'^console_scripts\s*=\s*\n((?:[ \t]+\S.*\n?)*)', re.MULTILINE)
_SCRIPT = re.compile(r'^\s*([\w.-]+)\s*=\s*([\w.]+:\w+)\s*$')


def console_scripts(folder: str) -> Dict[str, str]:
    """The functions that a source package installs as programs: `{'talker': 'my_pkg.talker:main'}`."""
    texts = {}
    for name in ('setup.py', 'setup.cfg'):
        try:
            with open(os.path.join(folder, name), encoding='utf-8', errors='replace') as file:
                texts[name] = file.read()
        except OSError:
            texts[name] = ''
    quoted, listed = _QUOTED_SCRIPTS.search(texts['setup.py']), _LISTED_SCRIPTS.search(texts['setup.cfg'])
    lines = [text for _, text in re.findall(r"""(['"])(.*?)\1""", quoted[1] if quoted else '')]
    lines += listed[1].split('\n') if listed else []
    return {match[1]: match[2] for match in map(_SCRIPT.match, lines) if match}


@functools.lru_cache(maxsize=None)
def interface_files(folder: str) -> Tuple[str, ...]:
    """The interfaces of a source package as an installation lists them: `msg/Thing.idl`, `msg/Thing.msg`."""
    found: Set[str] = set()
    for kind in ('action', 'msg', 'srv'):
        try:
            names = os.listdir(os.path.join(folder, kind))
        except OSError:
            continue
        stems = [name.rpartition('.')[0] for name in names if name.endswith((f'.{kind}', '.idl'))]
        found.update(f'{kind}/{name}' for name in names if name.endswith(f'.{kind}'))
        found.update(f'{kind}/{stem}.idl' for stem in stems)
    return tuple(sorted(found))
