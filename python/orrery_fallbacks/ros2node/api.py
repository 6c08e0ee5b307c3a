"""Nodes: their names, and what they have."""
from __future__ import annotations

from functools import partial
from typing import Any, Callable, List, NamedTuple, Optional

from rclpy.action.graph import (
    get_action_client_names_and_types_by_node, get_action_server_names_and_types_by_node)
from rclpy.node import HIDDEN_NODE_PREFIX
from ros2cli.node.strategy import NodeStrategy


class NodeName(NamedTuple):
    """A node: `arm`, `/left`, `/left/arm`."""

    name: str
    namespace: str
    full_name: str


class TopicInfo(NamedTuple):
    """A topic, service or action with the names of its types."""

    name: str
    types: List[str]


def get_absolute_node_name(node_name: Optional[str]) -> Optional[str]:
    """The name with a slash before it; None for an empty one."""
    if not node_name:
        return None
    return node_name if node_name.startswith('/') else '/' + node_name


def parse_node_name(node_name: str) -> NodeName:
    """The parts of a full name."""
    full = node_name if node_name.startswith('/') else '/' + node_name
    namespace, name = full.rsplit('/', 1)
    return NodeName(name, namespace or '/', full)


def has_duplicates(values: List[Any]) -> bool:
    """Whether two of them are equal."""
    return len(set(values)) < len(values)


def get_node_names(*, node: Any, include_hidden_nodes: bool = False) -> List[NodeName]:
    """All nodes."""
    return [NodeName(name, namespace, namespace + ('' if namespace.endswith('/') else '/') + name)
            for name, namespace in node.get_node_names_and_namespaces()
            if include_hidden_nodes or name and not name.startswith(HIDDEN_NODE_PREFIX)]


def get_topics(remote_node_name: str, func: Callable[[str, str], Any], *,
               include_hidden_topics: bool = False) -> List[TopicInfo]:
    """What a function of a node tells of another one."""
    of = parse_node_name(remote_node_name)
    return [TopicInfo(name, types) for name, types in func(of.name, of.namespace)
            if include_hidden_topics or not _is_hidden_name(name)]


def _is_hidden_name(name: str) -> bool:
    return any(part.startswith(HIDDEN_NODE_PREFIX) for part in name.split('/'))


def get_subscriber_info(*, node: Any, remote_node_name: str,
                        include_hidden: bool = False) -> List[TopicInfo]:
    """The topics that a node subscribes to."""
    return get_topics(remote_node_name, node.get_subscriber_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_publisher_info(*, node: Any, remote_node_name: str,
                       include_hidden: bool = False) -> List[TopicInfo]:
    """The topics that a node publishes."""
    return get_topics(remote_node_name, node.get_publisher_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_service_client_info(*, node: Any, remote_node_name: str,
                            include_hidden: bool = False) -> List[TopicInfo]:
    """The services that a node has clients of."""
    return get_topics(remote_node_name, node.get_client_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_service_server_info(*, node: Any, remote_node_name: str,
                            include_hidden: bool = False) -> List[TopicInfo]:
    """The services of a node."""
    return get_topics(remote_node_name, node.get_service_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_action_client_info(*, node: Any, remote_node_name: str,
                           include_hidden: bool = False) -> List[TopicInfo]:
    """The actions that a node has clients of."""
    return get_topics(remote_node_name, partial(get_action_client_names_and_types_by_node, node),
                      include_hidden_topics=include_hidden)


def get_action_server_info(*, node: Any, remote_node_name: str,
                           include_hidden: bool = False) -> List[TopicInfo]:
    """The actions of a node."""
    return get_topics(remote_node_name, partial(get_action_server_names_and_types_by_node, node),
                      include_hidden_topics=include_hidden)


class NodeNameCompleter:
    """All nodes, for an argument of a command."""

    def __init__(self, *, include_hidden_nodes_key: Optional[str] = None) -> None:
        self.include_hidden_nodes_key = include_hidden_nodes_key

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        key = self.include_hidden_nodes_key
        with NodeStrategy(parsed_args) as node:
            found = get_node_names(node=node, include_hidden_nodes=getattr(parsed_args, key) if key else False)
        return [each.full_name for each in found]
