"""The node of a launch that a program runs by a `LaunchService`; other launches have none."""
from __future__ import annotations

import os
import threading
from typing import Any, List, Optional


class ROSAdapter:
    """A context, a node, and a thread that runs the node's callbacks."""

    def __init__(self, *, argv: Optional[List[str]] = None, autostart: bool = True) -> None:
        self.__argv = [] if argv is None else argv
        self.__context: Any = None
        self.__node: Any = None
        self.__executor: Any = None
        self.__thread: Optional[threading.Thread] = None
        self.__is_running = False
        if autostart:
            self.start()

    def start(self) -> None:
        """Make context, node and thread. Raises RuntimeError if they are there."""
        import rclpy
        from rclpy.executors import SingleThreadedExecutor
        if self.__is_running:
            raise RuntimeError('Cannot start a ROS adapter that is already running')
        self.__context = rclpy.Context()
        rclpy.init(args=self.__argv, context=self.__context)
        self.__node = rclpy.create_node(f'launch_ros_{os.getpid()}', context=self.__context)
        self.__executor = SingleThreadedExecutor(context=self.__context)
        self.__executor.add_node(self.__node)
        self.__is_running = True
        self.__thread = threading.Thread(target=self._spin, args=(self.__executor,), daemon=True)
        self.__thread.start()

    def _spin(self, executor: Any) -> None:
        from rclpy.executors import ExternalShutdownException
        try:
            executor.spin()
        except (ExternalShutdownException, KeyboardInterrupt):
            pass

    def shutdown(self) -> None:
        """Give them up. Raises RuntimeError if there are none."""
        import rclpy
        if not self.__is_running:
            raise RuntimeError('Cannot shutdown a ROS adapter that is not running')
        self.__is_running = False
        self.__executor.shutdown()
        if self.__thread is not threading.current_thread():
            self.__thread.join()
        self.__node.destroy_node()
        self.__node = None
        rclpy.try_shutdown(context=self.__context)

    @property
    def argv(self) -> List[str]:
        """The arguments of the context."""
        return self.__argv

    @property
    def ros_context(self) -> Any:
        """The context of rclpy."""
        return self.__context

    @property
    def ros_node(self) -> Any:
        """The node; None when it is shut down."""
        return self.__node

    @property
    def ros_executor(self) -> Any:
        """The executor of the node."""
        return self.__executor


def get_ros_adapter(context: Any) -> ROSAdapter:
    """The adapter of a launch, which is made when it is first asked for.

    Raises RuntimeError while Orrery reads a launch file: nothing runs then.
    """
    from launch.event_handlers import OnShutdown
    if context.running is None:
        raise RuntimeError('there is no ROS node while Orrery reads a launch file')
    if not hasattr(context.locals, 'ros_adapter'):
        adapter = ROSAdapter(argv=context.argv)
        context.extend_globals({'ros_adapter': adapter})
        context.register_event_handler(OnShutdown(
            on_shutdown=lambda *_: adapter.shutdown()))
    return context.locals.ros_adapter


def get_ros_node(context: Any) -> Any:
    """The node of a launch. Raises RuntimeError as `get_ros_adapter`."""
    return get_ros_adapter(context).ros_node
