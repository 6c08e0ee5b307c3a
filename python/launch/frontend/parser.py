"""Readers of XML and YAML files: what packages add; Orrery reads the files itself."""
from __future__ import annotations

import importlib.metadata
import re
import warnings
from typing import Any, Dict, List, Optional

from .parse_substitution import parse_substitution


def _load(group: str) -> Dict[str, Any]:
    """What the installed packages add, by name; one that cannot be loaded is left out."""
    points: Any = importlib.metadata.entry_points()
    found = points.select(group=group) if hasattr(points, 'select') else points.get(group, [])
    loaded: Dict[str, Any] = {}
    for point in found:
        try:
            loaded[point.name] = point.load()
        except Exception as error:
            warnings.warn(f'Failed to load the {group} {point.name}: {error}')
    return loaded


class Entity:
    """An element of an XML or YAML file."""


class Parser:
    """A reader of XML or YAML files."""

    extensions_loaded = False
    frontend_parsers: Optional[Dict[str, Any]] = None

    @classmethod
    def load_launch_extensions(cls) -> None:
        """Import what installed packages add to launch files."""
        if not cls.extensions_loaded:
            _load('launch.frontend.launch_extension')
            cls.extensions_loaded = True

    @classmethod
    def load_parser_implementations(cls) -> None:
        """Import the readers that are installed."""
        if cls.frontend_parsers is None:
            cls.frontend_parsers = _load('launch.frontend.parser')

    @classmethod
    def get_available_extensions(cls) -> List[str]:
        """The kinds of files that are read."""
        return ['xml', 'yaml']

    @classmethod
    def is_extension_valid(cls, extension: str) -> bool:
        """Whether files of this kind are read."""
        return extension in cls.get_available_extensions()

    def parse_substitution(self, value: str) -> Any:
        """The substitutions in a text."""
        return parse_substitution(value)

    def escape_characters(self, value: str) -> str:
        """The text without what escapes its characters."""
        return re.sub(r'\\(.)', r'\1', value)
