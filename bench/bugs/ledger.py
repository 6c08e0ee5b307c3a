"""Two clerks read a balance by one service and set it by another: an update is lost."""

import rclpy
from example_interfaces.srv import AddTwoInts
from rclpy.executors import SingleThreadedExecutor

rclpy.init()
ledger = rclpy.create_node('ledger')
nodes = [ledger]
state = {'balance': 0, 'writes': 0}


def read(_, response):
    response.sum = state['balance']
    return response


def write(request, response):
    state['balance'] = request.a
    state['writes'] += 1
    if state['writes'] == 2 and state['balance'] != 30:
        raise RuntimeError('an update is lost')
    return response


ledger.create_service(AddTwoInts, 'read', read)
ledger.create_service(AddTwoInts, 'write', write)


def clerk(name, period, amount):
    node = rclpy.create_node(name)
    reader = node.create_client(AddTwoInts, 'read')
    writer = node.create_client(AddTwoInts, 'write')

    def book():
        timer.cancel()
        reader.call_async(AddTwoInts.Request()).add_done_callback(add)

    def add(answer):
        writer.call_async(AddTwoInts.Request(a=answer.result().sum + amount))

    timer = node.create_timer(period, book)
    nodes.append(node)


clerk('alice', 0.2, 10)
clerk('bob', 0.204, 20)
executor = SingleThreadedExecutor()
for each in nodes:
    executor.add_node(each)
executor.spin()
