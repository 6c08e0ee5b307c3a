"""Queries about the servers and clients of actions."""

from __future__ import annotations

from typing import Any

NamesAndTypes = list[tuple[str, list[str]]]

_FEEDBACK = '/_action/feedback'
_SUFFIX = '_FeedbackMessage'


def get_action_client_names_and_types_by_node(
    node: Any, remote_node_name: str, remote_node_namespace: str
) -> NamesAndTypes:
    """Actions that a node uses."""
    return _actions(node.get_subscriber_names_and_types_by_node(
        remote_node_name, remote_node_namespace))


def get_action_server_names_and_types_by_node(
    node: Any, remote_node_name: str, remote_node_namespace: str
) -> NamesAndTypes:
    """Actions that a node offers."""
    return _actions(node.get_publisher_names_and_types_by_node(
        remote_node_name, remote_node_namespace))


def get_action_names_and_types(node: Any) -> NamesAndTypes:
    """All actions."""
    return _actions(node.get_topic_names_and_types())


def _actions(topics: NamesAndTypes) -> NamesAndTypes:
    found = []
    for name, types in topics:
        if name.endswith(_FEEDBACK):
            plain = [each[:-len(_SUFFIX)] for each in types if each.endswith(_SUFFIX)]
            found.append((name[:-len(_FEEDBACK)], plain))
    return found
