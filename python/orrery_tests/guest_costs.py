"""What this process does for each callback, counted: time would depend on the machine."""

import sys
import unittest
from collections import Counter

from node_case import NodeCase
from rclpy.executors import SingleThreadedExecutor
from std_msgs.msg import UInt64

#: The callback itself, making, reading and publishing its message, and all of the executor.
MOST_CALLS = 35
WARM_UP = 20
COUNTED = 10


class CostTest(NodeCase):
    def test_calls_of_python_functions_per_callback(self):
        calls = Counter()
        received = []

        def count(frame, event, _argument):
            if event == 'call':
                calls[f'{frame.f_code.co_filename}: {frame.f_code.co_name}'] += 1

        def play(message):
            received.append(message.data)
            if len(received) == WARM_UP:
                sys.setprofile(count)
            elif len(received) == WARM_UP + COUNTED:
                sys.setprofile(None)
            publisher.publish(UInt64(data=message.data + 1))

        publisher = self.node.create_publisher(UInt64, 'passed_on', 10)
        self.node.create_subscription(UInt64, 'passed_on', play, 10)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        publisher.publish(UInt64())
        while len(received) < WARM_UP + COUNTED:
            executor.spin_once()
        self.assertLessEqual(sum(calls.values()) / COUNTED, MOST_CALLS, calls)


if __name__ == '__main__':
    unittest.main()
