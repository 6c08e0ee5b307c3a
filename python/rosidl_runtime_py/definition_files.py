"""Files with Orrery's built-in definitions, for programs that open them."""
from __future__ import annotations

import contextlib
import io
import os
import tempfile
from pathlib import Path

from ament_index_python.own_packages import write_file
from orrery_interfaces.names import InterfaceName
from orrery_interfaces.own_prefix import own_prefix


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
    path = os.path.join(own_prefix(), 'share', name.package, name.kind, base)
    write_file(path, text)
    return path
