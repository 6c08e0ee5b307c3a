"""A node that hears the talker."""

import rclpy
from std_msgs.msg import String

rclpy.init()
node = rclpy.create_node('listener')
node.create_subscription(String, 'chatter', lambda message: message.data, 10)
rclpy.spin(node)
