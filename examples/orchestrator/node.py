#!/usr/bin/env python3
"""A node whose callbacks take a real time that nobody knows before, told by its command line.

node.py --node NAME BEHAVIOUR…, where a behaviour is --sub TOPIC, --timer SECONDS or --service NAME,
followed by what its callback does: --sleep SECONDS±RANGE (it computes for about so long), --call SERVICE
(and waits for the response), --as NUMBER (of the caller), --rest SECONDS±RANGE, --pub TOPIC, --qos DEPTH (of its subscription). The C program
in test/dds_peers/ros_peer.c takes the same words.
"""
import json
import os
import random
import sys

import rclpy
from example_interfaces.srv import AddTwoInts
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import String

# Time in a simulation is virtual: what takes real time is to compute. Steps in about a second.
STEPS = 20_000_000


def compute(duration, chance):
    mean, _, spread = duration.replace('+-', '±').partition('±')
    seconds = float(mean) + chance.uniform(-1, 1) * float(spread or 0)
    for _ in range(int(seconds * STEPS)):
        pass


class Behaviour:
    """One callback: what starts it, and what it does."""

    def __init__(self, node, kind, name, chance):
        self.node, self.kind, self.name, self.chance = node, kind, name, chance
        self.options = {}
        self.runs = 0

    def open(self):
        node, options = self.node, self.options
        self.publisher = None
        self.client = None
        if '--pub' in options:
            self.publisher = node.create_publisher(String, options['--pub'], 10)
        if '--call' in options:
            group = MutuallyExclusiveCallbackGroup()
            self.client = node.create_client(AddTwoInts, options['--call'], callback_group=group)
        if self.kind == '--sub':
            depth = int(options.get('--qos', '10'))
            node.create_subscription(String, self.name, lambda message: self.work(message.data), depth)
        elif self.kind == '--timer':
            node.create_timer(float(self.name), lambda: self.work(str(self.runs)))
        else:
            node.create_service(AddTwoInts, self.name, self.answer)

    def answer(self, request, response):
        self.work(f'{request.a}+{request.b}')
        response.sum = request.a + request.b
        return response

    def work(self, got):
        number, self.runs = self.runs, self.runs + 1
        name = self.node.get_name()
        said = f'{name} {got}' if self.kind == '--timer' else f'{name}({got})'
        compute(self.options.get('--sleep', '0'), self.chance)
        if self.client is not None:
            self.client.call(AddTwoInts.Request(a=int(self.options['--as']), b=number))
        compute(self.options.get('--rest', '0'), self.chance)
        if self.publisher is not None:
            self.publisher.publish(String(data=said))
        print(json.dumps({'kind': self.kind[2:], 'got': got, 'said': said}, separators=(',', ':')))


def read(words):
    """The node of a command line, with its behaviours."""
    own = words[: words.index('--ros-args')] if '--ros-args' in words else words
    pairs = list(zip(own[::2], own[1::2]))
    name = dict(pairs)['--node']
    node = Node(name)
    # How long callbacks take differs from run to run, but may change nothing.
    chance = random.Random(os.environ.get('SCENARIO_SEED', '') + name)
    behaviours = []
    for word, value in pairs:
        if word in ('--sub', '--timer', '--service'):
            behaviours.append(Behaviour(node, word, value, chance))
        elif word != '--node':
            behaviours[-1].options[word] = value
    return node, behaviours


def main():
    rclpy.init()
    node, behaviours = read(sys.argv[1:])
    for behaviour in behaviours:
        behaviour.open()
    executor = MultiThreadedExecutor()
    executor.add_node(node)
    executor.spin()


main()
