"""Lifecycle nodes: their states, and how these are changed."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping

import rclpy
from lifecycle_msgs.srv import ChangeState, GetAvailableTransitions, GetState
from ros2node.api import NodeName
from ros2node.api import get_node_names as get_all_node_names
from ros2service.api import get_service_names_and_types


def get_node_names(*, node: Any, include_hidden_nodes: bool = False) -> List[NodeName]:
    """All lifecycle nodes."""
    services = dict(get_service_names_and_types(node=node))
    names = get_all_node_names(node=node, include_hidden_nodes=include_hidden_nodes)
    return [each for each in names
            if 'lifecycle_msgs/srv/GetState' in services.get(f'{each.full_name}/get_state', ())]


def call_get_states(*, node: Any, node_names: Iterable[str]) -> Dict[str, Any]:
    """The state of each node, or the exception of its service."""
    requests = {name: GetState.Request() for name in node_names}
    return _each(_call(node, GetState, 'get_state', requests), lambda response, _: response.current_state)


def call_change_states(*, node: Any, transitions: Mapping[str, Any]) -> Dict[str, Any]:
    """Whether each node has made its transition, or the exception of its service."""
    requests = {name: ChangeState.Request(transition=each) for name, each in transitions.items()}
    return _each(_call(node, ChangeState, 'change_state', requests), lambda response, _: response.success)


def call_get_available_transitions(*, node: Any, states: Mapping[str, Any]) -> Dict[str, Any]:
    """The transitions that each node can make from a state, from any if that is None, or the exception of its service."""
    return _transitions(node, states, 'get_available_transitions')


def call_get_transition_graph(*, node: Any, states: Mapping[str, Any]) -> Dict[str, Any]:
    """The transitions that each node has from a state, from any if that is None, or the exception of its service."""
    return _transitions(node, states, 'get_transition_graph')


def _transitions(node: Any, states: Mapping[str, Any], service: str) -> Dict[str, Any]:
    requests = {name: GetAvailableTransitions.Request() for name in states}
    return _each(
        _call(node, GetAvailableTransitions, service, requests),
        lambda response, name: [each for each in response.available_transitions
                                if states[name] is None or each.start_state == states[name]])


def _call(node: Any, type_: Any, service: str, requests: Mapping[str, Any]) -> Dict[str, Any]:
    """Call a service of several nodes, of each as soon as it is there; returns their futures when all are done."""
    clients = {name: node.create_client(type_, f'{name}/{service}') for name in requests}
    futures: Dict[str, Any] = {}
    while True:
        for name, client in clients.items():
            if name not in futures and client.service_is_ready():
                futures[name] = client.call_async(requests[name])
        if len(futures) == len(clients):
            break
        rclpy.spin_once(node, timeout_sec=1.0)
    for future in futures.values():
        rclpy.spin_until_future_complete(node, future)
    return futures


def _each(futures: Mapping[str, Any], read: Any) -> Dict[str, Any]:
    return {name: future.exception() if future.result() is None else read(future.result(), name)
            for name, future in futures.items()}
