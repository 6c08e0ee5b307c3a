"""A meter adds up with a pause of 2 ms in a reentrant group: two messages that come within it count once."""

import time

import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from std_msgs.msg import Int32

rclpy.init()
meter = rclpy.create_node('meter')
missing = meter.create_publisher(Int32, 'missing', 10)
group = ReentrantCallbackGroup()
state = {'used': 0, 'counted': 0}


def add(message):
    used = state['used']
    time.sleep(0.002)
    state['used'] = used + message.data
    state['counted'] += message.data
    missing.publish(Int32(data=state['counted'] - state['used']))


def source(name, period):
    node = rclpy.create_node(f'source_{name}')
    publisher = node.create_publisher(Int32, name, 10)
    node.create_timer(period, lambda: publisher.publish(Int32(data=1)))
    meter.create_subscription(Int32, name, add, 10, callback_group=group)
    return node


executor = MultiThreadedExecutor(4)
for each in (meter, source('motor', 0.1), source('lamp', 0.143)):
    executor.add_node(each)
executor.spin()
