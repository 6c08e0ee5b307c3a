"""The prefix of the packages that come with Orrery: the last one in `AMENT_PREFIX_PATH`.

It has what an installation has for programs that ask: the index, a manifest for each package, and the
definitions of the built-in interfaces. A file is only written when somebody asks for packages and it is not
there yet, so that a run that does not ask writes nothing.
"""
from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import warnings
from typing import Dict, Iterator, Tuple

from orrery_interfaces.own_prefix import own_prefix

from .constants import RESOURCE_INDEX_SUBFOLDER

_PYTHON = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: What these packages' folder has besides packages of ROS 2.
_NOT_OF_ROS = ('orrery_', 'typing_extensions', 'yaml')
#: Tells with which contents the prefix was completed.
_STAMP = '.complete'


def write_file(path: str, text: str) -> None:
    """Write a file unless it exists with that text. Others may be writing the same one."""
    try:
        with open(path, encoding='utf-8', newline='') as file:
            if file.read() == text:
                return
    except OSError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    # Names are tried in order: a random one would take its number from the program's own.
    for number in itertools.count():
        try:
            with open(f'{path}.{number}', 'x', encoding='utf-8', newline='') as file:
                file.write(text)
            os.replace(file.name, path)
        except FileExistsError:
            continue
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(f'{path}.{number}')
            raise
        return


@functools.lru_cache(maxsize=None)
def complete() -> None:
    """Write what is missing in the prefix, once in a process; what cannot be written is not found."""
    files = dict(_files())
    sums = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()
    stamp = os.path.join(own_prefix(), _STAMP)
    try:
        if os.path.exists(stamp):
            with open(stamp, encoding='utf-8') as file:
                if file.read() == sums:
                    return
        for path, text in files.items():
            write_file(os.path.join(own_prefix(), path), text)
        write_file(stamp, sums)
    except OSError as error:
        warnings.warn(f'packages that come with Orrery will not be found, as they cannot be written: {error}',
                      RuntimeWarning, stacklevel=2)


def _files() -> Iterator[Tuple[str, str]]:
    """The files of the prefix and their texts."""
    definitions = _definitions()
    for package in sorted({*definitions, *_python_packages()}):
        interfaces = definitions.get(package, {})
        yield os.path.join(RESOURCE_INDEX_SUBFOLDER, 'packages', package), ''
        yield os.path.join('share', package, 'package.xml'), _manifest(package, bool(interfaces))
        if interfaces:
            names = sorted({*interfaces, *(f'{file.partition(".")[0]}.idl' for file in interfaces)})
            yield os.path.join(RESOURCE_INDEX_SUBFOLDER, 'rosidl_interfaces', package), '\n'.join(names)
        for file, text in interfaces.items():
            yield os.path.join('share', package, file), text


def _definitions() -> Dict[str, Dict[str, str]]:
    """The texts of the built-in interfaces by package and file (`msg/String.msg`)."""
    from orrery_interfaces.sources import ArchiveSource, FurtherSource, builtin_archive

    distro = os.environ.get('ROS_DISTRO') or 'jazzy'
    archive = ArchiveSource(builtin_archive(distro))
    found: Dict[str, Dict[str, str]] = {}
    for name, written in itertools.chain(archive.texts(), FurtherSource(distro, [archive]).texts()):
        extension = 'idl' if written.is_idl else name.kind
        found.setdefault(name.package, {})[f'{name.kind}/{name.name}.{extension}'] = written.text
    return found


def _python_packages() -> Iterator[str]:
    for folder in (_PYTHON, os.path.join(_PYTHON, 'orrery_fallbacks')):
        for name in sorted(os.listdir(folder)):
            if not name.startswith(_NOT_OF_ROS) and os.path.isfile(os.path.join(folder, name, '__init__.py')):
                yield name


def _manifest(package: str, has_interfaces: bool) -> str:
    kind = 'ament_cmake' if has_interfaces else 'ament_python'
    group = '  <member_of_group>rosidl_interface_packages</member_of_group>\n' if has_interfaces else ''
    return ('<?xml version="1.0"?>\n'
            '<package format="3">\n'
            f'  <name>{package}</name>\n'
            '  <version>0.0.0</version>\n'
            f'  <description>{package} as it comes with Orrery</description>\n'
            '  <maintainer email="orrery@example.org">Orrery</maintainer>\n'
            '  <license>Apache-2.0</license>\n'
            f'{group}'
            f'  <export><build_type>{kind}</build_type></export>\n'
            '</package>\n')
