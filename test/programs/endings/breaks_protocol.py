import os
import sys

import rclpy

rclpy.init()
node = rclpy.create_node('breaks')
# The pipe to Orrery has no number that a program would come upon.
channel = sys.modules['orrery_guest.guest'].guest._channel
node.create_timer(0.1, lambda: os.write(channel.writing, b'junk' * 99))
rclpy.spin(node)
