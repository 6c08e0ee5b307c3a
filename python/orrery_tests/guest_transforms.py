"""Broadcasters and listeners of transforms, run as a guest."""

import unittest

import rclpy
from geometry_msgs.msg import TransformStamped
from rclpy.executors import SingleThreadedExecutor
from rclpy.time import Time
from tf2_ros import (
    Buffer, StaticTransformBroadcaster, StaticTransformListener, TransformBroadcaster, TransformListener)


def transform(child):
    made = TransformStamped(child_frame_id=child)
    made.header.frame_id = 'map'
    made.transform.rotation.w = 1.0
    return made


class TopicsTest(unittest.TestCase):
    """The topics of transforms, of all robots or of one."""

    def setUp(self):
        self.context = rclpy.context.Context()
        self.context.init()
        self.node = rclpy.create_node('arm', namespace='/robot', context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.addCleanup(self.context.shutdown)
        self.addCleanup(self.node.destroy_node)

    def known(self, buffer):
        for _ in range(8):
            self.executor.spin_once(timeout_sec=0.01)
        return [name for name in ('hand', 'base') if buffer.can_transform('map', name, Time())]

    def test_namespaces(self):
        for own, prefix in ((False, ''), (True, '/robot')):
            names = {'override_tf_topics_namespaces': own}
            shared, mine, still = Buffer(), Buffer(), Buffer()
            listeners = [
                TransformListener(shared, self.node), TransformListener(mine, self.node, **names),
                StaticTransformListener(still, self.node, **names)]
            moving = TransformBroadcaster(self.node, **names)
            fixed = StaticTransformBroadcaster(self.node, **names)
            moving.sendTransform(transform('hand'))
            fixed.sendTransform(transform('base'))
            self.assertEqual((moving.pub_tf.topic_name, fixed.pub_tf.topic_name),
                             (f'{prefix}/tf', f'{prefix}/tf_static'))
            self.assertEqual(self.known(mine), ['hand', 'base'])
            self.assertEqual(self.known(still), ['base'])
            self.assertEqual(self.known(shared), [] if own else ['hand', 'base'])
            for listener in listeners:
                listener.unregister()
            for each in (moving, fixed):
                self.node.destroy_publisher(each.pub_tf)


if __name__ == '__main__':
    unittest.main()
