"""The messages of python_chain.py, handed over by plain calls of functions; prints ns per call."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', '..', 'python'))

import orrery_interfaces

orrery_interfaces.install()

from std_msgs.msg import UInt64

HOPS = 200_000


def play(message):
    return UInt64(data=message.data + 1)


def main():
    message = UInt64()
    start = time.process_time_ns()
    for _ in range(HOPS):
        message = play(message)
    print((time.process_time_ns() - start) / HOPS)


main()
