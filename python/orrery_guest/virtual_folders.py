"""Lists folders sorted by name, and reports reads of machine-specific properties of files.

The native order of a folder differs between disks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Callable

from . import audit

_REAL = {name: getattr(os, name) for name in ('listdir', 'scandir', 'stat', 'lstat', 'fstat')}

#: Properties that differ between machines, or between two copies of a file on one machine.
_IDENTITY = ('st_dev', 'st_ino', 'st_uid', 'st_gid', 'st_blksize', 'st_blocks')
#: Members of the tuple, by index.
_MEMBERS = ('st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid', 'st_size', 'st_atime', 'st_mtime',
            'st_ctime')


def _mark(name: str) -> None:
    """Reports the read of a member that differs between copies of a file."""
    if name in _IDENTITY:
        audit.report_direct('file-identity', f'os.stat_result.{name}', 3)
    elif name.startswith(('st_atime', 'st_mtime', 'st_ctime', 'st_birthtime')):
        audit.report_direct('file-time', f'os.stat_result.{name}', 3)


class FileStatus(tuple):  # type: ignore[type-arg]
    """An `os.stat_result` that reports reads of its members."""

    _real: os.stat_result

    def __new__(cls, real: os.stat_result) -> FileStatus:
        """The same as `real`."""
        status = super().__new__(cls, real)
        status._real = real
        return status

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """The real class, for `isinstance`."""
        return os.stat_result

    def __getattr__(self, name: str) -> Any:
        """A member by name."""
        value = getattr(self._real, name)
        _mark(name)
        return value

    def __getitem__(self, index: Any) -> Any:
        """A member by index."""
        if isinstance(index, int) and -len(self) <= index < len(self):
            _mark(_MEMBERS[index])
        return super().__getitem__(index)

    def __repr__(self) -> str:
        """The representation of the real one."""
        return repr(self._real)

    def __reduce__(self) -> Any:
        """Copies are ordinary results."""
        return self._real.__reduce__()


class FolderEntry(os.PathLike):  # type: ignore[type-arg]
    """An `os.DirEntry` whose status reports reads of its members."""

    def __init__(self, real: os.DirEntry[Any]) -> None:
        self._real = real
        self.name, self.path = real.name, real.path
        self.is_dir, self.is_file, self.is_symlink = real.is_dir, real.is_file, real.is_symlink
        if hasattr(real, 'is_junction'):
            self.is_junction = real.is_junction

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """The real class, for `isinstance`."""
        return os.DirEntry

    def inode(self) -> int:
        """The number of its inode."""
        audit.report_direct('file-identity', 'os.DirEntry.inode', 2)
        return self._real.inode()

    def stat(self, *, follow_symlinks: bool = True) -> FileStatus:
        """Its status."""
        return FileStatus(self._real.stat(follow_symlinks=follow_symlinks))

    def __fspath__(self) -> Any:
        """Its path."""
        return self.path

    def __repr__(self) -> str:
        """The representation of the real one."""
        return repr(self._real)


class FolderEntries:
    """The result of `os.scandir`, sorted by name."""

    def __init__(self, path: Any) -> None:
        with _REAL['scandir'](path) as entries:
            self._left = iter(sorted(map(FolderEntry, entries), key=lambda entry: entry.name))

    def __iter__(self) -> Iterator[FolderEntry]:
        """Itself."""
        return self

    def __next__(self) -> FolderEntry:
        """The next one."""
        return next(self._left)

    def __enter__(self) -> FolderEntries:
        """Itself."""
        return self

    def __exit__(self, *_: Any) -> None:
        """Drops the remaining entries."""
        self.close()

    def close(self) -> None:
        """Drops the remaining entries."""
        self._left = iter(())


def _listdir(path: Any = '.') -> list[Any]:
    return sorted(_REAL['listdir']('.' if path is None else path))


def _scandir(path: Any = '.') -> FolderEntries:
    return FolderEntries('.' if path is None else path)


def _watched(name: str) -> Callable[..., FileStatus]:
    real = _REAL[name]

    def stat(*args: Any, **kwargs: Any) -> FileStatus:
        return FileStatus(real(*args, **kwargs))
    stat.__name__ = name
    return stat


def _time_of(name: str) -> Callable[[Any], float]:
    real = getattr(os.path, name)

    def time(filename: Any) -> float:
        audit.report_direct('file-time', f'os.path.{name}', 2)
        return real(filename)  # type: ignore[no-any-return]
    time.__name__ = name
    return time


def install() -> None:
    """Makes the program see folders in this way from now on."""
    os.listdir, os.scandir = _listdir, _scandir  # type: ignore[assignment]
    for name in ('stat', 'lstat', 'fstat'):
        setattr(os, name, _watched(name))
    for name in ('getatime', 'getmtime', 'getctime'):
        setattr(os.path, name, _time_of(name))
