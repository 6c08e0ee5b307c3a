"""A control timer in a group of its own does not wait for scans that take 30 ms."""

import time

import rclpy
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from std_msgs.msg import Int32

rclpy.init()
robot = rclpy.create_node('robot')
state = {'last': None}


def control():
    now = robot.get_clock().now().nanoseconds
    if state['last'] is not None and now - state['last'] > 100_000_000:
        raise RuntimeError('the control loop stood still')
    state['last'] = now


def scanner(name, period):
    node = rclpy.create_node(name)
    publisher = node.create_publisher(Int32, f'{name}_scan', 10)
    node.create_timer(period, lambda: publisher.publish(Int32(data=1)))
    robot.create_subscription(Int32, f'{name}_scan', lambda _: time.sleep(0.03), 10)
    return node


robot.create_timer(0.05, control, callback_group=MutuallyExclusiveCallbackGroup())
executor = MultiThreadedExecutor(4)
for each in (robot, scanner('front', 0.17), scanner('left', 0.19), scanner('right', 0.23)):
    executor.add_node(each)
executor.spin()
