"""Stand-in of `tf_transformations`: matrices, quaternions (x, y, z, w) and Euler angles.

Quaternions and Euler angles only need Python; matrices need numpy.
"""
from .euler import (
    _AXES2TUPLE, _NEXT_AXIS, _TUPLE2AXES, euler_from_matrix, euler_from_quaternion, euler_matrix,
    quaternion_from_euler)
from .composition import (
    compose_matrix, concatenate_matrices, decompose_matrix, inverse_matrix, is_same_transform,
    orthogonalization_matrix, superimposition_matrix)
from .matrices import (
    identity_matrix, reflection_from_matrix, reflection_matrix, rotation_from_matrix,
    rotation_matrix, scale_from_matrix, scale_matrix, shear_from_matrix, shear_matrix,
    translation_from_matrix, translation_matrix)
from .projections import clip_matrix, projection_from_matrix, projection_matrix
from .quaternions import (
    quaternion_about_axis, quaternion_conjugate, quaternion_from_matrix, quaternion_inverse,
    quaternion_matrix, quaternion_multiply, quaternion_slerp, random_quaternion,
    random_rotation_matrix)
from .vectors import (
    Arcball, arcball_constrain_to_axis, arcball_map_to_sphere, arcball_nearest_axis, random_vector,
    unit_vector, vector_norm)

__all__ = [
    'Arcball', 'arcball_constrain_to_axis', 'arcball_map_to_sphere', 'arcball_nearest_axis',
    'clip_matrix', 'compose_matrix', 'concatenate_matrices', 'decompose_matrix',
    'euler_from_matrix', 'euler_from_quaternion', 'euler_matrix', 'identity_matrix',
    'inverse_matrix', 'is_same_transform', 'orthogonalization_matrix', 'projection_from_matrix',
    'projection_matrix', 'quaternion_about_axis', 'quaternion_conjugate',
    'quaternion_from_euler', 'quaternion_from_matrix', 'quaternion_inverse', 'quaternion_matrix',
    'quaternion_multiply', 'quaternion_slerp', 'random_quaternion', 'random_rotation_matrix',
    'random_vector', 'reflection_from_matrix', 'reflection_matrix', 'rotation_from_matrix',
    'rotation_matrix', 'scale_from_matrix', 'scale_matrix', 'shear_from_matrix', 'shear_matrix',
    'superimposition_matrix', 'translation_from_matrix', 'translation_matrix', 'unit_vector',
    'vector_norm', '_AXES2TUPLE', '_NEXT_AXIS', '_TUPLE2AXES',
]
