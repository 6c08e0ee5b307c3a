"""The node of a player or recorder, in a separate context and thread."""
from __future__ import annotations

import threading
from typing import Any, Callable, Dict, List, Optional

from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.logging import LoggingSeverity
from rclpy.node import Node
from rclpy.parameter import Parameter

_LEVELS = ('debug', 'info', 'warn', 'error', 'fatal')


def severity(log_level: str) -> LoggingSeverity:
    """The severity with this name. Raises RuntimeError for any other word."""
    if log_level not in _LEVELS:
        raise RuntimeError(f"the log level '{log_level}' is not one of {', '.join(_LEVELS)}")
    return LoggingSeverity[log_level.upper()]


class TransportNode:
    """A node that serves once it is told to spin."""

    def __init__(self, name: str, log_level: str, use_sim_time: bool = False,
                 arguments: Optional[List[str]] = None) -> None:
        level = severity(log_level)
        self.context = Context()
        self.context.init()
        self.node = Node(
            name, context=self.context, cli_args=arguments or None,
            parameter_overrides=[Parameter('use_sim_time', value=use_sim_time)] if use_sim_time else [])
        self.logger = self.node.get_logger()
        self.logger.set_level(level)
        self._executor: Optional[SingleThreadedExecutor] = None
        self._thread: Optional[threading.Thread] = None

    def serve(self, name: str, handler: Callable[[Any], Any]) -> None:
        """Offer a service of `rosbag2_interfaces`; the handler returns the fields of the response."""
        from rosbag2_interfaces import srv
        kind = getattr(srv, name)

        def answer(request: Any, response: Any) -> Any:
            fields: Dict[str, Any] = handler(request) or {}
            for key, value in fields.items():
                setattr(response, key, value)
            return response
        words = ''.join('_' + letter.lower() if letter.isupper() else letter for letter in name)
        self.node.create_service(kind, f'~/{words[1:]}', answer)

    def start_spin(self) -> None:
        """Serve in a thread; a second call changes nothing."""
        if self._thread is not None:
            return
        executor = self._executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)

        def spin() -> None:
            try:
                executor.spin()
            except ExternalShutdownException:
                pass
        self._thread = threading.Thread(target=spin, daemon=True)
        self._thread.start()

    def stop_spin(self) -> None:
        """Stop serving."""
        thread, self._thread = self._thread, None
        if thread is None or self._executor is None:
            return
        self._executor.shutdown()
        if thread is not threading.current_thread():
            thread.join()

    def destroy(self) -> None:
        """Remove the node."""
        self.stop_spin()
        if self.context.ok():
            self.node.destroy_node()
            self.context.shutdown()
