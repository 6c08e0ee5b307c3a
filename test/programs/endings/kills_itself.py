# Dies as of a crash in native code, or of the kernel when memory runs out.
import os

import rclpy
from rclpy.node import Node

rclpy.init()
node = Node('tired')
node.create_timer(0.1, lambda: os.kill(os.getpid(), 9))
rclpy.spin(node)
