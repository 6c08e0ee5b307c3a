"""Nodes for a question or two."""
from rclpy.node import HIDDEN_NODE_PREFIX

NODE_NAME_PREFIX = HIDDEN_NODE_PREFIX + 'ros2cli'
