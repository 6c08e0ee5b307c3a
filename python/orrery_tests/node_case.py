"""What the test cases of nodes have in common."""

import unittest

import rclpy


class NodeCase(unittest.TestCase):
    """A context and a node for each test."""

    def setUp(self):
        self.context = rclpy.context.Context()
        rclpy.init(context=self.context)
        self.node = rclpy.create_node('T', namespace='/rclpy', context=self.context)

    def tearDown(self):
        self.node.destroy_node()
        rclpy.shutdown(context=self.context)
        self.context.destroy()
