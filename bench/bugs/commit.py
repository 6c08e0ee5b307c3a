"""Once, at 1 s, a writer commits one period after it has prepared; from in between it cannot start again."""

import rclpy
from rclpy.node import Node
from std_msgs.msg import Int32


class Writer(Node):
    def __init__(self):
        super().__init__('writer')
        self.journal = self.create_publisher(Int32, 'journal', 10)
        self.started = self.create_publisher(Int32, 'started', 10)
        self.rounds = 0
        self.create_timer(0.02, self.write)

    def write(self):
        if self.rounds == 0:
            self.started.publish(Int32(data=1))
        self.rounds += 1
        if self.rounds in (50, 51):
            self.journal.publish(Int32(data=51 - self.rounds))


rclpy.init()
rclpy.spin(Writer())
