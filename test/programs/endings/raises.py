import rclpy

rclpy.init()
node = rclpy.create_node('raises')


def tick():
    raise ValueError('no')


node.create_timer(0.1, tick)
rclpy.spin(node)
