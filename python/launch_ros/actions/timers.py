"""Timers in the time of ROS, which is the only one here."""
from __future__ import annotations

from launch.actions import TimerAction


class ROSTimer(TimerAction):
    """Do something after a time in s."""


RosTimer = ROSTimer
