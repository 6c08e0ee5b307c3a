"""Pixels and rays of calibrated cameras."""
import importlib.util
import math
import unittest

import orrery_interfaces

orrery_interfaces.install()


@unittest.skipUnless(importlib.util.find_spec('numpy'), 'numpy is not there')
class Cameras(unittest.TestCase):
    """Projections and their inverses."""

    def camera_info(self, base_line: float = 0.0, fy: float = 305.0):
        from sensor_msgs.msg import CameraInfo
        info = CameraInfo(width=640, height=480, d=[-0.3, 0.1, 0.0, 0.0, 0.0])
        info.header.frame_id = 'camera'
        info.k = [400.0, 0.0, 320.0, 0.0, 410.0, 240.0, 0.0, 0.0, 1.0]
        info.p = [300.0, 0.0, 310.0, -300.0 * base_line, 0.0, fy, 230.0, 0.0, 0.0, 0.0, 1.0, 0.0]
        return info

    def near(self, found, expected) -> None:
        for one, other in zip(found, expected):
            self.assertAlmostEqual(one, other, 6)

    def test_a_ray_leads_back_to_its_pixel(self) -> None:
        from image_geometry import PinholeCameraModel
        camera = PinholeCameraModel()
        camera.fromCameraInfo(self.camera_info())
        for pixel in ((0, 0), (310, 230), (639.5, 17)):
            ray = camera.projectPixelTo3dRay(pixel)
            self.assertAlmostEqual(math.hypot(*ray), 1)
            self.near(camera.project3dToPixel(ray), pixel)
        self.assertTrue(all(math.isnan(x) for x in camera.project3dToPixel((1, 1, 0))))
        self.assertEqual((camera.getDeltaU(0.5, 2), camera.getDeltaV(0.5, 0)), (75, math.inf))
        self.assertEqual((camera.getDeltaX(75, 2), camera.getDeltaY(61, 5)), (0.5, 1))
        self.assertEqual((camera.tfFrame(), camera.fullResolution()), ('camera', (640, 480)))
        self.assertEqual(camera.distortionCoeffs().shape, (5, 1))
        self.near((camera.fovX(), camera.fov_y()), (2 * math.atan2(320, 300), 2 * math.atan2(240, 305)))

    def test_regions_and_binning_move_the_axis(self) -> None:
        from image_geometry import PinholeCameraModel
        info = self.camera_info()
        info.binning_x, info.binning_y = 2, 5
        info.roi.x_offset, info.roi.y_offset, info.roi.width, info.roi.height = 10, 30, 100, 50
        camera = PinholeCameraModel()
        camera.fromCameraInfo(info)
        self.assertEqual((camera.fx(), camera.fy(), camera.cx(), camera.cy()), (150, 61, 150, 40))
        self.assertEqual(camera.intrinsicMatrix()[0, 2], 155)
        self.assertEqual((camera.fullProjectionMatrix()[0, 2], camera.fullIntrinsicMatrix()[1, 1]),
                         (310, 410))

    def test_two_cameras_give_the_depth(self) -> None:
        from image_geometry import StereoCameraModel
        pair = StereoCameraModel()
        pair.fromCameraInfo(self.camera_info(0, 300.0), self.camera_info(0.1, 300.0))
        for disparity in (1, 4, 30):
            point = pair.projectPixelTo3d((50, 60), disparity)
            self.assertAlmostEqual(point[2], pair.getZ(disparity))
            self.assertAlmostEqual(pair.getDisparity(point[2]), disparity)
            left, right = pair.project3dToPixel(point)
            self.near((*left, *right), (50, 60, 50 - disparity, 60))
        self.assertEqual((pair.getZ(0), pair.projectPixelTo3d((5, 6), 0)), (math.inf, (0, 0, 0)))


if __name__ == '__main__':
    unittest.main()
