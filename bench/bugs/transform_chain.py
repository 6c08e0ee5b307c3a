"""A cloud is placed in the map by two transforms of its time; one of them may be late, not both."""

import rclpy
from geometry_msgs.msg import TransformStamped
from rclpy.executors import SingleThreadedExecutor
from rclpy.time import Time
from sensor_msgs.msg import PointCloud2
from tf2_ros import Buffer, TransformBroadcaster, TransformListener

rclpy.init()
nodes = []


def broadcast(name, parent, child):
    node = rclpy.create_node(name)
    broadcaster = TransformBroadcaster(node)

    def send():
        transform = TransformStamped()
        transform.header.stamp = node.get_clock().now().to_msg()
        transform.header.frame_id = parent
        transform.child_frame_id = child
        transform.transform.rotation.w = 1.0
        broadcaster.sendTransform(transform)

    node.create_timer(0.1, send)
    nodes.append(node)


broadcast('localizer', 'map', 'odom')
broadcast('wheels', 'odom', 'base')
lidar = rclpy.create_node('lidar')
clouds = lidar.create_publisher(PointCloud2, 'cloud', 10)


def scan():
    cloud = PointCloud2()
    cloud.header.stamp = lidar.get_clock().now().to_msg()
    cloud.header.frame_id = 'base'
    clouds.publish(cloud)


lidar.create_timer(0.1, scan)
mapper = rclpy.create_node('mapper')
buffer = Buffer()
listener = TransformListener(buffer, mapper)


def place(cloud):
    stamp = Time.from_msg(cloud.header.stamp)
    known = [buffer.can_transform(*pair, stamp) for pair in (('map', 'odom'), ('odom', 'base'))]
    # There is none at all in the beginning.
    if stamp.nanoseconds > 150_000_000 and not any(known):
        raise RuntimeError('neither transform is known')


mapper.create_subscription(PointCloud2, 'cloud', place, 10)
executor = SingleThreadedExecutor()
for each in (*nodes, lidar, mapper):
    executor.add_node(each)
executor.spin()
