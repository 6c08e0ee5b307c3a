"""Matrices, quaternions and angles: each way and back, and known values."""
import importlib.util
import math
import random
import unittest

import tf_transformations as tf

HAS_NUMPY = importlib.util.find_spec('numpy') is not None


def near(a, b) -> bool:
    """Whether all numbers are nearly equal."""
    return all(math.isclose(x, y, abs_tol=1e-6) for x, y in zip(a, b))


class WithoutNumpy(unittest.TestCase):
    """Quaternions and Euler angles."""

    def test_known_values(self) -> None:
        self.assertTrue(near(tf.euler_from_quaternion([0.06146124, 0, 0, 0.99810947]),
                             [0.123, 0, 0]))
        self.assertTrue(near(tf.quaternion_from_euler(1, 2, 3, 'ryxz'),
                             [0.310622, -0.718287, 0.444435, 0.435953]))
        self.assertTrue(near(tf.quaternion_multiply([1, -2, 3, 4], [-5, 6, 7, 8]),
                             [-44, -14, 48, 28]))

    def test_angles_come_back_in_all_sequences(self) -> None:
        chance = random.Random(1)
        for axes in tf._AXES2TUPLE:
            angles = [chance.uniform(-3, 3) for _ in range(3)]
            q = tf.quaternion_from_euler(*angles, axes)
            again = tf.quaternion_from_euler(*tf.euler_from_quaternion(q, axes), axes)
            sign = math.copysign(1, sum(a * b for a, b in zip(q, again)))
            self.assertTrue(near(q, [sign * part for part in again]), axes)


@unittest.skipUnless(HAS_NUMPY, 'numpy is not there')
class Matrices(unittest.TestCase):
    """Matrices."""

    def test_each_kind_is_taken_apart_and_made_again(self) -> None:
        import numpy
        chance = numpy.random.default_rng(1)
        for _ in range(20):
            angle = chance.uniform(-3, 3)
            a, b, c = (chance.uniform(-0.5, 0.5, 3) for _ in range(3))
            across = numpy.cross(a, b)
            for make, read, given in (
                (tf.rotation_matrix, tf.rotation_from_matrix, (angle, a, b)),
                (tf.reflection_matrix, tf.reflection_from_matrix, (a, b)),
                (tf.scale_matrix, tf.scale_from_matrix, (angle, a)),
                (tf.scale_matrix, tf.scale_from_matrix, (angle, a, b)),
                (tf.shear_matrix, tf.shear_from_matrix, (angle, a, b, across)),
                (tf.projection_matrix, tf.projection_from_matrix, (a, b)),
                (tf.projection_matrix, tf.projection_from_matrix, (a, b, c)),
                (tf.projection_matrix, tf.projection_from_matrix, (a, b, None, c)),
                (tf.compose_matrix, tf.decompose_matrix, (a, b, c, a, [0.1, 0.2, 0.3, 0.9])),
            ):
                matrix = make(*given)
                self.assertTrue(tf.is_same_transform(matrix, make(*read(matrix))), make.__name__)

    def test_points_are_superimposed(self) -> None:
        import numpy
        chance = numpy.random.default_rng(2)
        points = chance.uniform(-10, 10, (3, 30))
        matrix = tf.concatenate_matrices(
            tf.translation_matrix([1, 2, 3]), tf.random_rotation_matrix(chance.random(3)),
            tf.scale_matrix(0.7))
        moved = matrix[:3, :3] @ points + matrix[:3, 3:]
        found = tf.superimposition_matrix(points, moved, scaling=True)
        self.assertTrue(tf.is_same_transform(matrix, found))

    def test_known_values(self) -> None:
        self.assertAlmostEqual(sum(tf.euler_matrix(1, 2, 3, 'syxz')[0]), -1.34786452)
        self.assertAlmostEqual(sum(tf.euler_matrix(1, 2, 3, (0, 1, 0, 1))[0]), -0.383436184)
        cell = tf.orthogonalization_matrix([9.8, 12.0, 15.5], [87.2, 80.7, 69.7])
        self.assertAlmostEqual(cell.sum(), 43.063229, 5)
        self.assertTrue(near(tf.quaternion_from_matrix(tf.rotation_matrix(0.123, (1, 2, 3))),
                             [0.0164262, 0.0328524, 0.0492786, 0.9981095]))
        self.assertEqual(tf.decompose_matrix(tf.scale_matrix(0.123))[0][0], 0.123)
        q0, q1 = tf.random_quaternion([0.1, 0.2, 0.3]), tf.random_quaternion([0.5, 0.6, 0.7])
        self.assertTrue(near(tf.quaternion_slerp(q0, q1, 0.0), q0))
        self.assertTrue(near(tf.quaternion_slerp(q0, q1, 1.0, 1), q1))


if __name__ == '__main__':
    unittest.main()
