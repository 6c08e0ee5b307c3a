"""The packages that build on rclpy; skipped while there is no rclpy."""
import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import unittest
from unittest import mock

import orrery_interfaces

orrery_interfaces.install()

HAS_RCLPY = (importlib.util.find_spec('rclpy') is not None
             and importlib.util.find_spec('rclpy.node') is not None)
HAS_NUMPY = importlib.util.find_spec('numpy') is not None

from geometry_msgs.msg import (  # noqa: E402
    PoseWithCovarianceStamped, Quaternion, TransformStamped, Vector3Stamped)
from std_msgs.msg import Header  # noqa: E402


@unittest.skipUnless(HAS_RCLPY, 'rclpy is not there')
class Filters(unittest.TestCase):
    """message_filters."""

    def message(self, nanoseconds: int):
        """Something with a header."""
        from rclpy.time import Time

        class Message:
            header = Header()
        made = Message()
        made.header = Header(stamp=Time(nanoseconds=nanoseconds).to_msg())
        return made

    def test_in_the_newest_distributions_a_set_drops_what_is_older(self) -> None:
        from message_filters import SimpleFilter, TimeSynchronizer
        for distro, count in (('jazzy', 2), ('rolling', 1)):
            left, right, met = SimpleFilter(), SimpleFilter(), []
            TimeSynchronizer([left, right], 9).registerCallback(lambda a, b: met.append((a, b)))
            with mock.patch.object(orrery_interfaces.registry(), 'distro', distro):
                for side, time in ((left, 1), (right, 2), (left, 2), (right, 1)):
                    side.signalMessage(self.message(time))
            self.assertEqual(len(met), count, distro)

    def test_equal_times_meet(self) -> None:
        from message_filters import SimpleFilter, TimeSynchronizer
        left, right, met = SimpleFilter(), SimpleFilter(), []
        TimeSynchronizer([left, right], 2).registerCallback(lambda a, b: met.append((a, b)))
        first, second = self.message(5), self.message(5)
        left.signalMessage(self.message(1))
        left.signalMessage(first)
        right.signalMessage(second)
        self.assertEqual(met, [(first, second)])

    def test_an_aligner_takes_its_filters_by_name(self) -> None:
        from message_filters import InputAligner, SimpleFilter
        from rclpy.duration import Duration
        sources, got = [SimpleFilter(), SimpleFilter()], []
        for named in (True, False):
            aligner = InputAligner(Duration(seconds=1), filters=sources) if named \
                else InputAligner(Duration(seconds=1), *sources)
            for i in range(2):
                aligner.registerCallback(i, got.append)
                aligner.setInputPeriod(i, Duration(nanoseconds=2))
            late, early = self.message(3), self.message(2)
            sources[0].signalMessage(late)
            sources[1].signalMessage(early)
            aligner.dispatchMessages()
            self.assertEqual(got, [early, late])
            aligner.disconnectAll()
            got.clear()
            self.assertEqual(aligner.event_queues, [[], []])

    def test_a_time_may_be_a_number_of_nanoseconds(self) -> None:
        from message_filters import Cache, SimpleFilter
        source = SimpleFilter()
        cache, message = Cache(source), self.message(0)
        message.header = type('Stamped', (), {'stamp': 7})()
        source.signalMessage(message)
        self.assertEqual([time.nanoseconds for time in cache.cache_times], [7])

    def test_times_and_durations_are_made_of_their_own_messages(self) -> None:
        from rclpy.duration import Duration
        from rclpy.time import Time
        for made, other in ((Time(seconds=1), Duration(seconds=1)),
                            (Duration(seconds=1), Time(seconds=1))):
            again = type(made).from_msg(made.to_msg())
            self.assertEqual(again.nanoseconds, made.nanoseconds)
            with self.assertRaises(TypeError):
                type(made).from_msg(other.to_msg())

    def test_times_within_the_slop_meet(self) -> None:
        from message_filters import ApproximateTimeSynchronizer, SimpleFilter
        left, right, met = SimpleFilter(), SimpleFilter(), []
        sync = ApproximateTimeSynchronizer([left, right], 10, 0.1)
        sync.registerCallback(lambda a, b: met.append((a, b)))
        far, near, last = self.message(0), self.message(90_000_000), self.message(120_000_000)
        left.signalMessage(far)
        left.signalMessage(near)
        right.signalMessage(last)
        self.assertEqual(met, [(near, last)])

    def test_cache(self) -> None:
        from message_filters import Cache, SimpleFilter
        from rclpy.clock import ClockType
        from rclpy.time import Time
        source = SimpleFilter()
        cache = Cache(source, 2)
        kept = [self.message(i * 10 ** 9) for i in range(3)]
        for message in kept:
            source.signalMessage(message)

        def at(seconds: int) -> Time:
            return Time(seconds=seconds, clock_type=ClockType.ROS_TIME)
        self.assertEqual(cache.getInterval(at(0), at(9)), kept[1:])
        self.assertIs(cache.getElemBeforeTime(at(1)), kept[1])
        self.assertIs(cache.getElemAfterTime(at(2)), kept[2])
        self.assertIs(cache.getLast(), kept[2])


