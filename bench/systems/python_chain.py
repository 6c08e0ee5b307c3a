"""Two nodes that pass a message to and fro; how often and how large says the environment."""

import os
import random

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from sensor_msgs.msg import Image
from std_msgs.msg import UInt64

HOPS = int(os.environ['HOPS'])
SIZE = int(os.environ['SIZE'])


class Player(Node):

    def __init__(self, name, heard, said):
        super().__init__(name)
        kind = UInt64 if SIZE == 0 else Image
        self.hops = 0
        self.publisher = self.create_publisher(kind, said, 10)
        self.create_subscription(kind, heard, self.play, 10)

    def play(self, message):
        self.hops += 2
        if self.hops >= HOPS:
            raise SystemExit
        if SIZE == 0:
            message = UInt64(data=message.data + 1)
        self.publisher.publish(message)


def main():
    rclpy.init()
    executor = SingleThreadedExecutor()
    left, right = Player('left', 'ping', 'pong'), Player('right', 'pong', 'ping')
    executor.add_node(left)
    executor.add_node(right)
    # Zeros would be cheaper to search than the pixels of a camera.
    first = UInt64() if SIZE == 0 else Image(encoding='mono8', data=random.randbytes(SIZE))
    right.publisher.publish(first)
    executor.spin()


main()
