"""Parsers of XML and YAML files for programs; Orrery itself reads a run's launch files."""
from __future__ import annotations

import importlib.metadata as importlib_metadata
import os
import re
import warnings
from typing import Any, Dict, List, Optional, Tuple

from .entity import Entity, XmlEntity, YamlEntity
from .expose import action_parse_methods
from .parse_substitution import parse_if_substitutions, parse_substitution
from .standard_actions import STANDARD


class InvalidFrontendLaunchFileError(RuntimeError):
    """A file that is neither valid XML nor valid YAML."""


def _load(group: str, what: str) -> Dict[str, Any]:
    """The entry points of installed packages, by name, without those that cannot be loaded."""
    points: Any = importlib_metadata.entry_points()
    found = points.select(group=group) if hasattr(points, 'select') else points.get(group, [])
    loaded: Dict[str, Any] = {}
    for point in found:
        try:
            loaded[point.name] = point.load()
        except Exception as error:
            warnings.warn(f'Failed to load the {what} `{point.name}`: {error}')
    return loaded


def _text_of(file: Any) -> str:
    if isinstance(file, (str, os.PathLike)):
        with open(file, encoding='utf-8') as opened:
            return opened.read()
    return file.read()


def _read_xml(text: str) -> Entity:
    from xml.etree import ElementTree
    return XmlEntity(ElementTree.fromstring(text))


def _read_yaml(text: str) -> Entity:
    import yaml
    tree = yaml.safe_load(text)
    if not isinstance(tree, dict) or len(tree) != 1:
        raise RuntimeError(f'Expected only one root entity, got {len(tree) if isinstance(tree, dict) else type(tree)}')
    (name, element), = tree.items()
    return YamlEntity(element, name)


_READERS = {'xml': _read_xml, 'yaml': _read_yaml, 'yml': _read_yaml}


class Parser:
    """A parser of XML or YAML files."""

    extensions_loaded = False
    frontend_parsers: Optional[Dict[str, Any]] = None

    @classmethod
    def load_launch_extensions(cls) -> None:
        """Import the extensions of launch files in installed packages."""
        if not cls.extensions_loaded:
            _load('launch.frontend.launch_extension', 'launch extension')
            cls.extensions_loaded = True

    @classmethod
    def load_parser_implementations(cls) -> None:
        """Import the installed parsers."""
        if cls.frontend_parsers is None:
            cls.frontend_parsers = _load('launch.frontend.parser', 'parser implementation')

    @classmethod
    def get_available_extensions(cls) -> List[str]:
        """The extensions of supported files."""
        return ['xml', 'yaml']

    @classmethod
    def is_extension_valid(cls, extension: str) -> bool:
        """Whether files with this extension are supported."""
        return extension in cls.get_available_extensions()

    @classmethod
    def load(cls, file: Any) -> Tuple[Entity, 'Parser']:
        """The outermost element of a file, by its path or open, and who parses it. Raises InvalidFrontendLaunchFileError."""
        cls.load_launch_extensions()
        path = str(file) if isinstance(file, (str, os.PathLike)) else str(getattr(file, 'name', ''))
        text = _text_of(file)
        extension = os.path.splitext(path)[1][1:]
        known = _READERS.get(extension)
        mistakes = []
        for reader in dict.fromkeys([*([known] if known else []), *_READERS.values()]):
            try:
                return reader(text), cls()
            except Exception as error:
                mistakes.append(str(error))
        raise InvalidFrontendLaunchFileError(
            'The launch file may have a syntax error, or its format is unknown: ' + '; '.join(mistakes))

    def parse_action(self, entity: Entity) -> Any:
        """The action of an element. Raises RuntimeError for an unknown element."""
        make = action_parse_methods.get(entity.type_name) or _known(entity.type_name)
        if make is None:
            raise RuntimeError(f'Unrecognized entity of the type: {entity.type_name}')
        kind, kwargs = make(entity, self)
        entity.assert_entity_completely_parsed()
        return kind(**kwargs)

    def parse_description(self, entity: Entity) -> Any:
        """The description of the root element."""
        from ..launch_description import LaunchDescription
        if entity.type_name != 'launch':
            raise RuntimeError(f"Expected 'launch' as root tag, got '{entity.type_name}'")
        for name in ('version', 'generate-launch-description'):
            entity.get_attr(name, optional=True, data_type=None)
        reason = entity.get_attr('deprecated', optional=True)
        return LaunchDescription([self.parse_action(child) for child in entity.children],
                                 deprecated_reason=reason)

    def parse_substitution(self, value: str) -> Any:
        """The substitutions in a text."""
        return parse_substitution(value)

    def parse_if_substitutions(self, value: Any) -> Any:
        """A value whose texts may contain substitutions."""
        return parse_if_substitutions(value)

    def escape_characters(self, value: str) -> str:
        """The text without escapes."""
        return re.sub(r'\\(.)', r'\1', value)


def _known(name: str) -> Any:
    found = STANDARD.get(name)
    if found is None:
        from launch_ros.actions.elements import ELEMENTS
        found = ELEMENTS.get(name)
    return found


class XmlParser(Parser):
    """A parser of XML only."""

    @classmethod
    def load(cls, file: Any) -> Tuple[Entity, Parser]:
        """The root element of a file, given by path or open, and its parser."""
        return _read_xml(_text_of(file)), cls()


class YamlParser(Parser):
    """A parser of YAML only."""

    @classmethod
    def load(cls, file: Any) -> Tuple[Entity, Parser]:
        """The root element of a file, given by path or open, and its parser."""
        return _read_yaml(_text_of(file)), cls()
