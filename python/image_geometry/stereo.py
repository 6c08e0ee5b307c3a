"""Two calibrated cameras side by side."""
from __future__ import annotations

import math
from typing import Any, Optional, Tuple

import numpy as np

from .pinhole import PinholeCameraModel, Pixel, Point


class StereoCameraModel:
    """A pair of rectified cameras with aligned rows."""

    def __init__(self) -> None:
        self.left = PinholeCameraModel()
        self.right = PinholeCameraModel()
        #: From column, row, disparity and 1 to a homogeneous point.
        self.Q: Any = None

    def fromCameraInfo(self, left_msg: Any, right_msg: Any) -> None:
        """Read two `sensor_msgs/msg/CameraInfo`."""
        self.left.fromCameraInfo(left_msg)
        self.right.fromCameraInfo(right_msg)
        right = self.right
        self.Q = np.zeros((4, 4))
        self.Q[0, 0] = self.Q[1, 1] = 1.0
        self.Q[0, 3], self.Q[1, 3], self.Q[2, 3] = -right.cx(), -right.cy(), right.fx()
        self.Q[3, 2] = -right.fx() / right.Tx()

    from_camera_info = fromCameraInfo

    def tfFrame(self) -> Optional[str]:
        """The frame of the points: that of the left camera."""
        return self.left.tfFrame()

    def project3dToPixel(self, point: Any) -> Tuple[Pixel, Pixel]:
        """The pixels of a point in both cameras."""
        return (self.left.project3dToPixel(point), self.right.project3dToPixel(point))

    project_3d_to_pixel = project3dToPixel

    def projectPixelTo3d(self, left_uv: Any, disparity: float) -> Point:
        """The point of a pixel; zero if it is at infinity."""
        x, y, z, w = (float(each) for each in self.Q @ [left_uv[0], left_uv[1], disparity, 1.0])
        return (x / w, y / w, z / w) if w != 0 else (0.0, 0.0, 0.0)

    project_pixel_to_3d = projectPixelTo3d

    def getZ(self, disparity: float) -> float:
        """The depth of a disparity."""
        return math.inf if disparity == 0 else -self.right.Tx() / disparity

    get_z = getZ

    def getDisparity(self, Z: float) -> float:
        """The disparity of a depth."""
        return math.inf if Z == 0 else -self.right.Tx() / Z

    get_disparity = getDisparity
