"""Stand-in of `tf2_ros`: buffers, listeners and broadcasters of transforms."""
from geometry_msgs.msg import (
    PointStamped, PoseStamped, PoseWithCovarianceStamped, TransformStamped, Vector3Stamped)
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import Clock, JumpThreshold, TimeJump
from rclpy.duration import Duration
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile
from rclpy.task import Future
from rclpy.time import Time
from sensor_msgs.msg import PointCloud2
from std_msgs.msg import Header
from tf2_msgs.action import LookupTransform
from tf2_msgs.msg import TFMessage
from tf2_msgs.srv import FrameGraph
from tf2_py import (
    BufferCore, ConnectivityException, ExtrapolationException, InvalidArgumentException,
    LookupException, TimeoutException, TransformException)

from .buffer_interface import (
    BufferInterface, ConvertRegistration, NotImplementedException, Stamped, TransformRegistration,
    TypeException, convert)
from .buffer import Buffer
from .buffer_client import BufferClient
from .static_transform_broadcaster import StaticTransformBroadcaster
from .transform_broadcaster import TransformBroadcaster
from .transform_listener import TransformListener
from .static_transform_listener import StaticTransformListener

__all__ = [
    'Buffer', 'BufferClient', 'BufferCore', 'BufferInterface', 'ConnectivityException',
    'ConvertRegistration', 'ExtrapolationException', 'InvalidArgumentException',
    'LookupException', 'NotImplementedException', 'Stamped', 'StaticTransformBroadcaster',
    'StaticTransformListener', 'TimeoutException', 'TransformBroadcaster', 'TransformException',
    'TransformListener', 'TransformRegistration', 'TypeException', 'convert',
    # Upstream's modules import these, so that programs take them from here, too: `tf2_ros.TransformStamped`.
    'Clock', 'DurabilityPolicy', 'Duration', 'FrameGraph', 'Future', 'Header', 'HistoryPolicy', 'JumpThreshold',
    'LookupTransform', 'Node', 'PointCloud2', 'PointStamped', 'PoseStamped', 'PoseWithCovarianceStamped', 'QoSProfile',
    'ReentrantCallbackGroup', 'SingleThreadedExecutor', 'TFMessage', 'Time', 'TimeJump', 'TransformStamped',
    'Vector3Stamped',
]
