"""The node that a command asks with: a run has no daemon, so it is always a `DirectNode`."""
from __future__ import annotations

from typing import Any, Optional

from .direct import DirectNode
from .direct import add_arguments as _add_arguments


class NodeStrategy:
    """Has the methods of rclpy's nodes."""

    daemon_node = None

    def __init__(self, args: Any, *, node_name: Optional[str] = None) -> None:
        self.direct_node = DirectNode(args, node_name=node_name)

    def __enter__(self) -> 'NodeStrategy':
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.direct_node, name)

    def __exit__(self, *error: Any) -> None:
        self.direct_node.__exit__(*error)


def add_arguments(parser: Any) -> None:
    """Options of a command that asks with such a node."""
    _add_arguments(parser)
    parser.add_argument('--no-daemon', action='store_true', help='changes nothing here')
