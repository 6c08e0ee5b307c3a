"""`ros2 node`."""
from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from ros2node.api import get_node_names

from .node_of_command import node_of_command


def add_list(parser: ArgumentParser) -> None:
    """Print the names of all nodes."""
    parser.add_argument('-a', '--all', action='store_true')
    parser.set_defaults(run=_list)


def _list(options: Any) -> None:
    with node_of_command() as node:
        for name in sorted(each.full_name for each in get_node_names(node=node, include_hidden_nodes=options.all)):
            print(name)
