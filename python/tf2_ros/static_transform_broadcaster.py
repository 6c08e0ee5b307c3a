"""Publishes transforms that are valid at all times."""
from __future__ import annotations

from typing import Iterable, Optional, Union

from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile
from tf2_msgs.msg import TFMessage


class StaticTransformBroadcaster:
    """Publishes all static transforms that it was ever given on `/tf_static`; names as in `TransformBroadcaster`."""

    def __init__(self, node: Node, qos: Optional[Union[QoSProfile, int]] = None, *,
                 override_tf_topics_namespaces: bool = False) -> None:
        if qos is None:
            qos = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL,
                             history=HistoryPolicy.KEEP_LAST)
        self.net_message = TFMessage()
        topic = 'tf_static' if override_tf_topics_namespaces else '/tf_static'
        self.pub_tf = node.create_publisher(TFMessage, topic, qos)

    def sendTransform(  # noqa: N802
            self, transform: Union[TransformStamped, Iterable[TransformStamped]]) -> None:
        """Publish one or more transforms and all earlier ones; a child's last one counts."""
        given = list(transform) if hasattr(transform, '__iter__') else [transform]
        kept = {each.child_frame_id: each for each in self.net_message.transforms}
        kept.update((each.child_frame_id, each) for each in given)
        self.net_message.transforms = list(kept.values())
        self.pub_tf.publish(self.net_message)
