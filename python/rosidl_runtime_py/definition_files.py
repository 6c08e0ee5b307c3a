"""Files with Orrery's built-in definitions, for programs that open them."""
from __future__ import annotations

import os
import tempfile

from orrery_interfaces.names import InterfaceName


def _folder() -> str:
    home = os.path.expanduser('~')
    if os.access(home, os.W_OK):
        return os.path.join(home, '.cache', 'orrery', 'definitions')
    # Not every system has user ids.
    return os.path.join(tempfile.gettempdir(), f'orrery-definitions-{os.getuid()}')


def definition_file(name: InterfaceName, text: str) -> str:
    """A file with the text of a definition, written unless it exists with that text."""
    folder = os.path.join(_folder(), name.package, name.kind)
    path = os.path.join(folder, f'{name.name}.{name.kind}')
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
