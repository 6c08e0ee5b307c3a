"""Images as arrays."""
import importlib.util
import unittest

import orrery_interfaces

orrery_interfaces.install()


@unittest.skipUnless(importlib.util.find_spec('numpy'), 'numpy is not there')
class Images(unittest.TestCase):
    """Messages to arrays and back."""

    def test_arrays_come_back_in_every_type(self) -> None:
        import numpy as np
        from cv_bridge import CvBridge
        bridge = CvBridge()
        chance = np.random.default_rng(1)
        for dtype in ('uint8', 'int8', 'uint16', 'int16', 'int32', 'float32', 'float64'):
            for shape in ((4, 6), (4, 6, 2), (4, 6, 3), (4, 6, 4)):
                image = chance.integers(0, 100, shape).astype(dtype)
                message = bridge.cv2_to_imgmsg(image)
                self.assertEqual(message.step, 6 * image.itemsize * (shape + (1,))[2])
                again = bridge.imgmsg_to_cv2(message)
                self.assertEqual(again.dtype, image.dtype)
                self.assertTrue((again == image).all())

    def test_colours_are_converted(self) -> None:
        import numpy as np
        from cv_bridge import CvBridge, CvBridgeError
        bridge = CvBridge()
        image = np.array([[[10, 20, 30], [40, 50, 60]]], dtype=np.uint8)
        message = bridge.cv2_to_imgmsg(image, 'rgb8')
        self.assertEqual(bridge.imgmsg_to_cv2(message, 'bgr8')[0, 0].tolist(), [30, 20, 10])
        self.assertEqual(bridge.imgmsg_to_cv2(message, 'bgra8')[0, 1].tolist(), [60, 50, 40, 255])
        self.assertEqual(bridge.imgmsg_to_cv2(message, 'mono8').tolist(), [[18, 48]])
        self.assertEqual(bridge.imgmsg_to_cv2(message, 'rgb16')[0, 0, 0], 2570)
        with self.assertRaises(CvBridgeError):
            bridge.cv2_to_imgmsg(image, 'mono8')
        with self.assertRaises(TypeError):
            bridge.cv2_to_imgmsg('image')

    def test_the_grey_of_a_colour_is_that_of_opencv(self) -> None:
        import numpy as np
        from cv_bridge import CvBridge
        bridge = CvBridge()
        # Computed by OpenCV 4.6; the nearest number would be 105 for the second and 92 for the third.
        colours = [[1, 2, 3], [208, 73, 4], [150, 35, 229], [255, 0, 255], [7, 7, 7]]
        image = np.array([colours], dtype=np.uint8)
        for given in (image, image.astype(np.uint16)):
            bits = 8 * given.itemsize
            message = bridge.cv2_to_imgmsg(given, f'rgb{bits}')
            self.assertEqual(bridge.imgmsg_to_cv2(message, f'mono{bits}').tolist(), [[2, 106, 91, 105, 7]])

    def test_the_brightness_in_yuv_needs_no_opencv(self) -> None:
        import numpy as np
        from cv_bridge import CvBridge
        bridge = CvBridge()
        image = np.array([[[1, 2], [3, 4]]], dtype=np.uint8)
        for encoding, brightness in (('yuv422', [2, 4]), ('uyvy', [2, 4]), ('yuv422_yuy2', [1, 3]), ('yuyv', [1, 3])):
            message = bridge.cv2_to_imgmsg(image, encoding)
            self.assertEqual(bridge.imgmsg_to_cv2(message, 'mono8').tolist(), [brightness])

    @unittest.skipUnless(importlib.util.find_spec('cv2'), 'OpenCV is not there')
    def test_mosaics_and_compressed_images_are_converted_as_opencv_does(self) -> None:
        import cv2
        import numpy as np
        from cv_bridge import CvBridge
        bridge = CvBridge()
        chance = np.random.default_rng(1)
        for dtype in (np.uint8, np.uint16):
            mosaic = chance.integers(0, np.iinfo(dtype).max, (8, 12), dtype=dtype)
            bits = 8 * mosaic.itemsize
            message = bridge.cv2_to_imgmsg(mosaic, f'bayer_grbg{bits}')
            for target, code in ((f'bgr{bits}', cv2.COLOR_BAYER_GB2BGR), (f'rgb{bits}', cv2.COLOR_BAYER_GB2RGB),
                                 (f'mono{bits}', cv2.COLOR_BAYER_GB2GRAY)):
                expected = cv2.cvtColor(mosaic, code)
                self.assertTrue((bridge.imgmsg_to_cv2(message, target) == expected).all(), target)
        colours = chance.integers(0, 256, (8, 12, 3), dtype=np.uint8)
        for image in (colours, colours[..., 0]):
            again = bridge.compressed_imgmsg_to_cv2(bridge.cv2_to_compressed_imgmsg(image, 'png'))
            self.assertTrue((again == image).all())
        for image, code in ((colours, cv2.COLOR_BGR2RGB), (colours[..., 0], cv2.COLOR_GRAY2RGB)):
            packed = bridge.cv2_to_compressed_imgmsg(image, 'png')
            self.assertTrue((bridge.compressed_imgmsg_to_cv2(packed, 'rgb8') == cv2.cvtColor(image, code)).all())

    def test_rows_with_padding_and_the_other_byte_order(self) -> None:
        from cv_bridge import CvBridge
        from sensor_msgs.msg import Image
        message = Image(height=2, width=1, encoding='mono16', step=4, is_bigendian=1,
                        data=[1, 2, 0, 0, 3, 4, 0, 0])
        self.assertEqual(CvBridge().imgmsg_to_cv2(message).tolist(), [[258], [772]])


if __name__ == '__main__':
    unittest.main()
