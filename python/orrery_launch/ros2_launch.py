"""The command `ros2 launch` in a program of a run: `subprocess.run(['ros2', 'launch', …])` starts this."""
from __future__ import annotations

import argparse
import os
import sys
from typing import Any, List, Tuple

from ament_index_python import PackageNotFoundError
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import AnyLaunchDescriptionSource


class _NoLaunchFile(Exception):
    """The words of the command name no launch file, or several."""


def main(words: List[str]) -> int:
    """Launch what the words of the command say; returns its exit code."""
    options, file, arguments = _read(words)
    service = LaunchService(argv=arguments, noninteractive=options.noninteractive, debug=options.debug)
    source = AnyLaunchDescriptionSource(file)
    given = [tuple(word.split(':=', 1)) for word in arguments]
    service.include_launch_description(LaunchDescription([
        IncludeLaunchDescription(source, launch_arguments=given)]))  # type: ignore[arg-type]
    return service.run()


def _read(words: List[str]) -> Tuple[Any, str, List[str]]:
    parser = argparse.ArgumentParser(prog='ros2 launch')
    parser.add_argument('-n', '--noninteractive', action='store_true')
    parser.add_argument('-d', '--debug', action='store_true')
    parser.add_argument('package_name', help='a package, or the path of a launch file')
    parser.add_argument('words', nargs='*', help='the launch file of the package; name:=value')
    options = parser.parse_args(words)
    arguments = list(options.words)
    if os.path.isfile(options.package_name):
        file = options.package_name
    else:
        if not arguments or ':=' in arguments[0]:
            raise _NoLaunchFile(f"'{options.package_name}' is neither a file nor followed by the launch file of a package")
        file = _file_of(options.package_name, arguments.pop(0))
    for word in arguments:
        if ':=' not in word[1:]:
            raise _NoLaunchFile(f"malformed launch argument '{word}', expected format '<name>:=<value>'")
    return options, file, arguments


def _file_of(package: str, name: str) -> str:
    """The only file of this name in the share of a package."""
    share = get_package_share_directory(package)
    found = [os.path.join(folder, each) for folder, _, files in os.walk(share) for each in sorted(files) if each == name]
    if len(found) != 1:
        what = 'was not found' if not found else f'was found several times ({", ".join(found)})'
        raise _NoLaunchFile(f"file '{name}' {what} in the share directory of package '{package}' which is at '{share}'")
    return found[0]


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except (_NoLaunchFile, PackageNotFoundError) as error:
        sys.exit(str(error.args[0]))
