"""Ends itself with an exit code of its own, in a callback."""
import sys

import rclpy
from rclpy.node import Node

rclpy.init()
node = Node('exits')
node.create_timer(0.1, lambda: sys.exit(3))
rclpy.spin(node)
