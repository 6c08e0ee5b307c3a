"""`ros2 param`."""
from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

import yaml
from rcl_interfaces.msg import Parameter
from rclpy.parameter import parameter_value_to_python
from ros2param.api import (
    call_get_parameters, call_list_parameters, call_set_parameters, get_parameter_type_string, get_parameter_value,
    load_parameter_file)

from .node_of_command import node_of_command


def _full(name: str) -> str:
    return name if name.startswith('/') else f'/{name}'


def add_set(parser: ArgumentParser) -> None:
    """Set a parameter of a node."""
    for name in ('node_name', 'name', 'value'):
        parser.add_argument(name)
    parser.set_defaults(run=_set)


def _set(options: Any) -> int:
    parameter = Parameter(name=options.name, value=get_parameter_value(string_value=options.value))
    with node_of_command() as node:
        response = call_set_parameters(node=node, node_name=_full(options.node_name), parameters=[parameter])
        result, = response.results
        print(*['Set parameter successful' if result.successful else 'Setting parameter failed',
                *([result.reason] if result.reason else [])], sep=': ',
              file=sys.stdout if result.successful else sys.stderr)
    return 0


def add_get(parser: ArgumentParser) -> None:
    """Print a parameter of a node."""
    parser.add_argument('node_name')
    parser.add_argument('name')
    parser.add_argument('--hide-type', action='store_true')
    parser.set_defaults(run=_get)


def _get(options: Any) -> int:
    with node_of_command() as node:
        response = call_get_parameters(node=node, node_name=_full(options.node_name), parameter_names=[options.name])
        value, = response.values
        kind = get_parameter_type_string(value.type)
        if kind == 'not set':
            print('Parameter not set')
            return 1
        label = f'{kind.capitalize()} {"values are" if kind.endswith("array") else "value is"}:'
        print(*([] if options.hide_type else [label.replace(' array', '')]), parameter_value_to_python(value))
    return 0


def add_load(parser: ArgumentParser) -> None:
    """Set what a file has."""
    parser.add_argument('node_name')
    parser.add_argument('parameter_file')
    parser.add_argument('--no-use-wildcard', action='store_true')
    parser.set_defaults(run=_load)


def _load(options: Any) -> None:
    if not os.path.isfile(options.parameter_file):
        raise RuntimeError(f'The file {options.parameter_file} does not exist')
    with node_of_command() as node:
        load_parameter_file(node=node, node_name=_full(options.node_name), parameter_file=options.parameter_file,
                            use_wildcard=not options.no_use_wildcard)


def _names(node: Any, name: str) -> Any:
    future = call_list_parameters(node=node, node_name=name)
    if future is None or future.result() is None:
        raise RuntimeError(f"The node '{name}' does not answer")
    return sorted(future.result().result.names)


def add_list(parser: ArgumentParser) -> None:
    """Print the names of the parameters of a node."""
    parser.add_argument('node_name')
    parser.set_defaults(run=_list)


def _list(options: Any) -> None:
    with node_of_command() as node:
        for name in _names(node, _full(options.node_name)):
            print(f'  {name}')


def add_dump(parser: ArgumentParser) -> None:
    """Print all parameters of a node, as a file has them."""
    parser.add_argument('node_name')
    parser.set_defaults(run=_dump)


def _dump(options: Any) -> None:
    name = _full(options.node_name)
    with node_of_command() as node:
        names = _names(node, name)
        response = call_get_parameters(node=node, node_name=name, parameter_names=names)
        tree: dict = {}
        for each, value in zip(names, response.values):
            *above, last = each.split('.')
            branch = tree
            for part in above:
                branch = branch.setdefault(part, {})
            branch[last] = parameter_value_to_python(value)
        print(yaml.dump({name: {'ros__parameters': tree}}, default_flow_style=False))
