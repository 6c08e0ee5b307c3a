"""The synthetic benchmark of the rslcpp paper, section IV-A, in ordinary rclpy.

However fast the machine is, the four nodes make 19,011 callbacks in 100 s of virtual time and end with
the hash 7448837717382456148, as in C++ and as in JavaScript (examples/synthetic-benchmark).
"""

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.experimental.events_executor import EventsExecutor
from rclpy.node import Node
from rclpy.qos import QoSProfile
from std_msgs.msg import UInt64
from std_srvs.srv import Trigger

MASK = 2 ** 64 - 1


def splitmix64(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def combine(h1, h2):
    k = 0x9DDFEA08EB382D69
    a = ((h1 ^ h2) * k) & MASK
    a ^= a >> 47
    b = ((h2 ^ a) * k) & MASK
    b ^= b >> 47
    return splitmix64((b * k) & MASK)


class HashingNode(Node):
    """Its state hashes what was called, when, and with which data."""

    def __init__(self, name, state):
        super().__init__(name)
        self.state = state
        self.callbacks = 0

    def enter(self, identity, data=None):
        self.callbacks += 1
        self.state = combine(self.state, identity)
        self.state = combine(self.state, self.get_clock().now().nanoseconds)
        if data is not None:
            self.state = combine(self.state, data)

    def output(self, topic):
        return self.create_publisher(UInt64, topic, QoSProfile(depth=1))

    def every(self, period, identity, output):
        def call():
            self.enter(identity)
            output.publish(UInt64(data=self.state))

        self.create_timer(period, call)

    def react(self, topic, identity, output=None):
        def call(message):
            self.enter(identity, message.data)
            if output is not None:
                output.publish(UInt64(data=self.state))

        self.create_subscription(UInt64, topic, call, QoSProfile(depth=1))


class NodeA(HashingNode):
    def __init__(self):
        super().__init__('node_a', 55272744)
        t1 = self.output('/t1')
        t2 = self.output('/t2')
        self.every(0.1, 11162456753, t1)
        self.every(0.05, 11151784617, t2)
        self.react('/t5', 22255799981)


class NodeB(HashingNode):
    def __init__(self):
        super().__init__('node_b', 34983402)
        t3 = self.output('/t3')
        t5 = self.output('/t5')
        self.every(0.04, 11111071799, t5)
        self.react('/t2', 22229447589, t3)


class NodeC(HashingNode):
    def __init__(self):
        super().__init__('node_c', 87997653)
        t4 = self.output('/t4')
        self.s1 = self.create_client(Trigger, '/s1')
        self.create_subscription(UInt64, '/t1', self.ask, QoSProfile(depth=1))
        self.react('/t3', 22227118361, t4)

    def ask(self, message):
        self.enter(22295316797, message.data)
        self.s1.call_async(Trigger.Request()).add_done_callback(self.answered)

    def answered(self, future):
        self.enter(44442759714, int(future.result().message))


class NodeD(HashingNode):
    def __init__(self):
        super().__init__('node_d', 11380831)
        t5 = self.output('/t5')
        self.react('/t4', 2227672095, t5)
        self.create_service(Trigger, '/s1', self.serve)

    def serve(self, _request, response):
        self.enter(33396054244)
        response.success = True
        response.message = str(self.state)
        return response


def main():
    rclpy.init()
    nodes = [NodeA(), NodeB(), NodeC(), NodeD()]
    executor = EventsExecutor()
    for node in nodes:
        executor.add_node(node)
    try:
        executor.spin()
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    final = 505510631
    for node in nodes:
        final = combine(final, node.state)
    print('callbacks', sum(node.callbacks for node in nodes))
    print('final hash', final)


if __name__ == '__main__':
    main()
