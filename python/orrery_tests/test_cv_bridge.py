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

    def test_rows_with_padding_and_the_other_byte_order(self) -> None:
        from cv_bridge import CvBridge
        from sensor_msgs.msg import Image
        message = Image(height=2, width=1, encoding='mono16', step=4, is_bigendian=1,
                        data=[1, 2, 0, 0, 3, 4, 0, 0])
        self.assertEqual(CvBridge().imgmsg_to_cv2(message).tolist(), [[258], [772]])


if __name__ == '__main__':
    unittest.main()
