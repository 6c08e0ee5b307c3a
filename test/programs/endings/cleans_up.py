"""Is told that its run is over, and then fails: `raise` or `exit`, by the parameter `how`."""
import sys

import rclpy

rclpy.init()
node = rclpy.create_node('cleans_up')
how = node.declare_parameter('how', '').value
node.create_timer(0.4, lambda: None)
try:
    rclpy.spin(node)
except KeyboardInterrupt:
    if how == 'exit':
        sys.exit(3)
    raise ValueError('the map cannot be saved')
