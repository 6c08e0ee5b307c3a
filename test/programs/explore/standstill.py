"""Prints what a node hears and when, in the executor that is named."""

import sys

import rclpy
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.experimental import EventsExecutor
from std_msgs.msg import Int64

rclpy.init()
node = rclpy.create_node('hearer')


def say(what):
    print(what, node.get_clock().now().nanoseconds // 1_000_000)


node.create_timer(0.1, lambda: say('tick'))
node.create_subscription(Int64, 'number', lambda message: say(message.data), 10)
executor = {'single': SingleThreadedExecutor, 'multi': MultiThreadedExecutor,
            'events': EventsExecutor}[sys.argv[1]]()
executor.add_node(node)
executor.spin()
