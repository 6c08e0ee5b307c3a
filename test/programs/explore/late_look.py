"""Looks 3 ms after each image whether it is there: only a late camera is too late."""

import rclpy
from std_msgs.msg import Empty

rclpy.init()
images = []
camera = rclpy.create_node('camera')
camera.create_timer(0.1, lambda: images.append('image'))
detector = rclpy.create_node('detector')
seen = detector.create_publisher(Empty, 'seen', 10)


def look(_):
    images.pop()
    seen.publish(Empty())


detector.create_subscription(Empty, 'look', look, 10)
executor = rclpy.executors.SingleThreadedExecutor()
executor.add_node(camera)
executor.add_node(detector)
executor.spin()
