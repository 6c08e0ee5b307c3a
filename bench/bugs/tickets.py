"""Tickets are counted across an await in a reentrant group: two requests get the same one."""

import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from std_msgs.msg import Int64
from std_srvs.srv import Trigger

rclpy.init()
office = rclpy.create_node('office')
archive = rclpy.create_node('archive')
board = rclpy.create_node('board')
group = ReentrantCallbackGroup()
archive.create_service(Trigger, 'log', lambda _, response: response)
log = office.create_client(Trigger, 'log', callback_group=group)
tickets = office.create_publisher(Int64, 'ticket', 10)
state = {'next': 0}
seen = set()


async def take(_, response):
    mine = state['next']
    await log.call_async(Trigger.Request())
    state['next'] = mine + 1
    tickets.publish(Int64(data=mine))
    return response


def check(ticket):
    if ticket.data in seen:
        raise RuntimeError('a ticket was given twice')
    seen.add(ticket.data)


def visitor(name, period):
    node = rclpy.create_node(name)
    client = node.create_client(Trigger, 'take')
    node.create_timer(period, lambda: client.call_async(Trigger.Request()))
    return node


office.create_service(Trigger, 'take', take, callback_group=group)
board.create_subscription(Int64, 'ticket', check, 10)
executor = MultiThreadedExecutor()
for each in (office, archive, board, visitor('anna', 0.12), visitor('otto', 0.17)):
    executor.add_node(each)
executor.spin()
