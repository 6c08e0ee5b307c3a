"""Follows the wall to its right, half a metre away."""

import math

import rclpy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from rclpy.node import Node
from sensor_msgs.msg import LaserScan

WANTED = 0.5


def nearest(scan, first, last):
    """The nearest thing between two angles in degrees, to the left of straight ahead."""
    least = math.inf
    for degree in range(first, last + 1):
        angle = (math.radians(degree % 360) - scan.angle_min) / scan.angle_increment
        value = scan.ranges[min(round(angle), len(scan.ranges) - 1)]
        if value > 0:
            least = min(least, value)
    return least


class WallFollower(Node):
    def __init__(self):
        super().__init__('wall_follower')
        self.velocity = self.create_publisher(Twist, 'cmd_vel', 10)
        self.create_subscription(LaserScan, 'scan', self.steer, 10)
        self.create_subscription(Odometry, 'odom', self.remember, 10)
        self.create_timer(5.0, self.report)
        self.last = None

    def steer(self, scan):
        ahead = nearest(scan, -25, 25)
        right = nearest(scan, -100, -45)
        twist = Twist()
        twist.linear.x = 0.05 if ahead < 0.7 else 0.2
        twist.angular.z = 0.8 if ahead < 0.7 else 1.2 * max(-0.5, min(0.5, WANTED - right))
        self.velocity.publish(twist)

    def remember(self, odometry):
        self.last = odometry.pose.pose.position

    def report(self):
        time = self.get_clock().now().nanoseconds // 10**9
        print(f'{time} s: {self.last.x:.2f}, {self.last.y:.2f}')


rclpy.init()
rclpy.spin(WallFollower())
