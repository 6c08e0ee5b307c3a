import rclpy
from std_srvs.srv import Trigger

rclpy.init()
node = rclpy.create_node('waits')
node.create_service(Trigger, 'own', lambda request, response: response)
client = node.create_client(Trigger, 'own')
# The one thread that could answer waits for the answer.
node.create_timer(0.1, lambda: client.call(Trigger.Request()))
rclpy.spin(node)
