"""Parameters of other nodes."""
from __future__ import annotations

import sys
from typing import Any, List, Optional

import rclpy
from rcl_interfaces.msg import ParameterType
from rclpy.parameter import get_parameter_value as _parameter_value_of
from rclpy.parameter import parameter_dict_from_yaml_file, parameter_value_to_python
from rclpy.parameter_client import AsyncParameterClient
from ros2cli.node.direct import DirectNode

#: Seconds that a question waits for the services of the other node.
_PATIENCE = 5.0


def get_value(*, parameter_value: Any) -> Any:
    """The value of a `ParameterValue`; None if it has none."""
    try:
        return parameter_value_to_python(parameter_value)
    except RuntimeError as error:
        print(f'Runtime error {error} raised')
        return None


def get_parameter_value(*, string_value: str) -> Any:
    """The `ParameterValue` that a text means: `1`, `[a, b]`."""
    return _parameter_value_of(string_value)


def get_parameter_type_string(parameter_type: int) -> str:
    """The name of a type: `integer array`."""
    for constant in ('NOT_SET', 'BOOL', 'INTEGER', 'DOUBLE', 'STRING', 'BYTE_ARRAY', 'BOOL_ARRAY',
                     'INTEGER_ARRAY', 'DOUBLE_ARRAY', 'STRING_ARRAY'):
        if getattr(ParameterType, f'PARAMETER_{constant}') == parameter_type:
            return constant.replace('BOOL', 'BOOLEAN').replace('_', ' ').lower()
    raise KeyError(parameter_type)


def _client(node: Any, node_name: str) -> AsyncParameterClient:
    client = AsyncParameterClient(node, node_name)
    if not client.wait_for_services(timeout_sec=_PATIENCE):
        raise RuntimeError('Wait for service timed out')
    return client


def _answer(node: Any, node_name: str, future: Any) -> Any:
    rclpy.spin_until_future_complete(node, future)
    response = future.result()
    if response is None:
        raise RuntimeError(
            f"Exception while calling service of node '{node_name}': {future.exception()}")
    return response


def call_describe_parameters(*, node: Any, node_name: str,
                             parameter_names: Optional[List[str]] = None) -> Any:
    """The response of `describe_parameters`. Raises RuntimeError if nobody answers."""
    client = _client(node, node_name)
    return _answer(node, node_name, client.describe_parameters(parameter_names or []))


def call_get_parameters(*, node: Any, node_name: str, parameter_names: List[str]) -> Any:
    """The response of `get_parameters`. Raises RuntimeError if nobody answers."""
    return _answer(node, node_name, _client(node, node_name).get_parameters(parameter_names))


def call_set_parameters(*, node: Any, node_name: str, parameters: List[Any]) -> Any:
    """The response of `set_parameters`. Raises RuntimeError if nobody answers."""
    return _answer(node, node_name, _client(node, node_name).set_parameters(parameters))


def call_list_parameters(*, node: Any, node_name: str, prefixes: Optional[List[str]] = None) -> Any:
    """The future of `list_parameters`, which is done; None if the other node does not answer."""
    client = AsyncParameterClient(node, node_name)
    if not client.wait_for_services(timeout_sec=_PATIENCE):
        return None
    future = client.list_parameters(prefixes=prefixes)
    rclpy.spin_until_future_complete(node, future)
    return future


def load_parameter_file(*, node: Any, node_name: str, parameter_file: str, use_wildcard: bool) -> None:
    """Set what a file has; prints of each parameter whether it was set."""
    future = _client(node, node_name).load_parameter_file(parameter_file, use_wildcard)
    response = _answer(node, node_name, future)
    names = list(parameter_dict_from_yaml_file(parameter_file, use_wildcard))
    for name, result in zip(names, response.results):
        reason = f': {result.reason}' if result.reason else ''
        print(f"Set parameter {name} {'successful' if result.successful else 'failed'}{reason}",
              file=sys.stdout if result.successful else sys.stderr)


class ParameterNameCompleter:
    """The parameters of the node that another argument names, for an argument of a command."""

    def __call__(self, prefix: str, parsed_args: Any, **_given: Any) -> List[str]:
        with DirectNode(parsed_args) as node:
            future = call_list_parameters(node=node, node_name=parsed_args.node_name)
        names = future.result().result.names if future else []
        return [name for name in names if name.startswith(prefix or '')]
