"""A driver reads its limit once, 100 ms after it was started, whether the manager has set it by then or not."""

import rclpy
from rcl_interfaces.srv import SetParameters
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter

rclpy.init()
driver = rclpy.create_node('driver')
driver.declare_parameter('limit', 0.0)


def start():
    timer.cancel()
    if driver.get_parameter('limit').value == 0.0:
        raise RuntimeError('the driver starts without a limit')


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
