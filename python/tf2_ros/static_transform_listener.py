"""Fills a buffer with static transforms only."""
from __future__ import annotations

from typing import Optional, Union

from rclpy.node import Node
from rclpy.qos import QoSProfile

from .buffer import Buffer
from .transform_listener import DEFAULT_STATIC_TF_TOPIC, TransformListener


class StaticTransformListener(TransformListener):
    """A `TransformListener` that ignores `/tf`."""

    def __init__(self, buffer: Buffer, node: Optional[Node], *, spin_thread: bool = False,
                 qos: Optional[Union[QoSProfile, int]] = None,
                 static_qos: Optional[Union[QoSProfile, int]] = None,
                 tf_static_topic: str = DEFAULT_STATIC_TF_TOPIC,
                 override_tf_topics_namespaces: bool = False) -> None:
        super().__init__(buffer, node, spin_thread=spin_thread, static_qos=static_qos,
                         tf_static_topic=tf_static_topic, static_only=True,
                         override_tf_topics_namespaces=override_tf_topics_namespaces)
