"""Gives clocks the time of ``/clock`` when a node uses simulation time."""

from __future__ import annotations

import weakref
from typing import Any

from .clock import ROSClock
from .clock_type import ClockType
from .impl.borrowed_names import borrowed_by
from .parameter import Parameter
from .qos import QoSProfile, ReliabilityPolicy
from .time import Time

CLOCK_TOPIC = '/clock'
USE_SIM_TIME_NAME = 'use_sim_time'


class TimeSource:
    """Subscribes to ``/clock`` for a node and sets its clocks."""

    def __init__(self, *, node: Any = None) -> None:
        self._clock_sub: Any = None
        self._node_weak_ref: Any = None
        self._associated_clocks: list[ROSClock] = []
        self._last_time_set = Time(clock_type=ClockType.ROS_TIME)
        self._ros_time_is_active = False
        if node is not None:
            self.attach_node(node)

    @property
    def ros_time_is_active(self) -> bool:
        """Whether its clocks show the time of ``/clock``."""
        return self._ros_time_is_active

    @ros_time_is_active.setter
    def ros_time_is_active(self, enabled: bool) -> None:
        if self._ros_time_is_active == enabled:
            return
        self._ros_time_is_active = enabled
        for clock in self._associated_clocks:
            clock._set_ros_time_is_active(enabled)
        if enabled:
            self._subscribe_to_clock_topic()
        elif self._clock_sub is not None:
            node = self._get_node()
            if node is not None:
                node.destroy_subscription(self._clock_sub)
            self._clock_sub = None

    def _get_node(self) -> Any:
        return None if self._node_weak_ref is None else self._node_weak_ref()

    def _subscribe_to_clock_topic(self) -> None:
        node = self._get_node()
        if self._clock_sub is not None or node is None:
            return
        from rosgraph_msgs.msg import Clock

        self._clock_sub = node.create_subscription(
            Clock, CLOCK_TOPIC, self.clock_callback,
            QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT))

    def attach_node(self, node: Any) -> None:
        """Follows the parameter ``use_sim_time`` of this node."""
        from .node import Node

        if not isinstance(node, Node):
            raise TypeError('Node must be of type rclpy.node.Node')
        if self._node_weak_ref is not None:
            self.detach_node()
        self._node_weak_ref = weakref.ref(node)
        if not node.has_parameter(USE_SIM_TIME_NAME):
            node.declare_parameter(USE_SIM_TIME_NAME, False)
        parameter = node.get_parameter(USE_SIM_TIME_NAME)
        if parameter.type_ is not Parameter.Type.NOT_SET:
            if parameter.type_ is Parameter.Type.BOOL:
                self.ros_time_is_active = parameter.value
            else:
                node.get_logger().error(
                    "Invalid type for parameter '{}' {!r} should be bool".format(
                        USE_SIM_TIME_NAME, parameter.type_))
        node.add_on_set_parameters_callback(self._on_parameter_event)

    def detach_node(self) -> None:
        """Stops following the parameter."""
        node = self._get_node()
        if self._clock_sub is not None:
            if node is None:
                raise RuntimeError('Unable to destroy previously created clock subscription')
            node.destroy_subscription(self._clock_sub)
        self._clock_sub = None
        self._node_weak_ref = None

    def attach_clock(self, clock: ROSClock) -> None:
        """Sets this clock, too."""
        if not isinstance(clock, ROSClock):
            raise ValueError('Only clocks with type ROS_TIME can be attached.')
        clock.handle.has_source = True
        clock.set_ros_time_override(self._last_time_set)
        clock._set_ros_time_is_active(self.ros_time_is_active)
        self._associated_clocks.append(clock)

    def clock_callback(self, msg: Any) -> None:
        """Sets the clocks to the time of a message."""
        time = Time.from_msg(msg.clock)
        self._last_time_set = time
        for clock in self._associated_clocks:
            clock.set_ros_time_override(time)

    def _on_parameter_event(self, parameters: list[Parameter]) -> Any:
        from rcl_interfaces.msg import SetParametersResult

        for parameter in parameters:
            if parameter.name == USE_SIM_TIME_NAME:
                if parameter.type_ is Parameter.Type.BOOL:
                    self.ros_time_is_active = parameter.value
                else:
                    node = self._get_node()
                    if node is not None:
                        node.get_logger().error(
                            '{} parameter set to something besides a bool'.format(
                                USE_SIM_TIME_NAME))
                    return SetParametersResult(
                        successful=False,
                        reason='{} parameter set to something besides a bool'.format(
                            USE_SIM_TIME_NAME))
        return SetParametersResult(successful=True)


__getattr__ = borrowed_by(__name__)
