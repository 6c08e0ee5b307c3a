"""Paths, files and executables."""
from __future__ import annotations

import os
import shutil
from typing import Any, Iterable, List

from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure


class PathJoinSubstitution(Substitution):
    """Parts of a path joined."""

    def __init__(self, substitutions: Iterable[Any]) -> None:
        self._parts = [normalize_to_list_of_substitutions(part) for part in substitutions]

    @property
    def substitutions(self) -> Any:
        """The parts, each as substitutions."""
        return self._parts

    def _arguments(self) -> List[List[Substitution]]:
        return self._parts

    def __truediv__(self, additional_path: Any) -> 'PathJoinSubstitution':
        return PathJoinSubstitution([*self._parts, additional_path])

    def perform(self, context: Any) -> str:
        """The path."""
        return os.path.join(*(perform_substitutions(context, part) for part in self._parts))


class PathSubstitution(PathJoinSubstitution):
    """A path that can be extended with `/`."""

    def __init__(self, path: Any) -> None:
        super().__init__([path])


class ThisLaunchFile(Substitution):
    """The launch file that is being evaluated."""

    def perform(self, context: Any) -> str:
        """Its absolute path. Raises SubstitutionFailure outside of files."""
        path = context.get_locals_as_dict().get('current_launch_file_path')
        if path is None:
            raise SubstitutionFailure(
                'ThisLaunchFile used outside of a launch file (in a script)')
        return path


class ThisLaunchFileDir(Substitution):
    """The folder of the launch file that is being evaluated."""

    def perform(self, context: Any) -> str:
        """Its absolute path. Raises SubstitutionFailure outside of files."""
        path = context.get_locals_as_dict().get('current_launch_file_directory')
        if path is None:
            raise SubstitutionFailure(
                'ThisLaunchFileDir used outside of a launch file (in a script)')
        return path

    def __truediv__(self, additional_path: Any) -> PathJoinSubstitution:
        return PathJoinSubstitution([self, additional_path])


class LaunchLogDir(Substitution):
    """The folder of the launch's logs."""

    def perform(self, context: Any) -> str:
        """The folder set for the program's launches, otherwise the same on every machine."""
        from ..logging import launch_config
        return launch_config._log_dir or 'log'


class FindExecutable(Substitution):
    """The path of a program."""

    def __init__(self, *, name: Any) -> None:
        self._name = normalize_to_list_of_substitutions(name)

    @property
    def name(self) -> Any:
        """The name as substitutions."""
        return self._name

    def describe(self) -> str:
        """The program as text, for people."""
        return f"FindExec({' + '.join(sub.describe() for sub in self._name)})"

    def perform(self, context: Any) -> str:
        """The path. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self._name)
        found = shutil.which(name)
        if found is None:
            # Programs of ROS do not exist; how they are handled is decided where they are run.
            if name in ('xacro', 'ros2', 'gz', 'ign'):
                return name
            raise SubstitutionFailure(f"executable '{name}' not found on the PATH")
        return found


class FindLaunchfile(Substitution):
    """A launch file in a folder, by its name with or without what such names end with."""

    def __init__(self, *, name: Any, path: Any) -> None:
        self.name = normalize_to_list_of_substitutions(name)
        self.path = normalize_to_list_of_substitutions(path)

    def _arguments(self) -> List[List[Substitution]]:
        return [self.name, self.path]

    def perform(self, context: Any) -> str:
        """The path. Raises SubstitutionFailure for none and for several."""
        from ..frontend import Parser
        name, folder = (perform_substitutions(context, each) for each in (self.name, self.path))
        endings = ['', *(f'{middle}.{extension}' for extension in ('py', *Parser.get_available_extensions())
                         for middle in ('', '.launch', '_launch'))]
        found = [path for path in (os.path.join(folder, name + ending) for ending in endings) if os.path.isfile(path)]
        if len(found) != 1:
            raise SubstitutionFailure(f"{'several launch files' if found else 'no launch file'} named '{name}' "
                                      f"in '{folder}'")
        return found[0]


class FileContent(Substitution):
    """The text of a file."""

    def __init__(self, path: Any) -> None:
        self._path = normalize_to_list_of_substitutions(path)

    def _arguments(self) -> List[List[Substitution]]:
        return [self._path]

    def perform(self, context: Any) -> str:
        """The text. Raises SubstitutionFailure."""
        path = perform_substitutions(context, self._path)
        try:
            with open(path, encoding='utf-8') as file:
                return file.read()
        except FileNotFoundError as error:
            raise SubstitutionFailure(f'File not found: {path}') from error
        except OSError as error:
            raise SubstitutionFailure(f'Failed to open file: {path} ({error.strerror})') from error
