"""Spins a node beside a test."""
from __future__ import annotations

import threading
from typing import Any

import rclpy
from rclpy.executors import SingleThreadedExecutor


class MessagePump:
    """Spins a node in a thread between its start and its stop."""

    def __init__(self, node: Any, timeout: float = 0.1, context: Any = None) -> None:
        self._node, self._timeout = node, timeout
        self._context = rclpy.get_default_context() if context is None else context
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._spin, name='msg_pump_thread')

    def start(self) -> None:
        """Starts to spin."""
        self._running.set()
        self._thread.start()

    def stop(self) -> None:
        """Stops; raises RuntimeError if the thread does not end."""
        self._running.clear()
        self._thread.join(timeout=5.0)
        if self._thread.is_alive():
            raise RuntimeError('Timed out waiting for message pump to stop')

    def _spin(self) -> None:
        executor = SingleThreadedExecutor(context=self._context)
        executor.add_node(self._node)
        while self._running.is_set():
            executor.spin_once(timeout_sec=self._timeout)
        executor.remove_node(self._node)
