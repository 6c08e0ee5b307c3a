"""Resources: files of the index below `share/ament_index/resource_index/<type>/<name>`."""
from __future__ import annotations

import os
from typing import Dict, Optional, Set, Tuple, Union

from .constants import RESOURCE_INDEX_SUBFOLDER
from .search_paths import existing_search_paths, get_search_paths
from .source_packages import source_packages


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


def get_resource(resource_type: str, resource_name: str) -> Tuple[str, str]:
    """The content of a resource and the prefix it was found in.

    Raises LookupError when there is none, OSError when it cannot be read.
    """
    _checked_type(resource_type)
    _checked_name(resource_name)
    for path in get_search_paths():
        file = os.path.join(path, RESOURCE_INDEX_SUBFOLDER, resource_type, resource_name)
        if os.path.isfile(file):
            try:
                with open(file, encoding='utf-8') as handle:
                    return handle.read(), path
            except OSError as error:
                raise OSError(f"Could not open the resource '{resource_name}' of type "
                              f"'{resource_type}':\n{error}") from error
    raise LookupError(
        f"Could not find the resource '{resource_name}' of type '{resource_type}'")


def get_resources(resource_type: str) -> Dict[str, str]:
    """The prefixes of all resources of a type, by name."""
    _checked_type(resource_type)
    found: Dict[str, str] = {}
    for path in existing_search_paths():
        folder = os.path.join(path, RESOURCE_INDEX_SUBFOLDER, resource_type)
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if os.path.isfile(os.path.join(folder, name)) and not name.startswith('.'):
                    found.setdefault(name, path)
    if resource_type == 'packages':
        for name, folder in source_packages().items():
            found.setdefault(name, folder)
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
        if os.path.isfile(file):
            return path
    source: Optional[str] = None
    if resource_type == 'packages':
        source = source_packages().get(resource_name)
    return source or False
