"""Repairs lost beams: each becomes the median of itself and its neighbours."""

import rclpy
from rclpy.node import Node
from sensor_msgs.msg import LaserScan


class ScanFilter(Node):
    def __init__(self):
        super().__init__('scan_filter')
        self.filtered = self.create_publisher(LaserScan, 'scan_filtered', 10)
        self.create_subscription(LaserScan, 'scan', self.repair, 10)

    def repair(self, scan):
        ranges = scan.ranges
        before, after = [ranges[-1], *ranges[:-1]], [*ranges[1:], ranges[0]]
        scan.ranges = [sorted(window)[1] for window in zip(before, ranges, after)]
        self.filtered.publish(scan)


def main():
    rclpy.init()
    rclpy.spin(ScanFilter())


if __name__ == '__main__':
    main()
