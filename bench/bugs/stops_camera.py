"""Part of camera.mjs: an app that takes an image, and a manager that deactivates the camera."""

import rclpy
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rclpy.executors import SingleThreadedExecutor
from std_srvs.srv import Trigger

rclpy.init()
app = rclpy.create_node('app')
capture = app.create_client(Trigger, 'capture')
manager = rclpy.create_node('manager')
change = manager.create_client(ChangeState, 'camera/change_state')


def take():
    first.cancel()
    capture.call_async(Trigger.Request())


def deactivate():
    second.cancel()
    transition = Transition(id=Transition.TRANSITION_DEACTIVATE)
    change.call_async(ChangeState.Request(transition=transition))


first = app.create_timer(0.5, take)
second = manager.create_timer(0.5, deactivate)
executor = SingleThreadedExecutor()
executor.add_node(app)
executor.add_node(manager)
executor.spin()
