"""Image messages to arrays and back."""
from __future__ import annotations

import array
import sys
from typing import Any, Tuple

import numpy as np

from .encodings import CvBridgeError, cvtColor2, depth_and_channels, dtype_of, getCvType, type_name

_FORMATS = {'jpg': 'jpg', 'jpeg': 'jpg', 'jpe': 'jpg', 'png': 'png', 'bmp': 'bmp', 'dib': 'bmp',
            'jp2': 'jp2', 'pbm': 'pbm', 'pgm': 'pgm', 'ppm': 'ppm', 'sr': 'sr', 'ras': 'ras',
            'tiff': 'tiff', 'tif': 'tiff'}


def _cv2() -> Any:
    try:
        import cv2
    except ImportError:
        raise CvBridgeError('compressed images need OpenCV, which is not installed '
                            '(pip install opencv-python)') from None
    return cv2


class CvBridge:
    """Converts between `sensor_msgs/msg/Image` and arrays (rows, columns, channels)."""

    def __init__(self) -> None:
        self.numpy_type_to_cvtype = {
            'uint8': '8U', 'int8': '8S', 'uint16': '16U', 'int16': '16S', 'int32': '32S',
            'float32': '32F', 'float64': '64F'}
        self.cvtype_to_name = {
            number + 8 * (channels - 1): f'{depth}C{channels}'
            for number, depth in enumerate(('8U', '8S', '16U', '16S', '32S', '32F', '64F'))
            for channels in range(1, 5)}

    def dtype_with_channels_to_cvtype2(self, dtype: Any, n_channels: int) -> str:
        """The encoding for a type, e.g. `8UC3`."""
        return type_name(dtype, n_channels)

    def encoding_to_cvtype2(self, encoding: str) -> int:
        """OpenCV's number for an encoding."""
        return getCvType(encoding)

    def cvtype2_to_dtype_with_channels(self, cvtype: int) -> Tuple[str, int]:
        """The type and channels for OpenCV's number."""
        depth = ('8U', '8S', '16U', '16S', '32S', '32F', '64F')[cvtype % 8]
        return dtype_of(depth).name, cvtype // 8 + 1

    def encoding_to_dtype_with_channels(self, encoding: str) -> Tuple[str, int]:
        """The type and channels of an encoding."""
        depth, channels = depth_and_channels(encoding)
        return dtype_of(depth).name, channels

    def imgmsg_to_cv2(self, img_msg: Any, desired_encoding: str = 'passthrough') -> np.ndarray:
        """The array of a message, in an encoding. Raises CvBridgeError.

        Without a conversion it is a view of the message's data where that is possible.
        """
        depth, channels = depth_and_channels(img_msg.encoding)
        element = dtype_of(depth).newbyteorder('>' if img_msg.is_bigendian else '<')
        width = img_msg.width * channels
        rows = np.ndarray((img_msg.height, img_msg.step // element.itemsize), element,
                          buffer=img_msg.data)[:, :width]
        shape = (img_msg.height, img_msg.width, channels)[:2 if channels == 1 else 3]
        image = rows.reshape(shape)
        if img_msg.is_bigendian == (sys.byteorder == 'little'):
            image = image.astype(element.newbyteorder('='))
        if desired_encoding == 'passthrough':
            return image
        return cvtColor2(image, img_msg.encoding, desired_encoding)

    def cv2_to_imgmsg(self, cvim: Any, encoding: str = 'passthrough', header: Any = None) -> Any:
        """The message of an array. Raises TypeError for other things, CvBridgeError if the
        encoding does not fit."""
        from sensor_msgs.msg import Image
        if not isinstance(cvim, (np.ndarray, np.generic)):
            raise TypeError('Your input type is not a numpy array')
        channels = 1 if cvim.ndim < 3 else cvim.shape[2]
        natural = type_name(cvim.dtype, channels)
        message = Image(height=cvim.shape[0], width=cvim.shape[1])
        if header is not None:
            message.header = header
        message.encoding = natural if encoding == 'passthrough' else encoding
        if encoding != 'passthrough' and getCvType(encoding) != getCvType(natural):
            raise CvBridgeError(f'encoding specified as {encoding}, but image has incompatible '
                                f'type {natural}')
        message.is_bigendian = int(cvim.dtype.byteorder == '>' or (
            cvim.dtype.byteorder == '=' and sys.byteorder == 'big'))
        data = array.array('B')
        data.frombytes(np.ascontiguousarray(cvim).tobytes())
        message.data = data
        message.step = len(data) // max(message.height, 1)
        return message

    def compressed_imgmsg_to_cv2(self, cmprs_img_msg: Any,
                                 desired_encoding: str = 'passthrough') -> np.ndarray:
        """The array of a compressed message; needs OpenCV."""
        cv2 = _cv2()
        buffer = np.frombuffer(cmprs_img_msg.data, dtype=np.uint8)
        image = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
        if image is None:
            raise CvBridgeError('the compressed image cannot be decoded')
        if desired_encoding == 'passthrough':
            return image
        channels = 1 if image.ndim < 3 else image.shape[2]
        names = {1: 'mono', 3: 'bgr', 4: 'bgra'}
        bits = 16 if image.dtype == np.uint16 else 8
        return cvtColor2(image, f'{names[channels]}{bits}', desired_encoding)

    def cv2_to_compressed_imgmsg(self, cvim: Any, dst_format: str = 'jpg') -> Any:
        """The compressed message of an array; needs OpenCV."""
        from sensor_msgs.msg import CompressedImage
        if not isinstance(cvim, (np.ndarray, np.generic)):
            raise TypeError('Your input type is not a numpy array')
        suffix = _FORMATS.get(dst_format)
        if suffix is None:
            raise CvBridgeError(f'{dst_format} is not a format of images')
        done, buffer = _cv2().imencode('.' + suffix, cvim)
        if not done:
            raise CvBridgeError(f'the image cannot be written as {dst_format}')
        return CompressedImage(format=dst_format, data=array.array('B', buffer.tobytes()))
