"""Launch files of packages."""
from __future__ import annotations

import os
from typing import Any, ItemsView, Iterable, List, Optional

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription, LaunchIntrospector, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import (
    AnyLaunchDescriptionSource, get_launch_description_from_any_launch_file)

_ENDINGS = ('launch.py', 'launch.xml', 'launch.yaml', 'launch.yml')


class MultipleLaunchFilesError(Exception):
    """A package has several files of this name."""

    def __init__(self, msg: str, paths: Iterable[str]) -> None:
        super().__init__(msg)
        self.paths = paths


def _files_below(folder: str) -> List[str]:
    return [os.path.join(above, name) for above, _, files in os.walk(folder) for name in sorted(files)]


def get_share_file_path_from_package(*, package_name: str, file_name: str) -> str:
    """The file of this name in the share of a package.

    Raises PackageNotFoundError, FileNotFoundError, or MultipleLaunchFilesError.
    """
    share = get_package_share_directory(package_name)
    found = [path for path in _files_below(share) if os.path.basename(path) == file_name]
    if not found:
        raise FileNotFoundError(f"file '{file_name}' was not found in the share directory of package '{package_name}' "
                                f"which is at '{share}'")
    if len(found) > 1:
        listed = ', '.join(f"'{path}'" for path in found)
        raise MultipleLaunchFilesError(f"file '{file_name}' was found more than once in the share directory of package "
                                       f"'{package_name}': [{listed}]", found)
    return found[0]


def is_launch_file(path: str) -> bool:
    """Whether a path is that of a launch file."""
    return path.endswith(_ENDINGS) and os.path.isfile(path)


def get_launch_file_paths(*, path: str) -> List[str]:
    """The launch files in a folder, at any depth."""
    return [each for each in _files_below(path) if is_launch_file(each)]


def print_a_launch_file(*, launch_file_path: str) -> None:
    """Print what a launch file has."""
    print(LaunchIntrospector().format_launch_description(
        get_launch_description_from_any_launch_file(launch_file_path)))


def print_arguments_of_launch_description(*, launch_description: LaunchDescription) -> None:
    """Print the arguments of a launch description."""
    print("Arguments (pass arguments as '<name>:=<value>'):")
    arguments = launch_description.get_launch_arguments()
    for each in arguments:
        mark = '*' if each._conditionally_included else ''
        print(f"\n    '{each.name}':{mark}\n        {each.description}", end='')
        if each.default_value is not None:
            print(f"\n        (default: {' + '.join(part.describe() for part in each.default_value)})", end='')
        print()
    if not arguments:
        print('\n  No arguments.')
    elif any(each._conditionally_included for each in arguments):
        print('\n* argument(s) which are only used if specific conditions occur')


def print_arguments_of_launch_file(*, launch_file_path: str) -> None:
    """Print the arguments of a launch file."""
    print_arguments_of_launch_description(
        launch_description=get_launch_description_from_any_launch_file(launch_file_path))


def parse_launch_arguments(launch_arguments: List[str]) -> ItemsView[str, str]:
    """The names and values of `name:=value`; of two of a name the later one. Raises RuntimeError."""
    found = {}
    for argument in launch_arguments:
        name, mark, value = argument.partition(':=')
        if not name or not mark or not value:
            raise RuntimeError(f"malformed launch argument '{argument}', expected format '<name>:=<value>'")
        found[name] = value
    return found.items()


def launch_a_launch_file(*, launch_file_path: str, launch_file_arguments: List[str], noninteractive: bool = False,
                         args: Any = None, option_extensions: Any = None, debug: bool = False,
                         **_security: Optional[Any]) -> int:
    """Launch a file to its end; returns the exit code. A simulation has no security, whatever is said about it."""
    service = LaunchService(argv=launch_file_arguments, noninteractive=noninteractive, debug=debug)
    service.include_launch_description(LaunchDescription([IncludeLaunchDescription(
        AnyLaunchDescriptionSource(launch_file_path),
        launch_arguments=parse_launch_arguments(launch_file_arguments))]))
    return service.run()


class LaunchFileNameCompleter:
    """The launch files of the package that an option names, for another option of a command."""

    def __init__(self, *, package_name_key: Optional[str] = None) -> None:
        self.package_name_key = package_name_key or 'package_name'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        try:
            share = get_package_share_directory(getattr(parsed_args, self.package_name_key))
        except LookupError:
            return []
        return [os.path.basename(path) for path in get_launch_file_paths(path=share)]
