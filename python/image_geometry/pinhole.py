"""One calibrated camera."""
from __future__ import annotations

import copy
import math
from typing import Any, Optional, Tuple

import numpy as np

Pixel = Tuple[float, float]
Point = Tuple[float, float, float]


def matrix(rows: int, columns: int, values: Any) -> Any:
    """A matrix of float64, row by row: numpy's matrices, whose product is `*`, are what programs expect."""
    return np.array(values, dtype='float64').reshape(rows, columns).view(np.matrix)


def _cv2() -> Any:
    try:
        import cv2
    except ImportError:
        raise ImportError('rectifying needs OpenCV, which is not installed '
                          '(pip install opencv-python)') from None
    return cv2


class PinholeCameraModel:
    """A pinhole camera; OpenCV rectifies the distortion of its lens."""

    def __init__(self) -> None:
        self.K: Any = None
        self.D: Any = None
        self.R: Any = None
        self.P: Any = None
        self.full_K: Any = None
        self.full_P: Any = None
        self.width: Optional[int] = None
        self.height: Optional[int] = None
        self.resolution: Optional[Tuple[int, int]] = None
        self.binning_x: Optional[int] = None
        self.binning_y: Optional[int] = None
        self.raw_roi: Any = None
        self.tf_frame: Optional[str] = None
        self.stamp: Any = None
        self.mapx: Any = None
        self.mapy: Any = None

    def fromCameraInfo(self, msg: Any) -> None:
        """Read a `sensor_msgs/msg/CameraInfo`."""
        self.full_K, self.full_P = matrix(3, 3, msg.k), matrix(3, 4, msg.p)
        self.D = matrix(len(msg.d), 1, msg.d) if len(msg.d) else None
        self.R = matrix(3, 3, msg.r)
        self.width, self.height = msg.width, msg.height
        self.resolution = (msg.width, msg.height)
        self.binning_x, self.binning_y = max(1, msg.binning_x), max(1, msg.binning_y)
        self.raw_roi = copy.copy(msg.roi)
        if not any((msg.roi.x_offset, msg.roi.y_offset, msg.roi.width, msg.roi.height)):
            # An empty region means the whole image.
            self.raw_roi.width, self.raw_roi.height = msg.width, msg.height
        self.tf_frame, self.stamp = msg.header.frame_id, msg.header.stamp
        self.K, self.P = self._of_region(self.full_K), self._of_region(self.full_P)

    from_camera_info = fromCameraInfo

    def _of_region(self, full: Any) -> Any:
        """A matrix of the whole image, adapted to the transmitted region and binning."""
        part = full.copy()
        for row, offset, binning in ((0, self.raw_roi.x_offset, self.binning_x),
                                     (1, self.raw_roi.y_offset, self.binning_y)):
            part[row, row] /= binning
            part[row, 2] = (part[row, 2] - offset) / binning
        return part

    # ---- the lens ----

    def rectifyImage(self, raw: Any, rectified: Any) -> None:
        """Write the image of an ideal camera to `rectified`."""
        cv2 = _cv2()
        self.mapx, self.mapy = cv2.initUndistortRectifyMap(
            self.K, self.D, self.R, self.P, (self.width, self.height), cv2.CV_32FC1)
        cv2.remap(raw, self.mapx, self.mapy, cv2.INTER_CUBIC, rectified)

    rectify_image = rectifyImage

    def rectifyPoint(self, uv_raw: Any) -> Any:
        """The pixel of an ideal camera for a raw pixel."""
        source = np.array(uv_raw, dtype='float64').reshape(1, 1, 2)
        return _cv2().undistortPoints(source, self.K, self.D, R=self.R, P=self.P)[0, 0]

    rectify_point = rectifyPoint

    # ---- pixels and rays ----

    def project3dToPixel(self, point: Any) -> Pixel:
        """The rectified pixel of a point; NaN for points in the plane of the camera."""
        u, v, w = (float(x) for x in np.asarray(self.P) @ [point[0], point[1], point[2], 1.0])
        return (u / w, v / w) if w != 0 else (math.nan, math.nan)

    project_3d_to_pixel = project3dToPixel

    def projectPixelTo3dRay(self, uv: Any) -> Point:
        """The direction of a rectified pixel, with length 1."""
        x, y = (uv[0] - self.cx()) / self.fx(), (uv[1] - self.cy()) / self.fy()
        length = math.sqrt(x * x + y * y + 1)
        return (x / length, y / length, 1.0 / length)

    project_pixel_to_3d_ray = projectPixelTo3dRay

    def getDeltaU(self, deltaX: float, Z: float) -> float:
        """Pixels to the right for metres at a depth."""
        return math.inf if Z == 0 else self.fx() * deltaX / Z

    get_delta_u = getDeltaU

    def getDeltaV(self, deltaY: float, Z: float) -> float:
        """Pixels downwards for metres at a depth."""
        return math.inf if Z == 0 else self.fy() * deltaY / Z

    get_delta_v = getDeltaV

    def getDeltaX(self, deltaU: float, Z: float) -> float:
        """Metres for pixels to the right at a depth."""
        return Z * deltaU / self.fx()

    get_delta_x = getDeltaX

    def getDeltaY(self, deltaV: float, Z: float) -> float:
        """Metres for pixels downwards at a depth."""
        return Z * deltaV / self.fy()

    get_delta_y = getDeltaY

    # ---- properties ----

    def fullResolution(self) -> Optional[Tuple[int, int]]:
        """Width and height of the whole image."""
        return self.resolution

    full_resolution = fullResolution

    def intrinsicMatrix(self) -> Any:
        """K of the region."""
        return self.K

    intrinsic_matrix = intrinsicMatrix

    def distortionCoeffs(self) -> Any:
        """D; None without distortion."""
        return self.D

    distortion_coeffs = distortionCoeffs

    def rotationMatrix(self) -> Any:
        """R."""
        return self.R

    rotation_matrix = rotationMatrix

    def projectionMatrix(self) -> Any:
        """P of the region."""
        return self.P

    projection_matrix = projectionMatrix

    def fullIntrinsicMatrix(self) -> Any:
        """K of the whole image."""
        return self.full_K

    full_intrinsic_matrix = fullIntrinsicMatrix

    def fullProjectionMatrix(self) -> Any:
        """P of the whole image."""
        return self.full_P

    full_projection_matrix = fullProjectionMatrix

    def cx(self) -> float:
        """Column of the optical axis."""
        return self.P[0, 2]

    def cy(self) -> float:
        """Row of the optical axis."""
        return self.P[1, 2]

    def fx(self) -> float:
        """Focal length in columns."""
        return self.P[0, 0]

    def fy(self) -> float:
        """Focal length in rows."""
        return self.P[1, 1]

    def fovX(self) -> float:
        """The angle of view from left to right, in radians."""
        return 2 * math.atan((self.width or 0) / (2 * self.fx()))

    fov_x = fovX

    def fovY(self) -> float:
        """The angle of view from top to bottom, in radians."""
        return 2 * math.atan((self.height or 0) / (2 * self.fy()))

    fov_y = fovY

    def Tx(self) -> float:
        """Fourth column of P: minus the baseline times the focal length."""
        return self.P[0, 3]

    def Ty(self) -> float:
        """Like :meth:`Tx`, for rows."""
        return self.P[1, 3]

    def tfFrame(self) -> Optional[str]:
        """The frame of the camera."""
        return self.tf_frame
