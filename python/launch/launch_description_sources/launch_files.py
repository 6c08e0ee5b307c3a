"""Sources for each kind of launch file."""
from __future__ import annotations

import os
from typing import Any, Dict, List, Optional

from ..launch_description import LaunchDescription
from ..launch_description_entity import LaunchDescriptionEntity
from ..launch_description_source import LaunchDescriptionSource
from .python_files import get_launch_description_from_python_launch_file


class PythonLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file in Python."""

    def __init__(self, launch_file_path: Any) -> None:
        super().__init__(None, launch_file_path, 'interpreted python launch file')

    def _get_launch_description(self, location: str) -> LaunchDescription:
        return get_launch_description_from_python_launch_file(location)


def _parsed(file: str) -> LaunchDescription:
    """What a program gets that reads a launch file in XML or YAML itself."""
    from ..frontend import Parser
    root, parser = Parser.load(file)
    return parser.parse_description(root)


class FrontendFile(LaunchDescriptionEntity):
    """A launch file in XML or YAML, which Orrery reads later with the present settings."""

    def __init__(self, file: str) -> None:
        self._file = file

    def visit(self, context: Any) -> Optional[List[Any]]:
        """Leave the file to Orrery, unless the launch is running in a program."""
        if not os.path.exists(self._file):
            raise FileNotFoundError(f"No such file or directory: '{self._file}'")
        if context.running is not None:
            return [_parsed(self._file)]
        configurations: Dict[str, Any] = dict(context.launch_configurations.quiet_items())
        context.emit({
            'kind': 'include', 'file': self._file,
            'configurations': {key: value for key, value in configurations.items()
                               if isinstance(value, str) and key != 'ros_namespace'},
            'namespace': configurations.get('ros_namespace'),
            'parameters': list(configurations.get('global_params', [])),
            'remaps': list(configurations.get('ros_remaps', [])),
            'env': dict(context.environment),
        })
        return None


class FrontendLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file in XML or YAML."""

    def __init__(self, launch_file_path: Any, parser: Any = None) -> None:
        super().__init__(None, launch_file_path, 'parsed launch file')

    def entities(self, context: Any) -> List[Any]:
        """Return the file as a single entity."""
        return [FrontendFile(self.file(context))]

    def get_launch_description(self, context: Any) -> LaunchDescription:
        """The description in the file."""
        return _parsed(self.file(context))

    def _get_launch_description(self, location: str) -> LaunchDescription:
        return _parsed(location)


class XMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    """A launch file in XML."""


class YAMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    """A launch file in YAML."""


class AnyLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file of any kind, recognised by its name."""

    def __init__(self, launch_file_path: Any) -> None:
        super().__init__(None, launch_file_path, 'any launch file')

    def entities(self, context: Any) -> List[Any]:
        """Return the entities of the file's kind."""
        file = self.file(context)
        if file.endswith('.py'):
            return [get_launch_description_from_python_launch_file(file)]
        return [FrontendFile(file)]

    def get_launch_description(self, context: Any) -> LaunchDescription:
        """The description in the file."""
        return self._get_launch_description(self.file(context))

    def _get_launch_description(self, location: str) -> LaunchDescription:
        if location.endswith('.py'):
            return get_launch_description_from_python_launch_file(location)
        return _parsed(location)
