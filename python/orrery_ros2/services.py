"""`ros2 service`."""
from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

import rclpy
from ros2service.api import get_service_names_and_types
from rosidl_runtime_py.utilities import get_service

from .node_of_command import fill, node_of_command, type_named


def add_call(parser: ArgumentParser) -> None:
    """Call a service once, or again and again."""
    parser.add_argument('service_name')
    parser.add_argument('service_type')
    parser.add_argument('values', nargs='?', default='{}')
    parser.add_argument('-r', '--rate', type=float)
    parser.set_defaults(run=_call)


def _call(options: Any) -> None:
    kind = type_named(get_service, options.service_type)
    request = kind.Request()
    fill(request, options.values)
    with node_of_command() as node:
        client = node.create_client(kind, options.service_name)
        if not client.service_is_ready():
            print('waiting for service to become available...')
            client.wait_for_service()
        while True:
            print(f'requester: making request: {request!r}\n')
            begun = time.monotonic()
            future = client.call_async(request)
            rclpy.spin_until_future_complete(node, future)
            if future.result() is None:
                raise RuntimeError(f'Exception while calling service: {future.exception()!r}')
            print(f'response:\n{future.result()!r}\n')
            if options.rate is None:
                return
            time.sleep(max(0, begun + 1 / options.rate - time.monotonic()))


def add_list(parser: ArgumentParser) -> None:
    """Print the names of all services."""
    parser.add_argument('-t', '--show-types', action='store_true')
    parser.set_defaults(run=_list)


def _list(options: Any) -> None:
    with node_of_command() as node:
        for name, types in get_service_names_and_types(node=node):
            print(f'{name} [{", ".join(types)}]' if options.show_types else name)
