"""Files that are created while a launch file is read."""
from __future__ import annotations

import hashlib
import os
import tempfile

from launch_ros.node_parameters import MADE_FILES


def made_file(text: str) -> str:
    """The path of a file with this text; its name depends only on the text."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    path = os.path.join(tempfile.gettempdir(), f'orrery-launch-{os.getuid()}-{digest}.yaml')
    if path not in MADE_FILES:
        partial = f'{path}.{os.getpid()}'
        with open(partial, 'w', encoding='utf-8') as file:
            file.write(text)
        os.replace(partial, path)
        MADE_FILES[path] = text
    return path


def remove_made_files() -> None:
    """Remove all of them: their texts were passed on with the nodes."""
    for path in MADE_FILES:
        try:
            os.remove(path)
        except FileNotFoundError:
            pass
