"""Interfaces: their names, and examples of them."""
from __future__ import annotations

from typing import Any, Iterable, List

from rosidl_runtime_py import (
    get_action_interfaces, get_interface_packages, get_interfaces, get_message_interfaces,
    get_service_interfaces, message_to_yaml)
from rosidl_runtime_py.utilities import get_interface, is_action, is_service

__all__ = [
    'get_action_interfaces', 'get_interface_packages', 'get_message_interfaces', 'get_service_interfaces',
    'interface_to_yaml', 'message_to_yaml', 'package_name_completer', 'type_completer']


def package_name_completer(**_given: Any) -> Iterable[str]:
    """The packages with interfaces, for an option of a command."""
    return get_interface_packages()


def type_completer(**_given: Any) -> List[str]:
    """All interfaces, e.g. `std_msgs/msg/String`."""
    return sorted(f'{package}/{name}' for package, names in get_interfaces().items() for name in names)


def interface_to_yaml(identifier: str) -> str:
    """A message with its defaults; of a service the request, of an action the goal."""
    interface = get_interface(identifier)
    if is_action(interface):
        return message_to_yaml(interface.Goal())
    return message_to_yaml(interface.Request() if is_service(interface) else interface())
