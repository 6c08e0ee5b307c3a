"""Services: their names, types and classes."""
from __future__ import annotations

from time import sleep
from typing import Any, List, Optional, Tuple

import rclpy
from rclpy.expand_topic_name import expand_topic_name
from rclpy.topic_or_service_is_hidden import topic_or_service_is_hidden
from ros2cli.node.strategy import NodeStrategy
from rosidl_runtime_py import get_service_interfaces, message_to_yaml
from rosidl_runtime_py.utilities import get_service

NamesAndTypes = List[Tuple[str, List[str]]]


def get_service_names_and_types(*, node: Any, include_hidden_services: bool = False) -> NamesAndTypes:
    """All services with the names of their types."""
    return [(name, types) for name, types in node.get_service_names_and_types()
            if include_hidden_services or not topic_or_service_is_hidden(name)]


def get_service_names(*, node: Any, include_hidden_services: bool = False) -> List[str]:
    """All services."""
    found = get_service_names_and_types(node=node, include_hidden_services=include_hidden_services)
    return [name for name, _ in found]


def get_service_class(node: Any, service: str, blocking: bool = False,
                      include_hidden_services: bool = False) -> Optional[type]:
    """The class of a service; None if it is not there, or waits for it. Raises RuntimeError if it has several."""
    found = _class_of(node, service, include_hidden_services)
    if found is None:
        print(f'WARNING: service [{service}] does not appear to be started yet')
    while found is None and blocking and rclpy.ok():
        sleep(0.1)
        found = _class_of(node, service, include_hidden_services)
    return found


def _class_of(node: Any, service: str, include_hidden_services: bool) -> Optional[type]:
    full = expand_topic_name(service, node.get_name(), node.get_namespace())
    services = get_service_names_and_types(node=node, include_hidden_services=include_hidden_services)
    types = dict(services).get(full)
    if types is None:
        return None
    if len(types) > 1:
        raise RuntimeError(f"Cannot echo service '{service}', as it contains more than one type: "
                           f"[{', '.join(types)}]")
    return get_service(types[0])


def service_type_completer(**_given: Any) -> List[str]:
    """All types of services, for an argument of a command."""
    return [f'{package}/{name}' for package, names in get_service_interfaces().items() for name in names]


class ServiceNameCompleter:
    """All services, for an argument of a command."""

    def __init__(self, *, include_hidden_services_key: Optional[str] = None) -> None:
        self.include_hidden_services_key = include_hidden_services_key or 'include_hidden_services'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        with NodeStrategy(parsed_args) as node:
            return get_service_names(
                node=node, include_hidden_services=getattr(parsed_args, self.include_hidden_services_key))


class ServiceTypeCompleter:
    """The types of the service that another argument names; all types if there is none."""

    def __init__(self, *, service_name_key: Optional[str] = None) -> None:
        self.service_name_key = service_name_key

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        if self.service_name_key is None:
            return service_type_completer()
        with NodeStrategy(parsed_args) as node:
            known = dict(get_service_names_and_types(node=node, include_hidden_services=True))
        types = known.get(getattr(parsed_args, self.service_name_key))
        return service_type_completer() if types is None else types


class ServicePrototypeCompleter:
    """A request of the type that another argument names, as YAML."""

    def __init__(self, *, service_type_key: Optional[str] = None) -> None:
        self.service_type_key = service_type_key or 'service_type'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        return [message_to_yaml(get_service(getattr(parsed_args, self.service_type_key)).Request())]
