"""Point clouds (`sensor_msgs/msg/PointCloud2`) as numpy arrays and back."""
from __future__ import annotations

import array
import sys
from collections import namedtuple
from typing import Any, Iterable, List, Optional, Sequence

import numpy as np
from numpy.lib.recfunctions import structured_to_unstructured, unstructured_to_structured
from sensor_msgs.msg import PointCloud2, PointField
from std_msgs.msg import Header

DUMMY_FIELD_PREFIX = 'unnamed_field'

_DATATYPES = {
    PointField.INT8: np.dtype(np.int8), PointField.UINT8: np.dtype(np.uint8),
    PointField.INT16: np.dtype(np.int16), PointField.UINT16: np.dtype(np.uint16),
    PointField.INT32: np.dtype(np.int32), PointField.UINT32: np.dtype(np.uint32),
    PointField.FLOAT32: np.dtype(np.float32), PointField.FLOAT64: np.dtype(np.float64),
}


def dtype_from_fields(fields: Iterable[PointField],
                      point_step: Optional[int] = None) -> np.dtype:
    """The structured type of a point; a field of several values becomes `name_0`, `name_1`, …"""
    names: List[str] = []
    offsets: List[int] = []
    formats: List[str] = []
    for i, field in enumerate(fields):
        element = _DATATYPES[field.datatype]
        name = field.name or f'{DUMMY_FIELD_PREFIX}_{i}'
        assert field.count > 0, "Can't process fields with count = 0."
        for k in range(field.count):
            full = f'{name}_{k}' if field.count > 1 else name
            assert full not in names, 'Duplicate field names are not allowed!'
            names.append(full)
            offsets.append(field.offset + k * element.itemsize)
            formats.append(element.str)
    layout: Any = {'names': names, 'formats': formats, 'offsets': offsets}
    if point_step is not None:
        layout['itemsize'] = point_step
    return np.dtype(layout)


def read_points(cloud: PointCloud2, field_names: Optional[Sequence[str]] = None,
                skip_nans: bool = False, uvs: Optional[Iterable[int]] = None,
                reshape_organized_cloud: bool = False) -> np.ndarray:
    """The points as a structured array.

    `field_names` selects fields, `uvs` points by index; `skip_nans` leaves out points with a NaN;
    an organized cloud can keep its two dimensions.
    """
    assert isinstance(cloud, PointCloud2), 'Cloud is not a sensor_msgs.msg.PointCloud2'
    points = np.ndarray(
        shape=(cloud.width * cloud.height,),
        dtype=dtype_from_fields(cloud.fields, point_step=cloud.point_step), buffer=cloud.data)
    if field_names is not None:
        assert all(name in points.dtype.names for name in field_names), \
            'Requests field is not in the fields of the PointCloud!'
        points = points[list(field_names)]
    if bool(sys.byteorder != 'little') != bool(cloud.is_bigendian):
        points = points.byteswap()
    if skip_nans and not cloud.is_dense:
        kept = np.ones(len(points), dtype=bool)
        for name in points.dtype.names:
            kept &= ~np.isnan(points[name])
        points = points[kept]
    if uvs is not None:
        points = points[uvs if isinstance(uvs, np.ndarray) else np.fromiter(uvs, int)]
    if reshape_organized_cloud and cloud.height > 1:
        points = points.reshape(cloud.width, cloud.height)
    return points


def read_points_numpy(cloud: PointCloud2, field_names: Optional[Sequence[str]] = None,
                      skip_nans: bool = False, uvs: Optional[Iterable[int]] = None,
                      reshape_organized_cloud: bool = False) -> np.ndarray:
    """The points as a plain array; all fields read must have the same type."""
    selected = [field for field in cloud.fields
                if field_names is None or field.name in field_names]
    assert all(field.datatype == selected[0].datatype for field in selected[1:]), \
        'All fields need to have the same datatype. Use `read_points()` otherwise.'
    points = read_points(cloud, field_names, skip_nans, uvs, reshape_organized_cloud)
    return structured_to_unstructured(points)


def read_points_list(cloud: PointCloud2, field_names: Optional[Sequence[str]] = None,
                     skip_nans: bool = False,
                     uvs: Optional[Iterable[int]] = None) -> List[Any]:
    """The points as a list of named tuples."""
    assert isinstance(cloud, PointCloud2), 'cloud is not a sensor_msgs.msg.PointCloud2'
    if field_names is None:
        field_names = [field.name for field in cloud.fields]
    point_type = namedtuple('Point', field_names)  # type: ignore[misc]
    return [point_type._make(point)
            for point in read_points(cloud, field_names, skip_nans, uvs)]


def create_cloud(header: Header, fields: Iterable[PointField], points: Any, step: Optional[int] = None,
                 *, point_step: Optional[int] = None) -> PointCloud2:
    """A cloud of points: a structured array, a plain one, or any iterable of points.

    The last dimension of a plain array are the fields, which are then of one type; two more make an organized
    cloud. `step`, or `point_step` in newer releases, is the size of a point in bytes, if it has padding at its end.
    """
    fields = list(fields)
    wanted = dtype_from_fields(fields, point_step=step if point_step is None else point_step)
    if not isinstance(points, np.ndarray):
        points = np.array([tuple(point) for point in points], dtype=wanted)
    elif points.dtype.names is None:
        assert all(field.datatype == fields[0].datatype for field in fields), \
            'All fields need to have the same datatype. Pass a structured array otherwise.'
        points = unstructured_to_structured(points, dtype=wanted)
    else:
        assert points.dtype == wanted, \
            'PointFields and structured NumPy array dtype do not match for all fields! ' \
            f'Check their field order, names and types: {wanted} and {points.dtype}'
    assert points.ndim <= 2, \
        'Too many dimensions for an organized cloud! Points can only be organized in max. two ' \
        'dimensional space'
    height, width = 1, points.shape[0]
    if points.ndim == 2:
        height = points.shape[1]
    return PointCloud2(
        header=header, height=height, width=width, is_dense=False,
        is_bigendian=sys.byteorder != 'little', fields=fields,
        point_step=points.dtype.itemsize, row_step=points.dtype.itemsize * width,
        data=array.array('B', points.tobytes()))


def create_cloud_xyz32(header: Header, points: Any, step: Optional[int] = None) -> PointCloud2:
    """A cloud of the fields x, y and z as float32."""
    fields = [PointField(name=name, offset=4 * i, datatype=PointField.FLOAT32, count=1)
              for i, name in enumerate('xyz')]
    return create_cloud(header, fields, points, step)
