"""Fills a buffer from the topics `/tf` and `/tf_static`."""
from __future__ import annotations

from threading import Thread
from typing import Optional, Union

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile
from tf2_msgs.msg import TFMessage

from .buffer import Buffer

DEFAULT_TF_TOPIC = '/tf'
DEFAULT_STATIC_TF_TOPIC = '/tf_static'
_AUTHORITY = 'default_authority'

_made = 0


def _own_node() -> Node:
    """A node for a listener without one; its name has a number instead of an address."""
    global _made
    _made += 1
    return Node(f'transform_listener_impl_{_made:010x}', enable_rosout=False,
                start_parameter_services=False,
                parameter_overrides=[Parameter('use_sim_time', value=False)])


class TransformListener:
    """Fills a buffer; with `spin_thread`, a separate thread spins the node.

    With `override_tf_topics_namespaces` (newer than Jazzy), it listens in the namespace of the node.
    """

    def __init__(
        self, buffer: Buffer, node: Optional[Node], *, spin_thread: bool = False,
        qos: Optional[Union[QoSProfile, int]] = None,
        static_qos: Optional[Union[QoSProfile, int]] = None,
        tf_topic: str = DEFAULT_TF_TOPIC, tf_static_topic: str = DEFAULT_STATIC_TF_TOPIC,
        static_only: bool = False, override_tf_topics_namespaces: bool = False,
    ) -> None:
        if override_tf_topics_namespaces:
            tf_topic, tf_static_topic = tf_topic.lstrip('/'), tf_static_topic.lstrip('/')
        self.buffer = buffer
        self.node = node if node is not None else _own_node()
        # A separate group, so that a callback of the node can wait for a transform.
        self.group = ReentrantCallbackGroup()
        if not static_only:
            qos = _profile(DurabilityPolicy.VOLATILE) if qos is None else qos
            self.tf_sub = self.node.create_subscription(
                TFMessage, tf_topic, self.callback, qos, callback_group=self.group)
        if static_qos is None:
            static_qos = _profile(DurabilityPolicy.TRANSIENT_LOCAL)
        self.tf_static_sub = self.node.create_subscription(
            TFMessage, tf_static_topic, self.static_callback, static_qos,
            callback_group=self.group)
        if spin_thread:
            self.executor = SingleThreadedExecutor()
            self.dedicated_listener_thread = Thread(target=self.__spin, daemon=True)
            self.dedicated_listener_thread.start()

    def __spin(self) -> None:
        self.executor.add_node(self.node)
        try:
            self.executor.spin()
        except ExternalShutdownException:
            pass
        self.executor.remove_node(self.node)

    def __del__(self) -> None:
        if hasattr(self, 'dedicated_listener_thread') and hasattr(self, 'executor'):
            self.executor.shutdown()
            self.dedicated_listener_thread.join()
        self.unregister()

    def unregister(self) -> None:
        """Stop listening."""
        for name in ('tf_sub', 'tf_static_sub'):
            if hasattr(self, name):
                self.node.destroy_subscription(getattr(self, name))

    def callback(self, data: TFMessage) -> None:
        """Take transforms."""
        for transform in data.transforms:
            self.buffer.set_transform(transform, _AUTHORITY)

    def static_callback(self, data: TFMessage) -> None:
        """Take static transforms."""
        for transform in data.transforms:
            self.buffer.set_transform_static(transform, _AUTHORITY)


def _profile(durability: DurabilityPolicy) -> QoSProfile:
    return QoSProfile(depth=100, durability=durability, history=HistoryPolicy.KEEP_LAST)
