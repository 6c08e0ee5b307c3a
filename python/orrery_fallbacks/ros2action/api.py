"""Actions: their names and types, and the nodes that have them."""
from __future__ import annotations

from typing import Any, List, Tuple

from rclpy.action.graph import (
    get_action_client_names_and_types_by_node, get_action_server_names_and_types_by_node)
from rclpy.action.graph import get_action_names_and_types as _names_and_types
from rclpy.expand_topic_name import expand_topic_name
from rclpy.validate_full_topic_name import validate_full_topic_name

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
