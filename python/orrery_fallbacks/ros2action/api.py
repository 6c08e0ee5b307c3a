"""Actions: their names and types, and the nodes that have them."""
from __future__ import annotations

from typing import Any, List, Optional, Tuple

from rclpy.action.graph import (
    get_action_client_names_and_types_by_node, get_action_server_names_and_types_by_node)
from rclpy.action.graph import get_action_names_and_types as _names_and_types
from rclpy.expand_topic_name import expand_topic_name
from rclpy.validate_full_topic_name import validate_full_topic_name
from ros2cli.node.strategy import NodeStrategy
from rosidl_runtime_py import get_action_interfaces, message_to_yaml
from rosidl_runtime_py.utilities import get_action

NamesAndTypes = List[Tuple[str, List[str]]]


def get_action_clients_and_servers(*, node: Any, action_name: str) -> Tuple[NamesAndTypes, NamesAndTypes]:
    """The nodes with clients of an action, and those with servers, with the names of its types."""
    full = expand_topic_name(action_name, node.get_name(), node.get_namespace())
    validate_full_topic_name(full)
    clients: NamesAndTypes = []
    servers: NamesAndTypes = []
    for name, namespace in node.get_node_names_and_namespaces():
        for into, ask in ((clients, get_action_client_names_and_types_by_node),
                          (servers, get_action_server_names_and_types_by_node)):
            into.extend((f"{namespace.rstrip('/')}/{name}", types)
                        for action, types in ask(node, name, namespace) if action == full)
    return clients, servers


def get_action_names_and_types(*, node: Any) -> NamesAndTypes:
    """All actions with the names of their types."""
    return _names_and_types(node)


def get_action_names(*, node: Any) -> List[str]:
    """All actions."""
    return [name for name, _ in _names_and_types(node)]


def action_name_completer(prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
    """All actions, for an argument of a command."""
    with NodeStrategy(parsed_args) as node:
        return get_action_names(node=node)


def action_type_completer(**_given: Any) -> List[str]:
    """All types of actions, for an argument of a command."""
    return [f'{package}/{name}' for package, names in get_action_interfaces().items() for name in names]


class ActionTypeCompleter:
    """The types of the action that another argument names, or all types if no other does."""

    def __init__(self, *, action_name_key: Optional[str] = None) -> None:
        self.action_name_key = action_name_key

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        if self.action_name_key is None:
            return action_type_completer()
        with NodeStrategy(parsed_args) as node:
            known = dict(get_action_names_and_types(node=node))
        return known.get(getattr(parsed_args, self.action_name_key), [])


class ActionGoalPrototypeCompleter:
    """A goal of the type that another argument names, as YAML."""

    def __init__(self, *, action_type_key: Optional[str] = None) -> None:
        self.action_type_key = action_type_key or 'action_type'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        return [message_to_yaml(get_action(getattr(parsed_args, self.action_type_key)).Goal())]
