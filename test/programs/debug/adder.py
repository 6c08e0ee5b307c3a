import rclpy
from rclpy.node import Node
from std_msgs.msg import Int64


class Adder(Node):
    def __init__(self):
        super().__init__('adder')
        self.sum = 0
        self.number = 0
        self.publisher = self.create_publisher(Int64, 'number', 10)
        self.create_timer(1.0, self.tick)
        self.create_subscription(Int64, 'number', self.heard, 10)

    def tick(self):
        self.number += 3
        self.publisher.publish(Int64(data=self.number))

    def heard(self, message):
        before = self.sum
        self.sum += message.data


rclpy.init()
rclpy.spin(Adder())
