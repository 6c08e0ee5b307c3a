"""A Python process of user code, run in lockstep by Orrery.

It consists of the client of the guest protocol, a scheduler that runs one thread at a time, and a
virtual world for the standard library. Nothing here knows about ROS; ``rclpy`` does.
"""
