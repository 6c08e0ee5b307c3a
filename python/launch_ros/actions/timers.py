"""Timers in ROS time, which for a launch is that of the run or that of `/clock`."""
from __future__ import annotations

import threading
from typing import Any

from launch.actions import TimerAction
from launch.event_handlers import OnShutdown
from launch.running.running_process import in_a_run

from ..ros_adapters import get_ros_node


def _is_simulated(context: Any) -> bool:
    """Whether the launch's nodes use simulated time, by the last setting."""
    for parameter in reversed(context.launch_configurations.get('global_params', [])):
        if isinstance(parameter, tuple) and parameter[0] == 'use_sim_time':
            return bool(parameter[1])
    return False


class ROSTimer(TimerAction):
    """Execute actions after a delay in s.

    In a launch that a program runs and whose nodes use simulated time, `/clock` counts.
    """

    def wait(self, context: Any, seconds: float) -> None:
        """Execute the actions after the delay; later settings of the time source count, too."""
        running = context.running

        def begin() -> None:
            if in_a_run() and _is_simulated(context):
                running.in_background(lambda: self._by_clock(context, seconds), None)
            else:
                super(ROSTimer, self).wait(context, seconds)
        running.after(0, begin, owner=self)

    def _by_clock(self, context: Any, seconds: float) -> None:
        from rclpy.parameter import Parameter
        node = get_ros_node(context)
        node.set_parameters([Parameter('use_sim_time', value=True)])
        over = threading.Event()
        context.register_event_handler(OnShutdown(on_shutdown=lambda *_: over.set()))
        timer = node.create_timer(seconds, over.set)
        over.wait()
        if not context.is_shutdown:
            node.destroy_timer(timer)
            super().wait(context, 0)


RosTimer = ROSTimer
