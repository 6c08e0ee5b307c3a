"""Resources: files of the index below `share/ament_index/resource_index/<type>/<name>`."""
from __future__ import annotations

import os
from typing import Dict, Iterator, Set, Tuple, Union

from orrery_interfaces.own_prefix import own_prefix

from .constants import RESOURCE_INDEX_SUBFOLDER
from .installed_files import installed_files
from .search_paths import existing_search_paths, get_search_paths
from .source_packages import interface_files, source_packages


class InvalidResourceTypeNameError(Exception):
    """An invalid name of a resource type."""


class InvalidResourceNameError(Exception):
    """An invalid name of a resource."""


def name_is_invalid(resource_name: str) -> bool:
    """Whether a name contains a path separator."""
    return '/' in resource_name or '\\' in resource_name


def _checked_type(resource_type: str) -> str:
    assert resource_type, 'The resource type must not be empty'
    if name_is_invalid(resource_type):
        raise InvalidResourceTypeNameError(
            f"Resource type '{resource_type}' has an invalid name")
    return resource_type


def _checked_name(resource_name: str) -> str:
    assert resource_name, 'The resource name must not be empty'
    if name_is_invalid(resource_name):
        raise InvalidResourceNameError(f"Resource '{resource_name}' has an invalid name")
    return resource_name


def _in_sources(resource_type: str) -> Dict[str, str]:
    """What the packages of source trees would install into the index, and their folders."""
    if resource_type not in ('packages', 'rosidl_interfaces'):
        return {resource: folder for resource, (folder, _) in _files_in_sources(resource_type).items()}
    return {name: folder for name, folder in source_packages().items()
            if resource_type == 'packages' or interface_files(folder)}


def _files_in_sources(resource_type: str) -> Dict[str, Tuple[str, str]]:
    """The folders and files of the resources that packages of source trees install by themselves."""
    below = os.path.join(RESOURCE_INDEX_SUBFOLDER, resource_type)
    return {os.path.basename(target): (folder, file) for name, folder in source_packages().items()
            for target, file in installed_files(folder, name).items()
            if os.path.dirname(target) == below and os.path.isfile(file)}


def _places(resource_type: str) -> Iterator[Tuple[str, str]]:
    """Names and prefixes of a type's resources, in the order of the search: what comes with Orrery is last."""
    paths = existing_search_paths()
    for path in sorted(paths, key=own_prefix().__eq__):
        if path == own_prefix():
            yield from _in_sources(resource_type).items()
        folder = os.path.join(path, RESOURCE_INDEX_SUBFOLDER, resource_type)
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if os.path.isfile(os.path.join(folder, name)) and not name.startswith('.'):
                    yield name, path
    if own_prefix() not in paths:
        yield from _in_sources(resource_type).items()


def get_resource(resource_type: str, resource_name: str) -> Tuple[str, str]:
    """The content of a resource and the prefix it was found in.

    Raises LookupError when there is none, OSError when it cannot be read.
    """
    prefix = has_resource(resource_type, resource_name)
    if not isinstance(prefix, str):
        get_search_paths()
        raise LookupError(
            f"Could not find the resource '{resource_name}' of type '{resource_type}'")
    if _in_sources(resource_type).get(resource_name) == prefix:
        if resource_type in ('packages', 'rosidl_interfaces'):
            files = interface_files(prefix) if resource_type == 'rosidl_interfaces' else []
            return '\n'.join(files), prefix
    try:
        folder, file = _files_in_sources(resource_type).get(resource_name, ('', ''))
        if folder != prefix:
            file = os.path.join(prefix, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)
        with open(file, encoding='utf-8') as handle:
            return handle.read(), prefix
    except OSError as error:
        raise OSError(f"Could not open the resource '{resource_name}' of type "
                      f"'{resource_type}':\n{error}") from error


def get_resources(resource_type: str) -> Dict[str, str]:
    """The prefixes of all resources of a type, by name."""
    _checked_type(resource_type)
    found: Dict[str, str] = {}
    for name, prefix in _places(resource_type):
        found.setdefault(name, prefix)
    return found


def get_resource_types() -> Set[str]:
    """The types of all resources."""
    types: Set[str] = set()
    for path in get_search_paths():
        folder = os.path.join(path, RESOURCE_INDEX_SUBFOLDER)
        if os.path.isdir(folder):
            types.update(name for name in os.listdir(folder)
                         if not name.startswith('.')
                         and os.path.isdir(os.path.join(folder, name)))
    return types


def has_resource(resource_type: str, resource_name: str) -> Union[str, bool]:
    """The prefix of a resource, or False."""
    _checked_type(resource_type)
    _checked_name(resource_name)
    for path in existing_search_paths():
        file = os.path.join(path, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)
        if path != own_prefix() and os.path.isfile(file):
            return path
    return get_resources(resource_type).get(resource_name, False)
