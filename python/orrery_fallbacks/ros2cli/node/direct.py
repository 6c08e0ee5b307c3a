"""A hidden node that has looked around for a while."""
from __future__ import annotations

import os
from typing import Any, Optional

import rclpy
from rclpy.clock import Clock, ClockType
from rclpy.parameter import Parameter

from . import NODE_NAME_PREFIX

DEFAULT_TIMEOUT = 0.5


class DirectNode:
    """A node with a context of its own; has the methods of rclpy's nodes."""

    def __init__(self, args: Any, *, node_name: Optional[str] = None) -> None:
        rclpy.init(args=getattr(args, 'argv', []))
        if node_name is None:
            node_name = NODE_NAME_PREFIX + getattr(args, 'node_name_suffix', f'_{os.getpid()}')
        by_clock = Parameter('use_sim_time', value=True)
        self.node = rclpy.create_node(
            node_name, start_parameter_services=getattr(args, 'start_parameter_services', False),
            parameter_overrides=[by_clock] if getattr(args, 'use_sim_time', False) else [])
        self._discover(getattr(args, 'spin_time', None) or DEFAULT_TIMEOUT)

    def _discover(self, seconds: float) -> None:
        """Wait: where discovery takes time (`discovery` of a run's models), other nodes are known only then."""
        over = rclpy.Future()
        # Nothing may have published /clock yet.
        timer = self.node.create_timer(seconds, lambda: over.done() or over.set_result(None),
                                       clock=Clock(clock_type=ClockType.STEADY_TIME))
        rclpy.spin_until_future_complete(self.node, over)
        self.node.destroy_timer(timer)

    def __enter__(self) -> 'DirectNode':
        return self

    def __getattr__(self, name: str) -> Any:
        if not rclpy.ok():
            raise RuntimeError('!rclpy.ok()')
        return getattr(self.node, name)

    def __exit__(self, *error: Any) -> None:
        self.node.destroy_node()
        rclpy.shutdown()


def add_arguments(parser: Any) -> None:
    """Options of a command that asks with such a node."""
    parser.add_argument('--spin-time', type=float, default=DEFAULT_TIMEOUT,
                        help='seconds that the node waits for others before it asks')
    parser.add_argument('-s', '--use-sim-time', action='store_true', help='use the time of /clock')
