"""The types of clocks."""

from enum import IntEnum


class ClockType(IntEnum):
    """The type of a clock, a time or a timer."""

    UNINITIALIZED = 0
    ROS_TIME = 1
    SYSTEM_TIME = 2
    STEADY_TIME = 3
