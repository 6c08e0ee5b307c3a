"""Converts laser scans to point clouds."""
from __future__ import annotations

from typing import Any, List, Tuple

import numpy as np
from sensor_msgs.msg import PointCloud2, PointField
from sensor_msgs_py import point_cloud2


class LaserProjection:
    """Projects scans; ranges outside the scanner's limits are omitted."""

    LASER_SCAN_INVALID = -1.0
    LASER_SCAN_MIN_RANGE = -2.0
    LASER_SCAN_MAX_RANGE = -3.0

    class ChannelOption:
        """Additional values for each point of a cloud."""

        NONE = 0x00
        INTENSITY = 0x01
        INDEX = 0x02
        DISTANCE = 0x04
        TIMESTAMP = 0x08
        VIEWPOINT = 0x10
        DEFAULT = INTENSITY | INDEX

    def projectLaser(self, scan_in: Any, range_cutoff: float = -1.0,  # noqa: N802 - upstream's name
                     channel_options: int = ChannelOption.DEFAULT) -> PointCloud2:
        """The points of a `LaserScan` in its own frame, of those nearer than `range_cutoff` if that is not negative."""
        ranges = np.array(scan_in.ranges, dtype=np.float64)
        limit = scan_in.range_max if range_cutoff < 0 else min(range_cutoff, scan_in.range_max)
        kept = np.flatnonzero((ranges < limit) & (ranges >= scan_in.range_min))
        angles = scan_in.angle_min + kept * scan_in.angle_increment
        far = ranges[kept]
        columns = [('x', far * np.cos(angles)), ('y', far * np.sin(angles)), ('z', np.zeros(len(kept)))]
        columns += self._channels(scan_in, channel_options, kept, far)
        fields, kinds = [], []
        for i, (name, _) in enumerate(columns):
            datatype = PointField.INT32 if name == 'index' else PointField.FLOAT32
            fields.append(PointField(name=name, offset=4 * i, datatype=datatype, count=1))
            kinds.append((name, np.int32 if name == 'index' else np.float32))
        points = np.zeros(len(kept), dtype=kinds)
        for name, values in columns:
            points[name] = values
        return point_cloud2.create_cloud(scan_in.header, fields, points)

    def _channels(self, scan: Any, options: int, kept: Any, far: Any) -> List[Tuple[str, Any]]:
        chosen, columns = self.ChannelOption, []
        if options & chosen.INTENSITY and len(scan.intensities) > 0:
            columns.append(('intensity', np.array(scan.intensities)[kept]))
        if options & chosen.INDEX:
            columns.append(('index', kept))
        if options & chosen.DISTANCE:
            columns.append(('distances', far))
        if options & chosen.TIMESTAMP:
            columns.append(('stamps', kept * scan.time_increment))
        if options & chosen.VIEWPOINT:
            columns += [(name, np.zeros(len(kept))) for name in ('vp_x', 'vp_y', 'vp_z')]
        return columns
