"""Files with Orrery's built-in definitions, for programs that open them."""
from __future__ import annotations

import contextlib
import io
import os
import tempfile
from pathlib import Path

from orrery_interfaces.names import InterfaceName


def _folder() -> str:
    home = os.path.expanduser('~')
    if os.access(home, os.W_OK):
        return os.path.join(home, '.cache', 'orrery', 'definitions')
    # Not every system has user ids.
    return os.path.join(tempfile.gettempdir(), f'orrery-definitions-{os.getuid()}')


def definition_file(name: InterfaceName, text: str) -> str:
    """A file with the text of a definition, written unless it exists with that text."""
    return _complete_file(name, f'{name.name}.{name.kind}', text)


def idl_file(name: InterfaceName, text: str) -> str:
    """A file with a `.msg`, `.srv` or `.action` text as IDL."""
    return _complete_file(name, f'{name.name}.idl', idl_text(name, text))


def idl_text(name: InterfaceName, text: str) -> str:
    """A `.msg`, `.srv` or `.action` text as IDL, as a build in ROS 2 makes it."""
    from rosidl_adapter import convert_to_idl

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, name.kind, f'{name.name}.{name.kind}')
        source.parent.mkdir()
        source.write_text(text, encoding='utf-8', newline='')
        with contextlib.redirect_stdout(io.StringIO()):
            made = convert_to_idl(Path(folder), name.package, source.relative_to(folder), Path(folder))
        return made.read_text(encoding='utf-8')


def _complete_file(name: InterfaceName, base: str, text: str) -> str:
    folder = os.path.join(_folder(), name.package, name.kind)
    path = os.path.join(folder, base)
    try:
        with open(path, encoding='utf-8', newline='') as file:
            if file.read() == text:
                return path
    except OSError:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    # Others may be writing the same file, so each writer replaces it by a complete one.
    handle, unfinished = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, 'w', encoding='utf-8', newline='') as file:
        file.write(text)
    os.replace(unfinished, path)
    return path
