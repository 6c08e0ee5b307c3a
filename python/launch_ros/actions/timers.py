"""Timers in the time of ROS, which for a launch is that of the run or that of `/clock`."""
from __future__ import annotations

import threading
from typing import Any

from launch.actions import TimerAction
from launch.event_handlers import OnShutdown
from launch.running.running_process import in_a_run

from ..ros_adapters import get_ros_node


def _is_simulated(context: Any) -> bool:
    """Whether the nodes of the launch use simulated time, as was said last."""
    for parameter in reversed(context.launch_configurations.get('global_params', [])):
        if isinstance(parameter, tuple) and parameter[0] == 'use_sim_time':
            return bool(parameter[1])
    return False


class ROSTimer(TimerAction):
    """Do something after a time in s.

    In a launch that a program runs, and whose nodes use simulated time, `/clock` counts.
    """

    def wait(self, context: Any, seconds: float) -> None:
        """Act when the time has come; what the same description says of the time counts, too."""
        running = context.running

        def begin() -> None:
            if in_a_run() and _is_simulated(context):
                running.in_background(lambda: self._by_clock(context, seconds), self)
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
