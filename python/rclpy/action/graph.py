"""Queries about the servers and clients of actions."""

from __future__ import annotations

from typing import Any, Iterator

from ..endpoint_info import ActionEndpointInfo, ServiceEndpointInfo
from ..topic_endpoint_info import TopicEndpointInfo

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


def get_action_clients_info_by_action(node: Any, action_name: str) -> list[ActionEndpointInfo]:
    """The clients of an action."""
    return list(_infos(node, action_name, 'clients_info', 'subscriptions_info'))


def get_action_servers_info_by_action(node: Any, action_name: str) -> list[ActionEndpointInfo]:
    """The servers of an action."""
    return list(_infos(node, action_name, 'servers_info', 'publishers_info'))


def _infos(node: Any, action: str, of_services: str, of_topics: str
           ) -> Iterator[ActionEndpointInfo]:
    """What belongs together is at the same place among the endpoints of its node."""
    full = node._orrery_full(action)
    with node.handle:
        services = [[ServiceEndpointInfo.from_answer(each)
                     for each in node._orrery_ask(of_services, f'{full}/_action/{name}')]
                    for name in ('send_goal', 'cancel_goal', 'get_result')]
        topics = [[TopicEndpointInfo.from_answer(each)
                   for each in node._orrery_ask(of_topics, f'{full}/_action/{name}')]
                  for name in ('feedback', 'status')]
    places: dict[tuple[str, str], int] = {}
    for goal in services[0]:
        owner = (goal.node_name, goal.node_namespace)
        place = places[owner] = places.get(owner, -1) + 1
        parts = []
        for endpoints in (*services, *topics):
            own = [each for each in endpoints if (each.node_name, each.node_namespace) == owner]
            parts.append(own[place] if place < len(own) else None)
        if None not in parts:
            yield ActionEndpointInfo(**dict(zip(ActionEndpointInfo.__slots__, parts)))


def _actions(topics: NamesAndTypes) -> NamesAndTypes:
    found = []
    for name, types in topics:
        if name.endswith(_FEEDBACK):
            plain = [each[:-len(_SUFFIX)] for each in types if each.endswith(_SUFFIX)]
            found.append((name[:-len(_FEEDBACK)], plain))
    return found