@unittest.skipUnless(HAS_RCLPY, 'rclpy is not there')
class Geometry(unittest.TestCase):
    """tf2_geometry_msgs."""

    def test_vectors_only_rotate_and_covariances_turn(self) -> None:
        import tf2_geometry_msgs
        half_turn = TransformStamped()
        half_turn.transform.translation.x = 1.0
        half_turn.transform.rotation = Quaternion(w=0.0, x=1.0, y=0.0, z=0.0)
        vector = Vector3Stamped()
        vector.vector.y = 2.0
        turned = tf2_geometry_msgs.do_transform_vector3(vector, half_turn)
        self.assertEqual((turned.vector.x, turned.vector.y), (0.0, -2.0))
        pose = PoseWithCovarianceStamped()
        pose.pose.covariance = [float(i % 6 + 1) for i in range(36)]
        pose.pose.pose.orientation = Quaternion(w=0.0, x=1.0, y=0.0, z=0.0)
        moved = tf2_geometry_msgs.do_transform_pose_with_covariance_stamped(pose, half_turn)
        self.assertEqual(list(moved.pose.covariance[:6]), [1.0, -2.0, -3.0, 4.0, -5.0, -6.0])
        self.assertEqual(list(moved.pose.covariance[6:12]), [-1.0, 2.0, 3.0, -4.0, 5.0, 6.0])
        self.assertEqual(moved.pose.pose.orientation, Quaternion(w=1.0))
        self.assertEqual(moved.pose.pose.position.x, 1.0)


@unittest.skipUnless(HAS_NUMPY, 'numpy is not there')
class PointClouds(unittest.TestCase):
    """sensor_msgs_py."""

    def test_points_go_into_clouds_and_come_back(self) -> None:
        import numpy as np
        from sensor_msgs.msg import PointField
        from sensor_msgs_py import point_cloud2
        points = [(0.0, 0.1, 0.2), (4.0, float('nan'), 4.2)]
        cloud = point_cloud2.create_cloud_xyz32(Header(frame_id='a'), points)
        self.assertEqual((cloud.width, cloud.height, cloud.point_step, cloud.row_step),
                         (2, 1, 12, 24))
        self.assertTrue(np.allclose(
            point_cloud2.read_points_numpy(cloud), points, equal_nan=True))
        self.assertEqual(len(point_cloud2.read_points(cloud, skip_nans=True)), 1)
        self.assertEqual(point_cloud2.read_points(cloud, ['x', 'z']).dtype.names, ('x', 'z'))
        listed = point_cloud2.read_points_list(cloud, ['x'])
        self.assertEqual([point.x for point in listed], [0.0, 4.0])
        layout = {'names': ['x', 'y', 'z'], 'formats': ['f4'] * 3, 'offsets': [0, 4, 8]}
        padded = np.array(points, dtype=np.dtype({**layout, 'itemsize': 20}))
        for size in ({'step': 20}, {'point_step': 20}):
            made = point_cloud2.create_cloud(Header(), cloud.fields, padded, **size)
            self.assertEqual((made.point_step, made.row_step), (20, 40))
        for step in (None, 12):
            with self.assertRaises(AssertionError):
                point_cloud2.create_cloud(Header(), cloud.fields, padded, step)
        self.assertEqual(point_cloud2.create_cloud(Header(), cloud.fields, []).width, 0)
        colored = [*cloud.fields[:1], PointField(name='rgb', offset=4, datatype=PointField.UINT32, count=1)]
        made = point_cloud2.create_cloud(Header(), colored, iter([[0.5, 0xfffffffe]]))
        self.assertEqual(point_cloud2.read_points(made)['rgb'].tolist(), [0xfffffffe])
        with self.assertRaises(AssertionError):
            point_cloud2.create_cloud(Header(), colored, np.zeros((1, 2)))
        organized = np.zeros((2, 3, 3), dtype=np.float32)
        cloud = point_cloud2.create_cloud_xyz32(Header(), organized)
        self.assertEqual((cloud.width, cloud.height), (2, 3))
        shape = point_cloud2.read_points(cloud, reshape_organized_cloud=True).shape
        self.assertEqual(shape, (2, 3))


class Loading(unittest.TestCase):
    """rpyutils."""

    def test_modules_are_imported_as_upstream_imports_its_extensions(self) -> None:
        from rpyutils import add_dll_directories_from_env, import_c_library
        with add_dll_directories_from_env('PATH'):
            self.assertIs(import_c_library('._tf2_py', 'tf2_py'), import_c_library('tf2_py._tf2_py'))

    def test_an_extension_that_is_there_but_fails_is_named(self) -> None:
        from rpyutils import import_c_library
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(sys, 'path', [folder, *sys.path]):
            place = os.path.join(folder, 'orrery_broken' + importlib.machinery.EXTENSION_SUFFIXES[0])
            with open(place, 'wb') as file:
                file.write(b'not a library')
            with self.assertRaisesRegex(ImportError, 'present on the system'):
                import_c_library('orrery_broken')
        with self.assertRaises(ModuleNotFoundError) as missing:
            import_c_library('orrery_missing')
        self.assertNotIn('present', str(missing.exception))


if __name__ == '__main__':
    unittest.main()
