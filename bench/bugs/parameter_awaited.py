"""A driver starts when the manager has set its limit, however late that is."""

import rclpy
from rcl_interfaces.srv import SetParameters
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from std_msgs.msg import Int32

rclpy.init()
driver = rclpy.create_node('driver')
driver.declare_parameter('limit', 0.0)
started = driver.create_publisher(Int32, 'started', 10)


def start():
    if driver.get_parameter('limit').value == 0.0:
        return
    timer.cancel()
    started.publish(Int32(data=1))


timer = driver.create_timer(0.1, start)
manager = rclpy.create_node('manager')
client = manager.create_client(SetParameters, '/driver/set_parameters')


def configure():
    setting.cancel()
    limit = Parameter('limit', value=1.5).to_parameter_msg()
    client.call_async(SetParameters.Request(parameters=[limit]))


setting = manager.create_timer(0.095, configure)
executor = SingleThreadedExecutor()
for each in (driver, manager):
    executor.add_node(each)
executor.spin()
