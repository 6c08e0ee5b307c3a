"""Control is handed over within 1.5 ms in a reentrant group: a command that comes meanwhile has no owner."""

import time

import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from std_msgs.msg import Int32

rclpy.init()
base = rclpy.create_node('base')
group = ReentrantCallbackGroup()
state = {'owner': 'planner'}


def hand_over(_):
    state['owner'] = None
    time.sleep(0.0015)
    state['owner'] = 'joystick'


def drive(_):
    if state['owner'] is None:
        raise RuntimeError('nobody owns this command')


def sender(name, period):
    node = rclpy.create_node(f'sender_of_{name}')
    publisher = node.create_publisher(Int32, name, 10)
    node.create_timer(period, lambda: publisher.publish(Int32(data=1)))
    return node


base.create_subscription(Int32, 'hand_over', hand_over, 10, callback_group=group)
base.create_subscription(Int32, 'drive', drive, 10, callback_group=group)
executor = MultiThreadedExecutor(4)
for each in (base, sender('hand_over', 0.4), sender('drive', 0.13)):
    executor.add_node(each)
executor.spin()
