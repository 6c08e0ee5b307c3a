"""The existing interfaces: those known to Orrery, and those of the ament index."""
from __future__ import annotations

import importlib.util
import os
from typing import Dict, Iterable, List

import orrery_interfaces
from ament_index_python import get_resources, has_resource
from orrery_interfaces.names import KINDS, InterfaceName

from .definition_files import definition_file, idl_file


def get_interface_packages() -> Dict[str, str]:
    """The packages with interfaces, and where they are installed."""
    found = {package: '' for package in orrery_interfaces.registry().packages()}
    found.update(get_resources('rosidl_interfaces'))
    return found


def _exists(package: str) -> bool:
    if has_resource('packages', package):
        return True
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def get_interfaces(package_names: Iterable[str] = ()) -> Dict[str, List[str]]:
    """The interfaces of packages (default: all that have some), e.g. `msg/String`.

    Raises LookupError for a package that does not exist.
    """
    registry = orrery_interfaces.registry()
    names = list(package_names)
    for package in names:
        if not _exists(package):
            raise LookupError(f"Unknown package '{package}'")
    found = {}
    for package in names or registry.packages():
        interfaces = [f'{name.kind}/{name.name}' for name in registry.interfaces(package)]
        if interfaces:
            found[package] = interfaces
    return found


def _of_kind(kind: str, package_names: Iterable[str]) -> Dict[str, List[str]]:
    selected = {
        package: [name for name in names if name.startswith(kind + '/')]
        for package, names in get_interfaces(package_names).items()
    }
    return {package: names for package, names in selected.items() if names}


def get_message_interfaces(package_names: Iterable[str] = ()) -> Dict[str, List[str]]:
    """The messages of packages, like `get_interfaces`."""
    return _of_kind('msg', package_names)


def get_service_interfaces(package_names: Iterable[str] = ()) -> Dict[str, List[str]]:
    """The services of packages, like `get_interfaces`."""
    return _of_kind('srv', package_names)


def get_action_interfaces(package_names: Iterable[str] = ()) -> Dict[str, List[str]]:
    """The actions of packages, like `get_interfaces`."""
    return _of_kind('action', package_names)


def get_interface_path(interface_name: str) -> str:
    """The file of a definition; written for built-in ones. Raises LookupError."""
    stem, suffix = os.path.splitext(interface_name)
    parts = stem.split('/')
    if len(parts) != 3 or parts[1] not in KINDS:
        raise ValueError(f"Invalid name '{interface_name}'. Expected three parts separated by '/'")
    prefix = has_resource('packages', parts[0])
    if suffix and isinstance(prefix, str):
        path = os.path.join(prefix, 'share', interface_name)
        if os.path.exists(path):
            return path
    found = orrery_interfaces.registry().find(InterfaceName(*parts))
    if found is None or suffix not in ('', '.idl', '' if found.is_idl else f'.{parts[1]}'):
        raise LookupError(f"Could not find the interface '{interface_name}'")
    name = InterfaceName(*parts)
    if suffix == '.idl' and not found.is_idl:
        return idl_file(name, found.text)
    return found.file or definition_file(name, found.text)
