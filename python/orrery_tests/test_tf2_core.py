"""The transform buffer itself, without rclpy."""
import math
import unittest

import orrery_interfaces

orrery_interfaces.install()

import tf2_py  # noqa: E402
from builtin_interfaces.msg import Time  # noqa: E402
from geometry_msgs.msg import TransformStamped  # noqa: E402


def transform(parent: str, child: str, seconds: float, x: float = 0.0, yaw: float = 0.0):
    """A transform along x that turns about z."""
    made = TransformStamped(child_frame_id=child)
    made.header.frame_id = parent
    made.header.stamp = time(seconds)
    made.transform.translation.x = x
    made.transform.rotation.z = math.sin(yaw / 2)
    made.transform.rotation.w = math.cos(yaw / 2)
    return made


def time(seconds: float) -> Time:
    """A time as a message."""
    return Time(sec=int(seconds), nanosec=round(seconds % 1 * 1e9))


class Lookup(unittest.TestCase):
    """What is found, and why not."""

    def setUp(self) -> None:
        self.buffer = tf2_py.BufferCore()
        self.buffer.set_transform(transform('odom', 'base', 1, x=2.0), 'test')
        self.buffer.set_transform(transform('odom', 'base', 2, x=4.0, yaw=math.pi / 2), 'test')
        self.buffer.set_transform_static(transform('base', 'camera', 0, x=1.0), 'test')

    def test_between_two_times(self) -> None:
        found = self.buffer.lookup_transform_core('odom', 'base', time(1.5))
        self.assertEqual(found.header.stamp, time(1.5))
        self.assertAlmostEqual(found.transform.translation.x, 3.0)
        self.assertAlmostEqual(found.transform.rotation.z, math.sin(math.pi / 8))

    def test_over_several_frames_and_back(self) -> None:
        found = self.buffer.lookup_transform_core('odom', 'camera', Time())
        self.assertEqual(found.header.stamp, time(2))
        self.assertAlmostEqual(found.transform.translation.x, 4.0)
        self.assertAlmostEqual(found.transform.translation.y, 1.0)
        back = self.buffer.lookup_transform_core('camera', 'odom', Time())
        self.assertAlmostEqual(back.transform.translation.x, -1.0)
        self.assertAlmostEqual(back.transform.translation.y, 4.0)

    def test_exceptions(self) -> None:
        for arguments, error, words in (
            (('odom', 'none', Time()), tf2_py.LookupException, '"none" passed to lookupTransform'),
            (('odom', '', Time()), tf2_py.InvalidArgumentException, 'cannot be empty'),
            (('odom', 'base', time(3)), tf2_py.ExtrapolationException,
             r'extrapolation into the future\.  Requested time 3.000000 but the latest data is at '
             r'time 2.000000, when looking up transform from frame \[base\] to frame \[odom\]'),
            (('odom', 'base', time(0.5)), tf2_py.ExtrapolationException, 'into the past'),
        ):
            with self.assertRaisesRegex(error, words):
                self.buffer.lookup_transform_core(*arguments)
        self.buffer.set_transform(transform('moon', 'crater', 1), 'test')
        with self.assertRaisesRegex(tf2_py.ConnectivityException, 'not part of the same tree'):
            self.buffer.lookup_transform_core('odom', 'crater', Time())
        self.assertEqual(self.buffer.can_transform_core('odom', 'base', time(1.5)), (True, ''))
        self.assertFalse(self.buffer.can_transform_core('odom', 'base', time(9))[0])

    def test_time_travel(self) -> None:
        found = self.buffer.lookup_transform_full_core(
            'base', time(2), 'base', time(1), 'odom')
        self.assertAlmostEqual(found.transform.translation.y, 2.0)

    def test_static_transforms_survive_a_clearing(self) -> None:
        self.buffer.clear()
        self.assertTrue(self.buffer.can_transform_core('base', 'camera', time(5))[0])
        self.assertFalse(self.buffer.can_transform_core('odom', 'base', Time())[0])

    def test_what_cannot_be_is_ignored(self) -> None:
        with self.assertLogs('tf2_buffer', 'WARNING') as logged:
            self.buffer.set_transform(transform('a', 'a', 1), 'test')
            self.buffer.set_transform(transform('a', '', 1), 'test')
            self.buffer.set_transform(transform('a', 'b', 1, x=math.nan), 'test')
            bad = transform('a', 'b', 1)
            bad.transform.rotation.w = 2.0
            self.buffer.set_transform(bad, 'test')
            self.buffer.set_transform(transform('odom', 'base', 100), 'test')
            self.buffer.set_transform(transform('odom', 'base', 1), 'test')
        names = [record.getMessage().split()[0].rstrip(':') for record in logged.records]
        self.assertEqual(names, ['TF_SELF_TRANSFORM', 'TF_NO_CHILD_FRAME_ID', 'TF_NAN_INPUT',
                                 'TF_DENORMALIZED_QUATERNION', 'TF_OLD_DATA'])

    def test_velocity(self) -> None:
        class Interval:
            nanoseconds = 1_000_000_000
        (linear, angular) = self.buffer.lookupVelocityCore('base', 'odom', time(2), Interval)
        self.assertAlmostEqual(linear[0], 2.0)
        self.assertAlmostEqual(angular[2], math.pi / 2)


class Names(unittest.TestCase):
    def test_programs_take_messages_from_the_packages_of_transforms(self) -> None:
        import geometry_msgs.msg
        import tf2_geometry_msgs
        import tf2_ros
        for name in ('PointStamped', 'PoseStamped', 'PoseWithCovarianceStamped', 'TransformStamped', 'Vector3Stamped'):
            for package in (tf2_geometry_msgs, tf2_ros):
                self.assertIs(getattr(package, name), getattr(geometry_msgs.msg, name))
                self.assertIn(name, package.__all__)
        for package in (tf2_geometry_msgs, tf2_ros):
            self.assertEqual([name for name in package.__all__ if not hasattr(package, name)], [])


if __name__ == '__main__':
    unittest.main()
