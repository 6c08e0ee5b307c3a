"""Stand-in of `rosidl_adapter`: its parser of `.msg`, `.srv` and `.action` texts, and IDL of them."""
from __future__ import annotations

from pathlib import Path
from typing import Any


def convert_to_idl(package_dir: Path, package_name: str, interface_file: Path, output_dir: Path,
                   msg_constants: Any = None) -> Path:
    """Writes an interface as a file of IDL, in a folder of its kind; its path."""
    kind = interface_file.suffix[1:]
    if kind == 'msg':
        from .msg import convert_msg_to_idl as convert
    elif kind == 'srv':
        from .srv import convert_srv_to_idl as convert
    elif kind == 'action':
        from .action import convert_action_to_idl as convert
    else:
        raise AssertionError(f"Unsupported interface type '{interface_file.suffix}'")
    return convert(package_dir, package_name, interface_file, output_dir / kind)
