"""Publishes messages of many sizes, several in one callback, to itself and checks what arrives."""

import array

import rclpy
from rclpy.node import Node
from std_msgs.msg import UInt8MultiArray

#: Around the size from which messages take another way, and more at once than fits there.
ROUNDS = [[65_480 + i] for i in range(0, 80, 3)] + [
    [1_000_000] * 5, [30_000_000] * 3, [70_000_000], [10, 200_000, 20, 300_000]]


def content(size, number):
    start = bytes((number + i) % 251 for i in range(997))
    return array.array('B', (start * (size // 997 + 1))[:size])


class Checker(Node):

    def __init__(self):
        super().__init__('checker')
        self.expected = []
        self.round = self.number = self.received = 0
        self.publisher = self.create_publisher(UInt8MultiArray, 'data', 10)
        self.create_subscription(UInt8MultiArray, 'data', self.heard, 10)
        self.create_timer(1.0, self.tick)

    def tick(self):
        for size in ROUNDS[self.round]:
            data = content(size, self.number)
            self.expected.append((size, self.number))
            self.number += 1
            message = UInt8MultiArray(data=data)
            self.publisher.publish(message)
            # Who changes a message after publishing it does not change what was published.
            message.data[0] = message.data[-1] = 252
        self.round += 1

    def heard(self, message):
        assert message.data == content(*self.expected.pop(0)), len(message.data)
        self.received += 1
        if self.received == sum(map(len, ROUNDS)):
            print('all', self.received, 'are as they were published')
            raise SystemExit


rclpy.init()
rclpy.spin(Checker())
