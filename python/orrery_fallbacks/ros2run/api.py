"""Programs of packages, by their names."""
from __future__ import annotations

import os
import signal
import subprocess
from typing import Any, Iterable, List, Optional

from ros2pkg.api import PackageNotFound, get_executable_paths

ROS2RUN_MSG_PREFIX = '[ros2run]:'


class MultipleExecutables(Exception):
    """A package has several programs of this name."""

    def __init__(self, paths: Iterable[str]) -> None:
        super().__init__(paths)
        self.paths = paths


def get_executable_path(*, package_name: str, executable_name: str) -> Optional[str]:
    """The path of a program; None if the package has none of this name. Raises PackageNotFound, MultipleExecutables."""
    found = [path for path in get_executable_paths(package_name=package_name)
             if os.path.basename(path) == executable_name]
    if len(found) > 1:
        raise MultipleExecutables(found)
    return found[0] if found else None


def run_executable(*, path: str, argv: List[str], prefix: Optional[List[str]] = None) -> int:
    """Run a program to its end; returns its exit code, and prints why it is not 0."""
    process = subprocess.Popen([*(prefix or []), path, *argv])
    while process.returncode is None:
        try:
            process.communicate()
        except KeyboardInterrupt:
            # The program has heard it, too.
            pass
    code = process.returncode
    if code != 0:
        is_signal = -code in signal.valid_signals()
        print(ROS2RUN_MSG_PREFIX, signal.strsignal(-code) if is_signal else f'Process exited with failure {code}')
    return code


class ExecutableNameCompleter:
    """The programs of the package that an option names, for another option of a command."""

    def __init__(self, *, package_name_key: Optional[str] = None) -> None:
        self.package_name_key = package_name_key or 'package_name'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        try:
            paths = get_executable_paths(package_name=getattr(parsed_args, self.package_name_key))
        except PackageNotFound:
            return []
        return [os.path.basename(path) for path in paths]
