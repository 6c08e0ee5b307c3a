import os

import rclpy

rclpy.init()
node = rclpy.create_node('breaks')
# Descriptor 4 is the pipe to Orrery.
node.create_timer(0.1, lambda: os.write(4, b'junk' * 99))
rclpy.spin(node)
