"""Requests components from a container while the launch runs."""
from __future__ import annotations

from typing import Any, List

from .utilities import add_node_name

#: Seconds between two checks whether the launch has ended.
_LOOK = 0.5


def load_components(context: Any, container: str, requests: List[Any]) -> None:
    """Load components one after the other, when the container answers; until the shutdown."""
    import rclpy
    from composition_interfaces.srv import LoadNode
    from rclpy.executors import SingleThreadedExecutor

    own = rclpy.context.Context()
    rclpy.init(context=own, args=[])
    node = rclpy.create_node('launch_ros', context=own, start_parameter_services=False)
    executor = SingleThreadedExecutor(context=own)
    executor.add_node(node)
    try:
        client = node.create_client(LoadNode, f'{container}/_container/load_node')
        while not client.wait_for_service(timeout_sec=_LOOK):
            if context.is_shutdown:
                return
        for request in requests:
            future = client.call_async(request)
            while not future.done() and not context.is_shutdown:
                executor.spin_until_future_complete(future, timeout_sec=_LOOK)
            if not future.done():
                return
            _told(context, container, request, future.result())
    finally:
        executor.shutdown()
        node.destroy_node()
        rclpy.shutdown(context=own)


def _told(context: Any, container: str, request: Any, response: Any) -> None:
    name = response.full_node_name or request.node_name
    if response.success:
        add_node_name(context, name)
        context.running.say('INFO', 'launch_ros.actions.load_composable_nodes',
                            f"Loaded node '{name}' in container '{container}'")
    else:
        context.running.say('ERROR', 'launch_ros.actions.load_composable_nodes',
                            f"Failed to load node '{request.node_name}' of type "
                            f"'{request.plugin_name}' in container '{container}': "
                            f'{response.error_message}')
