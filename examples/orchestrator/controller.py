#!/usr/bin/env python3
"""The controller of controller.mjs in Python."""
import rclpy
from rclpy.node import Node
from std_msgs.msg import Float64


class Controller(Node):
    def __init__(self):
        super().__init__('controller')
        self.before = 0.0
        self.force = self.create_publisher(Float64, 'force', 10)
        self.create_subscription(Float64, 'position', self.control, 10)

    def control(self, message):
        speed = (message.data - self.before) / 0.02
        self.before = message.data
        self.force.publish(Float64(data=4 * (1 - message.data) - 3 * speed))


rclpy.init()
rclpy.spin(Controller())
