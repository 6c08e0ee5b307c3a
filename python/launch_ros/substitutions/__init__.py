"""Substitutions of packages."""
from __future__ import annotations

import os
from typing import Any

from ament_index_python.packages import (
    PackageNotFoundError, get_package_prefix, get_package_share_directory)
from ament_index_python.resources import has_resource
from ament_index_python.source_packages import console_scripts, source_packages
from launch.substitution import Substitution
from launch.substitutions import PathJoinSubstitution, SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


class FindPackage(Substitution):
    """A folder of a package."""

    def __init__(self, package: Any) -> None:
        self._package = normalize_to_list_of_substitutions(package)

    @property
    def package(self) -> Any:
        """The package as substitutions."""
        return self._package

    def find(self, package_name: str) -> str:
        """The folder of a package. Raises PackageNotFoundError."""
        raise NotImplementedError

    def perform(self, context: Any) -> str:
        """The folder. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self._package)
        try:
            return self.find(name)
        except PackageNotFoundError as error:
            raise SubstitutionFailure(str(error)) from error

    def __truediv__(self, additional_path: Any) -> PathJoinSubstitution:
        return PathJoinSubstitution([self, additional_path])


class FindPackagePrefix(FindPackage):
    """The prefix in which a package is installed."""

    def find(self, package_name: str) -> str:
        """The prefix. Raises PackageNotFoundError."""
        return get_package_prefix(package_name)


class FindPackageShare(FindPackage):
    """The share folder of a package."""

    def find(self, package_name: str) -> str:
        """The folder. Raises PackageNotFoundError."""
        return get_package_share_directory(package_name, print_warning=False)


class FindPackageFile(Substitution):
    """A file in the share folder of a package."""

    def __init__(self, package: Any, file: Any) -> None:
        self._package = normalize_to_list_of_substitutions(package)
        self._file = normalize_to_list_of_substitutions(file)

    @classmethod
    def parse(cls, data: Any) -> Any:
        """The class and its arguments. Raises AttributeError unless there are two."""
        if len(data) != 2:
            raise AttributeError('find-pkg-file expects a package and a file')
        return cls, {'package': data[0], 'file': data[1]}

    def perform(self, context: Any) -> str:
        """The path. Raises SubstitutionFailure, or PackageNotFoundError."""
        package = perform_substitutions(context, self._package)
        file = perform_substitutions(context, self._file)
        path = os.path.join(get_package_share_directory(package, print_warning=False), file)
        if os.path.isabs(file) or not os.path.isfile(path):
            raise SubstitutionFailure(f"'{file}' is not a file in the share folder of '{package}'")
        return path


class ExecutableInPackage(Substitution):
    """The file of a package's program."""

    def __init__(self, executable: Any, package: Any) -> None:
        self.executable = normalize_to_list_of_substitutions(executable)
        self.package = normalize_to_list_of_substitutions(package)

    def perform(self, context: Any) -> str:
        """The file. Raises SubstitutionFailure."""
        package = perform_substitutions(context, self.package)
        executable = perform_substitutions(context, self.executable)
        prefix = FindPackagePrefix(package).perform(context)
        for folder in (os.path.join(prefix, 'lib', package), os.path.join(prefix, 'scripts'),
                       prefix):
            path = os.path.join(folder, executable)
            if os.path.isfile(path):
                return path
        if executable in console_scripts(source_packages().get(package, '')):
            # Where the program would be if the package was installed, as launch files also write it themselves.
            return os.path.join(prefix, 'lib', package, executable)
        raise SubstitutionFailure(
            f"executable '{executable}' not found on the libexec directory of '{package}'")


class AmentIndexResource(Substitution):
    """The prefix whose index contains a resource."""

    def __init__(self, resource_type: Any, resource_name: Any) -> None:
        self.resource_type = normalize_to_list_of_substitutions(resource_type)
        self.resource_name = normalize_to_list_of_substitutions(resource_name)

    @classmethod
    def parse(cls, data: Any) -> Any:
        """The class and its arguments. Raises TypeError unless there are two."""
        if len(data) != 2:
            raise TypeError('ament-index-resource expects 2 arguments')
        return cls, {'resource_type': data[0], 'resource_name': data[1]}

    def describe(self) -> str:
        """The substitution as text, for people."""
        kind, name = (' + '.join(part.describe() for part in parts) for parts in (self.resource_type, self.resource_name))
        return f'AmentIndexResource({kind}, {name})'

    def __truediv__(self, additional_path: Any) -> PathJoinSubstitution:
        return PathJoinSubstitution([self, additional_path])

    def perform(self, context: Any) -> str:
        """The prefix. Raises SubstitutionFailure."""
        kind = perform_substitutions(context, self.resource_type)
        name = perform_substitutions(context, self.resource_name)
        prefix = has_resource(kind, name)
        if not prefix:
            raise SubstitutionFailure(f"no resource '{name}' of the type '{kind}' in the index")
        return str(prefix)


class Parameter(Substitution):
    """The value of a global parameter."""

    def __init__(self, name: Any, *, default: Any = None) -> None:
        self.name = normalize_to_list_of_substitutions(name)
        self.default = default

    def perform(self, context: Any) -> str:
        """The value. Raises SubstitutionFailure."""
        name = perform_substitutions(context, self.name)
        for parameter in reversed(context.launch_configurations.get('global_params', [])):
            if isinstance(parameter, dict) and parameter.get('name') == name:
                return parameter['value']
            if isinstance(parameter, tuple) and parameter[0] == name:
                return str(parameter[1])
        if self.default is None:
            raise SubstitutionFailure(f"parameter '{name}' not found")
        return perform_substitutions(
            context, normalize_to_list_of_substitutions(self.default))


def __getattr__(name: str) -> Any:
    if name == 'RewrittenYaml':
        # It began in Nav2, whose package needs this one.
        from nav2_common.launch import RewrittenYaml
        return RewrittenYaml
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


__all__ = ['AmentIndexResource', 'ExecutableInPackage', 'FindPackage', 'FindPackageFile',
           'FindPackagePrefix', 'FindPackageShare', 'Parameter']
