"""Sources of definitions: folders of packages, and archives that a build writes."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Protocol, Tuple

from .names import KINDS, InterfaceName

#: Lists archives and folders, separated by `os.pathsep`, in the order of the search.
VARIABLE = 'ORRERY_INTERFACES'
#: The folder of the archives in a build of Orrery, next to the folder of these packages.
ARCHIVES = Path(__file__).resolve().parents[2] / 'dist' / 'interfaces' / 'definitions'
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

    def find(self, name: InterfaceName) -> Optional[Definition]:
        """See `Source`."""
        return self._texts.get(name.full)

    def texts(self) -> Iterator[Tuple[InterfaceName, Definition]]:
        """All definitions."""
        return ((_split(full), found) for full, found in self._texts.items())

    def interfaces(self, package: str) -> List[InterfaceName]:
        """See `Source`."""
        return [_split(full) for full in self._texts if full.startswith(package + '/')]

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
    """The sources in a value of the variable; without one, the built-in archive."""
    parts = [part for part in paths.split(os.pathsep) if part] or [str(builtin_archive(distro))]
    return [FolderSource(part) if os.path.isdir(part) else ArchiveSource(Path(part))
            for part in parts]
