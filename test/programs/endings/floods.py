import rclpy

rclpy.init()
node = rclpy.create_node('floods')


def flood():
    while True:
        print('x' * 1_000_000)


node.create_timer(0.1, flood)
rclpy.spin(node)
