"""Hangs in its third run, which it knows by a file: the order of callbacks has nothing to do with it."""

import random
import sys

import rclpy
from std_msgs.msg import Float64

rclpy.init()
with open(sys.argv[1], 'a') as marks:
    marks.write('.')
with open(sys.argv[1]) as marks:
    is_third = len(marks.read()) == 3
node = rclpy.create_node('sensor')
values = node.create_publisher(Float64, 'value', 10)


def measure():
    while is_third:
        pass
    values.publish(Float64(data=random.random()))


node.create_timer(0.1, measure)
rclpy.spin(node)
