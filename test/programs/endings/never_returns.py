"""Its first callback never returns."""
import rclpy
from rclpy.node import Node


def tick() -> None:
    while True:
        pass


rclpy.init()
node = Node('hangs')
node.create_timer(0.1, tick)
rclpy.spin(node)
