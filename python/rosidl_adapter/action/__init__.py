"""Actions as `.idl` files."""
from __future__ import annotations

from pathlib import Path

from ..idl_text import convert
from ..parser import parse_action_string


def convert_action_to_idl(package_dir: Path, package_name: str, input_file: Path,
                          output_dir: Path) -> Path:
    """Writes an action as a file of IDL; its path."""
    def parts(text: str) -> list:
        action = parse_action_string(package_name, input_file.stem, text)
        return [action.goal, action.result, action.feedback]
    return convert(package_dir, package_name, input_file, output_dir, '.action', parts)
