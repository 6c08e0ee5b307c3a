"""Publishes transforms."""
from __future__ import annotations

from typing import List, Optional, Union

from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.qos import QoSProfile
from tf2_msgs.msg import TFMessage


class TransformBroadcaster:
    """Publishes transforms on `/tf`, or on `tf` in the namespace of the node (newer than Jazzy)."""

    def __init__(self, node: Node, qos: Optional[Union[QoSProfile, int]] = None, *,
                 override_tf_topics_namespaces: bool = False) -> None:
        self.pub_tf = node.create_publisher(
            TFMessage, 'tf' if override_tf_topics_namespaces else '/tf',
            QoSProfile(depth=100) if qos is None else qos)

    def sendTransform(  # noqa: N802
            self, transform: Union[TransformStamped, List[TransformStamped]]) -> None:
        """Publish one transform or a list of them."""
        if not isinstance(transform, list):
            if hasattr(transform, '__iter__'):
                transform = list(transform)
            else:
                transform = [transform]
        self.pub_tf.publish(TFMessage(transforms=transform))
