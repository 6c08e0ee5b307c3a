"""Folders in the order of names, and files whose marks of the machine are reported when they are read.

A folder lists its files in an order of its own, which differs between disks.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator
from typing import Any, Callable

from . import audit

_REAL = {name: getattr(os, name) for name in ('listdir', 'scandir', 'stat', 'lstat', 'fstat')}

#: What differs between two machines, or two copies of a file on one.
_IDENTITY = ('st_dev', 'st_ino', 'st_uid', 'st_gid', 'st_blksize', 'st_blocks')
#: Members of the tuple by their place.
_MEMBERS = ('st_mode', 'st_ino', 'st_dev', 'st_nlink', 'st_uid', 'st_gid', 'st_size', 'st_atime', 'st_mtime',
            'st_ctime')


def _mark(name: str) -> None:
    """Reports a member that differs between copies of a file."""
    if name in _IDENTITY:
        audit.report_direct('file-identity', f'os.stat_result.{name}', 3)
    elif name.startswith(('st_atime', 'st_mtime', 'st_ctime', 'st_birthtime')):
        audit.report_direct('file-time', f'os.stat_result.{name}', 3)


class FileStatus(tuple):  # type: ignore[type-arg]
    """An `os.stat_result` that reports what is read of it."""

    _real: os.stat_result

    def __new__(cls, real: os.stat_result) -> FileStatus:
        """The same as `real`."""
        status = super().__new__(cls, real)
        status._real = real
        return status

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """What it looks like to `isinstance`."""
        return os.stat_result

    def __getattr__(self, name: str) -> Any:
        """A member by its name."""
        value = getattr(self._real, name)
        _mark(name)
        return value

    def __getitem__(self, index: Any) -> Any:
        """A member by its place."""
        if isinstance(index, int) and -len(self) <= index < len(self):
            _mark(_MEMBERS[index])
        return super().__getitem__(index)

    def __repr__(self) -> str:
        """As the real one shows itself."""
        return repr(self._real)

    def __reduce__(self) -> Any:
        """Copies are plain."""
        return self._real.__reduce__()


class FolderEntry(os.PathLike):  # type: ignore[type-arg]
    """An `os.DirEntry` whose status reports what is read of it."""

    def __init__(self, real: os.DirEntry[Any]) -> None:
        self._real = real
        self.name, self.path = real.name, real.path
        self.is_dir, self.is_file, self.is_symlink = real.is_dir, real.is_file, real.is_symlink
        if hasattr(real, 'is_junction'):
            self.is_junction = real.is_junction

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """What it looks like to `isinstance`."""
        return os.DirEntry

    def inode(self) -> int:
        """Its number on the disk."""
        audit.report_direct('file-identity', 'os.DirEntry.inode', 2)
        return self._real.inode()

    def stat(self, *, follow_symlinks: bool = True) -> FileStatus:
        """Its status."""
        return FileStatus(self._real.stat(follow_symlinks=follow_symlinks))

    def __fspath__(self) -> Any:
        """Its path."""
        return self.path

    def __repr__(self) -> str:
        """As the real one shows itself."""
        return repr(self._real)


class FolderEntries:
    """What `os.scandir` gives, in the order of names."""

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
        """Forgets the others."""
        self.close()

    def close(self) -> None:
        """Forgets the others."""
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
    """From here on the program sees folders so."""
    os.listdir, os.scandir = _listdir, _scandir  # type: ignore[assignment]
    for name in ('stat', 'lstat', 'fstat'):
        setattr(os, name, _watched(name))
    for name in ('getatime', 'getmtime', 'getctime'):
        setattr(os.path, name, _time_of(name))
    # CPython 3.10 has noted there what it was when the module was loaded.
    accessor = getattr(pathlib, '_NormalAccessor', None)
    if accessor is not None:
        accessor.listdir, accessor.scandir = staticmethod(_listdir), staticmethod(_scandir)
        accessor.stat = staticmethod(os.stat)
