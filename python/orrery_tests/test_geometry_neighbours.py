"""`angles`, `laser_geometry` and `domain_coordinator`."""
import unittest
from math import cos, pi, sin

import orrery_interfaces

orrery_interfaces.install()

import angles  # noqa: E402
from domain_coordinator import domain_id  # noqa: E402


class Angles(unittest.TestCase):
    """Turns and their limits."""

    def test_the_same_direction(self) -> None:
        for angle, positive, signed in ((0, 0, 0), (pi, pi, pi), (3 * pi, pi, pi), (-pi / 2, 3 * pi / 2, -pi / 2),
                                        (-3 * pi / 2, pi / 2, pi / 2), (4 * pi, 0, 0)):
            self.assertAlmostEqual(angles.normalize_angle_positive(angle), positive)
            self.assertAlmostEqual(angles.normalize_angle(angle), signed)

    def test_turns(self) -> None:
        for start, end, turn in ((0, pi / 2, pi / 2), (pi, -pi / 2, pi / 2), (5 * pi, pi / 2, -pi / 2),
                                 (-3 * pi / 4, 3 * pi / 4, -pi / 2)):
            self.assertAlmostEqual(angles.shortest_angular_distance(start, end), turn)
        for turn, other in ((0, 2 * pi), (2 * pi, 0), (-2 * pi, 0), (pi, -pi), (3 * pi, -pi), (-2.5 * pi, 1.5 * pi)):
            self.assertAlmostEqual(angles.two_pi_complement(turn), other)

    def test_how_far_a_joint_may_turn(self) -> None:
        for start, left, right, wanted in (
                (0, -pi, pi, (True, -pi, pi)), (pi / 2, -pi, pi, (True, -1.5 * pi, pi / 2)),
                (-pi / 4, -pi / 2, pi / 2, (True, -pi / 4, 0.75 * pi)), (-pi, -pi, pi, (True, 0, 2 * pi)),
                (-0.25, 0.25, -0.25, (True, 0.5 - 2 * pi, 0)), (3 * pi / 4, pi / 2, -pi / 2, (True, -pi / 4, 0.75 * pi))):
            found = angles._find_min_max_delta(start, left, right)
            self.assertEqual(found[0], wanted[0])
            self.assertAlmostEqual(found[1], wanted[1])
            self.assertAlmostEqual(found[2], wanted[2])
        self.assertFalse(angles._find_min_max_delta(-pi, -pi / 2, pi / 2)[0])
        self.assertFalse(angles._find_min_max_delta(pi, -pi / 2, pi / 2)[0])

    def test_turns_within_limits(self) -> None:
        for start, end, left, right, can, turn in (
                (-0.5, 0.5, 0.25, -0.25, True, 1 - 2 * pi), (0.5, 0.5, 0.25, -0.25, True, 0),
                (0.5, 0, 0.25, -0.25, False, -0.5), (-0.5, 0, 0.25, -0.25, False, 0.5),
                (-0.2, 0.2, 0.25, -0.25, False, 0.4 - 2 * pi), (0.2, -0.2, 0.25, -0.25, False, 2 * pi - 0.4),
                (0.2, 0, 0.25, -0.25, False, 2 * pi - 0.2), (-0.2, 0, 0.25, -0.25, False, 0.2 - 2 * pi),
                (-0.25, -0.5, 0.25, -0.25, True, -0.25), (-0.25, 0.5, 0.25, -0.25, True, 0.75 - 2 * pi),
                (-pi, pi, -pi, pi, True, 0)):
            found = angles.shortest_angular_distance_with_limits(start, end, left, right)
            self.assertEqual(found[0], can, (start, end))
            self.assertAlmostEqual(found[1], turn, msg=str((start, end)))
        for start, end, left, right in ((-0.5, 0.5, -0.25, 0.25), (-0.6, 0.75, -0.25, 0.3), (-0.5, 0.6, -0.25, 0.25)):
            self.assertFalse(angles.shortest_angular_distance_with_limits(start, end, left, right)[0])


class Domains(unittest.TestCase):
    """Numbers that are in use are not given again."""

    def test_numbers(self) -> None:
        with domain_id() as first, domain_id() as second:
            self.assertNotEqual(first, second)
        with domain_id() as again:
            self.assertEqual(again, first)

    def test_there_are_only_so_many(self) -> None:
        def nested(left: int) -> None:
            with domain_id():
                if left > 1:
                    nested(left - 1)
        nested(100)
        with self.assertRaisesRegex(RuntimeError, 'in use'):
            nested(101)
        nested(100)


class Projection(unittest.TestCase):
    """Scans as clouds."""

    def test_points_and_channels(self) -> None:
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest('numpy is not installed')
        from laser_geometry import LaserProjection
        from sensor_msgs.msg import LaserScan
        from sensor_msgs_py import point_cloud2
        scan = LaserScan(angle_min=-1.0, angle_increment=0.5, range_min=0.2, range_max=40.0, time_increment=0.25)
        scan.header.frame_id = 'laser'
        scan.ranges = [0.1, 1.0, 2.0, 100.0, 0.25, float('nan')]
        scan.intensities = [float(i) for i in range(6)]
        chosen = LaserProjection.ChannelOption
        every = chosen.INTENSITY | chosen.INDEX | chosen.DISTANCE | chosen.TIMESTAMP | chosen.VIEWPOINT
        cloud = LaserProjection().projectLaser(scan, -1.0, every)
        self.assertEqual([field.name for field in cloud.fields], [
            'x', 'y', 'z', 'intensity', 'index', 'distances', 'stamps', 'vp_x', 'vp_y', 'vp_z'])
        self.assertEqual((cloud.header.frame_id, cloud.width), ('laser', 3))
        for point, i in zip(point_cloud2.read_points(cloud), (1, 2, 4)):
            far, angle = scan.ranges[i], -1.0 + 0.5 * i
            for found, wanted in zip(point, (far * cos(angle), far * sin(angle), 0, i, i, far, 0.25 * i, 0, 0, 0)):
                self.assertAlmostEqual(float(found), wanted, places=5)
        self.assertEqual(LaserProjection().projectLaser(scan, 1.5).width, 2)
        scan.intensities = []
        self.assertEqual(len(LaserProjection().projectLaser(scan).fields), 4)
