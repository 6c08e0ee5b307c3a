"""Calls every function of math whose bits differ between C libraries or processors, with arguments of
all sizes, and publishes the results: one wrong bit changes the digest."""

import math
import random

import rclpy
from rclpy.node import Node
from std_msgs.msg import Float64MultiArray

EVERYWHERE = 'asinh atan cbrt cos erf erfc sin tan tanh'.split()
POSITIVE = 'exp2 gamma lgamma log log10 log2 sqrt'.split()
WITHIN_ONE = 'acos asin atanh cosh exp expm1 log1p sinh'.split()


def call(name, x):
    """NaN for what this Python does not have, or refuses."""
    try:
        return getattr(math, name)(x)
    except (AttributeError, ValueError, OverflowError):
        return math.nan


class MathStorm(Node):
    def __init__(self):
        super().__init__('math_storm')
        self.publisher = self.create_publisher(Float64MultiArray, 'floats', 10)
        self.create_timer(0.01, self.publish)

    def publish(self):
        data = []
        for _ in range(20):
            x = (random.random() - 0.5) * 10.0 ** random.randint(-20, 19)
            y = random.random()
            data += [call(name, x) for name in EVERYWHERE]
            data += [call(name, abs(x)) for name in POSITIVE]
            data += [call(name, y) for name in WITHIN_ONE]
            data += [math.acosh(1.0 + abs(x)), math.atan2(x, y), abs(x) ** y, y**2, math.hypot(x, y)]
            data += [math.pow(abs(x), y), math.fmod(x, y), random.gauss(x, y)]
        self.publisher.publish(Float64MultiArray(data=data))


rclpy.init()
rclpy.spin(MathStorm())
