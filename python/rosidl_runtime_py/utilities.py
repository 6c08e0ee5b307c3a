"""Interfaces by their full names."""
from __future__ import annotations

import importlib
from typing import Any, Optional

from rosidl_parser.definition import NamespacedType

from .import_message import import_message_from_namespaced_type


def get_namespaced_type(path: str) -> NamespacedType:
    """The described type of the full name of an interface."""
    return _described(path)


def get_message_namespaced_type(path: str) -> NamespacedType:
    """The described type of a message; `pkg/Name` is accepted."""
    return _described(path, 'msg')


def get_service_namespaced_type(path: str) -> NamespacedType:
    """The described type of a service; `pkg/Name` is accepted."""
    return _described(path, 'srv')


def get_action_namespaced_type(path: str) -> NamespacedType:
    """The described type of an action; `pkg/Name` is accepted."""
    return _described(path, 'action')


def _described(path: str, kind: Optional[str] = None) -> NamespacedType:
    *namespaces, name = path.split('/')
    if len(namespaces) == 1 and kind is not None:
        namespaces.append(kind)
    return NamespacedType(namespaces, name)


def is_message(interface: Any) -> bool:
    """Whether this is a message class."""
    return hasattr(interface, 'SLOT_TYPES')


def is_service(interface: Any) -> bool:
    """Whether this is a service class."""
    return hasattr(interface, 'Request') and hasattr(interface, 'Response')


def is_action(interface: Any) -> bool:
    """Whether this is an action class."""
    return all(hasattr(interface, part) for part in ('Goal', 'Result', 'Feedback'))


def get_interface(identifier: str) -> Any:
    """The class of an interface by its full name, e.g. `std_msgs/msg/String`."""
    return import_message_from_namespaced_type(get_namespaced_type(identifier))


def _of_kind(identifier: str, kind: str, what: str) -> Any:
    described = _described(identifier, kind)
    if len(described.namespaces) != 2 or described.namespaces[1] != kind:
        raise ValueError(f"Expected the full name of {what}, got '{identifier}'")
    module = importlib.import_module('.'.join(described.namespaces))
    return getattr(module, described.name)


def get_message(identifier: str) -> Any:
    """The class of a message. Raises ValueError for names of other kinds."""
    return _of_kind(identifier, 'msg', 'a message')


def get_service(identifier: str) -> Any:
    """The class of a service. Raises ValueError for names of other kinds."""
    return _of_kind(identifier, 'srv', 'a service')


def get_action(identifier: str) -> Any:
    """The class of an action. Raises ValueError for names of other kinds."""
    return _of_kind(identifier, 'action', 'an action')
