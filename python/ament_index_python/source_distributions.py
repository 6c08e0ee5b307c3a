"""Packages in source trees as `importlib.metadata` shows installed ones: their version and entry points."""
from __future__ import annotations

import os
import re
from importlib.metadata import Distribution, DistributionFinder
from typing import Any, Dict, Iterator, List, Optional

from .installed_files import given_to_setup, text_of
from .source_packages import source_packages

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_VERSION = re.compile(r'<version[^>]*>\s*([^\s<]+)\s*</version>')
#: The entry points in a setup.cfg: groups, each with lines `name = module:thing`.
_SECTION = re.compile(r'^\[options\.entry_points\]\s*\n((?:(?!\[).*\n?)*)', re.MULTILINE)


class SourceDistribution(Distribution):
    """A package with Python code in a source tree."""

    def __init__(self, name: str, folder: str) -> None:
        self._name, self._folder = name, folder

    def read_text(self, filename: str) -> Optional[str]:
        """See `importlib.metadata.Distribution`."""
        if filename in ('METADATA', 'PKG-INFO'):
            found = _VERSION.search(text_of(self._folder, 'package.xml'))
            return f'Metadata-Version: 2.1\nName: {self._name}\nVersion: {found[1] if found else "0.0.0"}\n'
        if filename == 'entry_points.txt':
            return _entry_points(self._folder)
        return None

    def locate_file(self, path: Any) -> Any:
        """See `importlib.metadata.Distribution`."""
        return os.path.join(self._folder, path)


def source_distributions(context: DistributionFinder.Context) -> Iterator[SourceDistribution]:
    """Those that `context` asks for, in the order of their names."""
    wanted = None if context.name is None else _normalized(context.name)
    for name, folder in sorted(source_packages().items()):
        has_code = any(os.path.exists(os.path.join(folder, file)) for file in ('setup.py', 'setup.cfg'))
        # What Orrery has itself is known by its own metadata.
        if has_code and wanted in (None, _normalized(name)) and not os.path.isdir(os.path.join(_OWN, name)):
            yield SourceDistribution(name, folder)


def _normalized(name: str) -> str:
    return re.sub(r'[-_.]+', '-', name).lower()


def _entry_points(folder: str) -> str:
    given = given_to_setup(folder).get('entry_points')
    groups: Dict[str, List[str]] = {}
    for group, entries in given.items() if isinstance(given, dict) else ():
        groups[str(group)] = [str(entry) for entry in entries or () if '=' in str(entry)]
    section = _SECTION.search(text_of(folder, 'setup.cfg'))
    lines: List[str] = []
    for line in section[1].split('\n') if section else ():
        if line[:1].strip() and line.rstrip().endswith('='):
            lines = groups.setdefault(line.partition('=')[0].strip(), [])
        elif '=' in line and not line[:1].strip():
            lines.append(line.strip())
    return '\n'.join(line for group, entries in groups.items() for line in (f'[{group}]', *entries, ''))
