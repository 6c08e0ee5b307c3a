"""A detector reads an image that a camera on the same executor may not have taken yet."""

import rclpy
from rclpy.executors import SingleThreadedExecutor

rclpy.init()
images = []
camera = rclpy.create_node('camera')
camera.create_timer(0.1, lambda: images.append('image'))
detector = rclpy.create_node('detector')
detector.create_timer(0.1, lambda: images[-1])
executor = SingleThreadedExecutor()
executor.add_node(camera)
executor.add_node(detector)
executor.spin()
