"""Services as `.idl` files."""
from __future__ import annotations

from pathlib import Path

from ..idl_text import convert
from ..parser import parse_service_string


def convert_srv_to_idl(package_dir: Path, package_name: str, input_file: Path,
                       output_dir: Path) -> Path:
    """Writes a service as a file of IDL; its path."""
    def parts(text: str) -> list:
        service = parse_service_string(package_name, input_file.stem, text)
        return [service.request, service.response]
    return convert(package_dir, package_name, input_file, output_dir, '.srv', parts)
