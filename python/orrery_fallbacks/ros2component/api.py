"""Containers, and the components in them."""
from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

import rclpy
from ament_index_python import get_resource, get_resources, has_resource
from composition_interfaces.srv import ListNodes, LoadNode, UnloadNode
from rcl_interfaces.msg import Parameter
from rclpy.parameter import get_parameter_value
from ros2cli.node.strategy import NodeStrategy
from ros2node.api import NodeName, get_node_names, get_service_server_info

COMPONENTS_RESOURCE_TYPE = 'rclcpp_components'
#: The services of containers, and their types.
_SERVICES = {'load_node': 'LoadNode', 'unload_node': 'UnloadNode', 'list_nodes': 'ListNodes'}
#: Seconds that a question waits for a container.
_PATIENCE = 5.0


class ComponentInfo(NamedTuple):
    """A component in a container: its number there, and its full name."""

    uid: int
    name: str


Components = Tuple[bool, Union[List[ComponentInfo], str]]


def get_package_names_with_component_types() -> List[str]:
    """The installed packages that have components."""
    return list(get_resources(COMPONENTS_RESOURCE_TYPE))


def get_package_component_types(*, package_name: Optional[str] = None) -> List[str]:
    """The classes of an installed package that are components."""
    if package_name is None or not has_resource(COMPONENTS_RESOURCE_TYPE, package_name):
        return []
    content, _ = get_resource(COMPONENTS_RESOURCE_TYPE, package_name)
    return [line.split(';')[0] for line in content.splitlines()]


def get_registered_component_types() -> List[Tuple[str, List[str]]]:
    """The packages that have components, with these."""
    return [(name, get_package_component_types(package_name=name)) for name in get_package_names_with_component_types()]


def find_container_node_names(*, node: Any, node_names: Iterable[NodeName]) -> List[NodeName]:
    """Which of these nodes are containers."""
    found = []
    for each in node_names:
        try:
            services = get_service_server_info(node=node, remote_node_name=each.full_name, include_hidden=True)
        except rclpy.node.NodeNameNonExistentError:
            continue
        if all(any(service.name.endswith(f'_container/{name}') and f'composition_interfaces/srv/{kind}' in service.types
                   for service in services) for name, kind in _SERVICES.items()):
            found.append(each)
    return found


def get_components_in_container(*, node: Any, remote_container_node_name: str) -> Components:
    """True and the components of a container, or False and a reason."""
    name = remote_container_node_name
    return get_components_in_containers(node=node, remote_containers_node_names=[name])[name]


def get_components_in_containers(*, node: Any, remote_containers_node_names: Iterable[str]) -> Dict[str, Components]:
    """For each container, True and its components, or False and a reason."""
    return {name: _components(node, name) for name in remote_containers_node_names}


def _components(node: Any, container: str) -> Components:
    client = node.create_client(ListNodes, f'{container}/_container/list_nodes')
    try:
        if not client.wait_for_service(timeout_sec=_PATIENCE):
            return False, "No 'list_nodes' service found"
        future = client.call_async(ListNodes.Request())
        rclpy.spin_until_future_complete(node, future, timeout_sec=_PATIENCE)
        if not future.done():
            return False, "No 'list_nodes' service response"
        response = future.result()
        return True, [ComponentInfo(*each) for each in zip(response.unique_ids, response.full_node_names)]
    finally:
        node.destroy_client(client)


def _client(node: Any, kind: Any, container: str, name: str) -> Any:
    client = node.create_client(kind, f'{container}/_container/{name}')
    if not client.wait_for_service(timeout_sec=_PATIENCE):
        node.destroy_client(client)
        raise RuntimeError(f"No '{name}' service found for '{container}' container")
    return client


def _parameters(texts: Optional[Iterable[str]]) -> List[Parameter]:
    """Parameters of texts such as `rate:=5`."""
    pairs = [text.partition(':=') for text in texts or ()]
    return [Parameter(name=name, value=get_parameter_value(string_value=value)) for name, _, value in pairs]


def load_component_into_container(
        *, node: Any, remote_container_node_name: str, package_name: str, plugin_name: str,
        node_name: Optional[str] = None, node_namespace: Optional[str] = None, log_level: Optional[int] = None,
        remap_rules: Optional[List[str]] = None, parameters: Optional[Iterable[str]] = None,
        extra_arguments: Optional[Iterable[str]] = None) -> Tuple[int, str]:
    """Load a component; returns its number and its full name. Raises RuntimeError."""
    client = _client(node, LoadNode, remote_container_node_name, 'load_node')
    try:
        request = LoadNode.Request(
            package_name=package_name, plugin_name=plugin_name, node_name=node_name or '',
            node_namespace=node_namespace or '', log_level=log_level or 0, remap_rules=remap_rules or [],
            parameters=_parameters(parameters), extra_arguments=_parameters(extra_arguments))
        future = client.call_async(request)
        rclpy.spin_until_future_complete(node, future)
        response = future.result()
        if not response.success:
            raise RuntimeError(f'Failed to load component: {response.error_message.capitalize()}')
        return response.unique_id, response.full_node_name
    finally:
        node.destroy_client(client)


def unload_component_from_container(
        *, node: Any, remote_container_node_name: str, component_uids: Iterable[int]
        ) -> Iterator[Tuple[int, bool, str]]:
    """Unload components; yields of each its number, whether that failed, and why. Raises RuntimeError."""
    client = _client(node, UnloadNode, remote_container_node_name, 'unload_node')
    try:
        for uid in component_uids:
            future = client.call_async(UnloadNode.Request(unique_id=uid))
            rclpy.spin_until_future_complete(node, future)
            yield uid, not future.result().success, future.result().error_message
    finally:
        node.destroy_client(client)


def package_with_components_name_completer(prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
    """The installed packages that have components, for an argument of a command."""
    return get_package_names_with_component_types()


def container_node_name_completer(prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
    """All containers, for an argument of a command."""
    with NodeStrategy(parsed_args) as node:
        found = find_container_node_names(node=node, node_names=get_node_names(node=node))
    return [each.full_name for each in found]


class ComponentTypeNameCompleter:
    """The components of the package that another argument names."""

    def __init__(self, *, package_name_key: Optional[str] = None) -> None:
        self.package_name_key = package_name_key or 'package_name'

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        return get_package_component_types(package_name=getattr(parsed_args, self.package_name_key))


def add_component_arguments(parser: Any) -> None:
    """Add the arguments that say what to load to a parser."""
    parser.add_argument('package_name', help='the package of the component'
                        ).completer = package_with_components_name_completer
    parser.add_argument('plugin_name', help='the class of the component'
                        ).completer = ComponentTypeNameCompleter(package_name_key='package_name')
    for words, dest, what in ((('-n', '--node-name'), 'node_name', 'the name of its node'),
                              (('--node-namespace',), 'node_namespace', 'the namespace of its node'),
                              (('--log-level',), 'log_level', 'the level of its logger')):
        parser.add_argument(*words, dest=dest, help=what)
    for words, dest, what in ((('-r', '--remap-rule'), 'remap_rules', 'a rule such as from:=to'),
                              (('-p', '--parameter'), 'parameters', 'a parameter such as name:=value'),
                              (('-e', '--extra-argument'), 'extra_arguments', 'for the container: name:=value')):
        parser.add_argument(*words, dest=dest, action='append', help=what)
