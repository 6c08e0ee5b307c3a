"""A Python process of user code, run in lockstep by Orrery.

The guest protocol's client, a scheduler that runs one thread at a time, and a virtual world for
the standard library. Nothing here knows ROS; ``rclpy`` does.
"""
