"""Sources of definitions: folders of packages, and archives that a build writes."""
from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Protocol, Tuple

from .names import KINDS, InterfaceName

#: Lists archives and folders, separated by `os.pathsep`, in the order of the search.
VARIABLE = 'ORRERY_INTERFACES'
#: The folder of the archives in a build of Orrery, next to the folder of these packages.
ARCHIVES = Path(__file__).resolve().parents[2] / 'dist' / 'interfaces' / 'definitions'
#: One text file for each package that does not belong to ROS 2 itself; JavaScript reads them, too.
_FURTHER = Path(__file__).resolve().parent / 'further'
#: `== msg/Frame`, and the distributions whose definition follows.
_HEADING = re.compile(r'== (\S+)(?: since (\w+))?(?: until (\w+))?')
#: The archive for newer distributions; older ones without an archive are not guessed.
_NEWEST = 'jazzy'


class Definition(NamedTuple):
    """The text of a definition and its file (empty if it is from an archive)."""

    text: str
    file: str
    #: whether it is IDL instead of a `.msg`, `.srv` or `.action` file
    is_idl: bool = False


class Source(Protocol):
    """Finds definition texts."""

    def find(self, name: InterfaceName) -> Optional[Definition]:
        """The definition with a name, if this source has it."""

    def interfaces(self, package: str) -> List[InterfaceName]:
        """The interfaces of a package, in any order."""

    def packages(self) -> List[str]:
        """The packages with interfaces, in any order."""


def _split(full: str) -> InterfaceName:
    return InterfaceName(*full.split('/'))


class ArchiveSource:
    """A JSON object of texts, by full name; the names of those in IDL end in `.idl`."""

    def __init__(self, path: 'os.PathLike[str]') -> None:
        with open(path, encoding='utf-8') as file:
            texts: Dict[str, str] = json.load(file)
        self._texts = {full.removesuffix('.idl'): Definition(text, '', full.endswith('.idl'))
                       for full, text in texts.items()}
        #: By package.
        self._names: Optional[Dict[str, List[InterfaceName]]] = None

    def find(self, name: InterfaceName) -> Optional[Definition]:
        """See `Source`."""
        return self._texts.get(name.full)

    def texts(self) -> Iterator[Tuple[InterfaceName, Definition]]:
        """All definitions."""
        return ((_split(full), found) for full, found in self._texts.items())

    def interfaces(self, package: str) -> List[InterfaceName]:
        """See `Source`."""
        if self._names is None:
            self._names = {}
            for name in map(_split, self._texts):
                self._names.setdefault(name.package, []).append(name)
        return self._names.get(package, [])

    def packages(self) -> List[str]:
        """See `Source`."""
        return [full.split('/')[0] for full in self._texts]


class FolderSource:
    """A folder of packages (`<folder>/<package>/msg/*.msg`), or of a single package."""

    def __init__(self, folder: 'os.PathLike[str] | str') -> None:
        self._folder = Path(folder)

    def _places(self, package: str) -> List[Path]:
        places = [self._folder / package]
        if self._folder.name == package:
            places.append(self._folder)
        return places

    def find(self, name: InterfaceName) -> Optional[Definition]:
        """See `Source`."""
        for place in self._places(name.package):
            # A build makes .idl files of all other definitions; the original files take
            # precedence.
            for extension in (name.kind, 'idl'):
                file = place / name.kind / f'{name.name}.{extension}'
                try:
                    text = file.read_text(encoding='utf-8')
                except (FileNotFoundError, NotADirectoryError):
                    continue
                return Definition(text, str(file), extension == 'idl')
        return None

    def interfaces(self, package: str) -> List[InterfaceName]:
        """See `Source`."""
        return [
            InterfaceName(package, kind, file.rpartition('.')[0])
            for place in self._places(package) for kind in KINDS
            for file in _list(place / kind) if file.endswith(('.' + kind, '.idl'))
        ]

    def packages(self) -> List[str]:
        """See `Source`."""
        candidates = [*_list(self._folder), self._folder.name]
        return [package for package in candidates if self.interfaces(package)]


class FurtherSource:
    """Packages that do not belong to ROS 2 itself; one that any other source has is taken from there alone."""

    def __init__(self, distro: str, others: List[Source]) -> None:
        self._distro = distro
        self._others = others
        self._texts: Dict[str, Dict[str, str]] = {}

    def _of(self, package: str) -> Dict[str, str]:
        """The texts of a package by full name; its file is read when it is first asked for."""
        texts = self._texts.get(package)
        if texts is None:
            file = _FURTHER / f'{package}.txt'
            is_here = file.exists() and not any(source.interfaces(package) for source in self._others)
            texts = self._texts[package] = self._read(package, file) if is_here else {}
        return texts

    def _read(self, package: str, file: Path) -> Dict[str, str]:
        found: Dict[str, List[str]] = {}
        current: List[str] = []
        for line in file.read_text(encoding='utf-8').rstrip().split('\n'):
            heading = _HEADING.fullmatch(line)
            if heading is None:
                current.append(line)
                continue
            current = []
            name, since, until = heading.groups()
            # The names of distributions are in the order of the alphabet.
            if (since or '') <= self._distro <= (until or self._distro):
                found[f'{package}/{name}'] = current
        return {full: '\n'.join(lines) + '\n' for full, lines in found.items()}

    def find(self, name: InterfaceName) -> Optional[Definition]:
        """See `Source`."""
        text = self._of(name.package).get(name.full)
        return None if text is None else Definition(text, '')

    def interfaces(self, package: str) -> List[InterfaceName]:
        """See `Source`."""
        return [_split(full) for full in self._of(package)]

    def packages(self) -> List[str]:
        """See `Source`."""
        names = [file.rpartition('.')[0] for file in _list(_FURTHER)]
        return [name for name in names if self._of(name)]

    def texts(self) -> Iterator[Tuple[InterfaceName, Definition]]:
        """All definitions."""
        return ((_split(full), Definition(text, '')) for package in self.packages()
                for full, text in self._of(package).items())


def _list(folder: Path) -> List[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def builtin_archive(distro: str) -> Path:
    """The archive of a distribution's built-in definitions; newer names use the newest."""
    archive = ARCHIVES / f'{distro}.json'
    return archive if archive.exists() else ARCHIVES / f'{_NEWEST}.json'


def sources_of(paths: str, distro: str) -> List[Source]:
    """The sources in a value of the variable, by default the built-in archive; then the further packages."""
    parts = [part for part in paths.split(os.pathsep) if part] or [str(builtin_archive(distro))]
    found: List[Source] = [FolderSource(part) if os.path.isdir(part) else ArchiveSource(Path(part))
                           for part in parts]
    return [*found, FurtherSource(distro, found)]
