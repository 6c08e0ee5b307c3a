"""Offers plan_path: a shortest path on a grid, around everything that the scanner has seen."""

import math
from collections import deque

import rclpy
from diff_drive_robot.action import PlanPath
from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import Odometry
from rclpy.action import ActionServer
from rclpy.node import Node
from sensor_msgs.msg import LaserScan

CELL = 0.25
MOST_CELLS = 10_000


def cell_of(x, y):
    return math.floor(x / CELL + 0.5), math.floor(y / CELL + 0.5)


class Planner(Node):
    def __init__(self):
        super().__init__('planner')
        self.inflation = self.declare_parameter('inflation', 0.3).value
        self.x = self.y = self.yaw = 0.0
        self.occupied = set()
        self.create_subscription(Odometry, 'odom', self.move, 10)
        self.create_subscription(LaserScan, 'scan_filtered', self.see, 10)
        self.server = ActionServer(self, PlanPath, 'plan_path', self.execute)

    def move(self, odometry):
        pose = odometry.pose.pose
        self.x, self.y = pose.position.x, pose.position.y
        self.yaw = 2 * math.atan2(pose.orientation.z, pose.orientation.w)

    def see(self, scan):
        around = (-self.inflation, 0, self.inflation)
        for i, distance in enumerate(scan.ranges):
            if scan.range_min <= distance < scan.range_max:
                angle = self.yaw + i * scan.angle_increment
                x = self.x + distance * math.cos(angle)
                y = self.y + distance * math.sin(angle)
                self.occupied.update(cell_of(x + dx, y + dy) for dx in around for dy in around)

    def execute(self, goal):
        visited, cells = self.search(
            cell_of(self.x, self.y), cell_of(goal.request.goal.x, goal.request.goal.y))
        goal.publish_feedback(PlanPath.Feedback(cells_visited=visited))
        result = PlanPath.Result()
        result.path.header.stamp = self.get_clock().now().to_msg()
        result.path.header.frame_id = 'odom'
        for x, y in cells:
            pose = PoseStamped(header=result.path.header)
            pose.pose.position.x, pose.pose.position.y = x * CELL, y * CELL
            result.path.poses.append(pose)
        if cells:
            goal.succeed()
        else:
            goal.abort()
        return result

    def search(self, start, end):
        """Breadth-first: the first path found is a shortest one."""
        came_from = {start: None}
        queue = deque([start])
        while queue and end not in came_from and len(came_from) <= MOST_CELLS:
            x, y = cell = queue.popleft()
            for step in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                if step not in came_from and step not in self.occupied:
                    came_from[step] = cell
                    queue.append(step)
        path = []
        cell = end if end in came_from else None
        while cell is not None:
            path.append(cell)
            cell = came_from[cell]
        return len(came_from), path[::-1]


def main():
    rclpy.init()
    rclpy.spin(Planner())


if __name__ == '__main__':
    main()
