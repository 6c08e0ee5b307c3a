"""Encodings of images: their element types, channels, and conversions between colours."""
from __future__ import annotations

import re
from typing import Any, Tuple

import numpy as np

#: OpenCV's depths, in the order of their numbers.
DEPTHS = ('8U', '8S', '16U', '16S', '32S', '32F', '64F')
_DTYPES = ('uint8', 'int8', 'uint16', 'int16', 'int32', 'float32', 'float64')
_NAMED = {
    'bgr8': ('8U', 3), 'rgb8': ('8U', 3), 'bgra8': ('8U', 4), 'rgba8': ('8U', 4),
    'mono8': ('8U', 1), 'bgr16': ('16U', 3), 'rgb16': ('16U', 3), 'bgra16': ('16U', 4),
    'rgba16': ('16U', 4), 'mono16': ('16U', 1), 'yuv422': ('8U', 2), 'yuv422_yuy2': ('8U', 2),
    'nv21': ('8U', 1), 'nv24': ('8U', 1), 'uyvy': ('8U', 2), 'yuyv': ('8U', 2),
    **{f'bayer_{pattern}{bits}': (f'{bits}U', 1)
       for pattern in ('rggb', 'bggr', 'gbrg', 'grbg') for bits in (8, 16)},
}
_TYPED = re.compile(r'(8U|8S|16U|16S|32S|32F|64F)(?:C([0-9]+))?\Z')
#: Weights of red, green and blue in grey, of 2 ** 15: 0.299, 0.587 and 0.114, as OpenCV rounds them.
_GREY = (9798, 19235, 3735)
_GREY_BITS = 15


class CvBridgeError(TypeError):
    """An image or encoding that cannot be converted."""


def depth_and_channels(encoding: str) -> Tuple[str, int]:
    """Depth (`8U`) and number of channels. Raises CvBridgeError."""
    if encoding in _NAMED:
        return _NAMED[encoding]
    match = _TYPED.match(encoding)
    if match is None:
        raise CvBridgeError(f'Unrecognized image encoding [{encoding}]')
    return match[1], int(match[2] or 1)


def dtype_of(depth: str) -> np.dtype:
    """The element type of a depth."""
    return np.dtype(_DTYPES[DEPTHS.index(depth)])


def getCvType(encoding: str) -> int:  # noqa: N802
    """OpenCV's number for an encoding's type."""
    depth, channels = depth_and_channels(encoding)
    return DEPTHS.index(depth) + 8 * (channels - 1)


def type_name(dtype: Any, channels: int) -> str:
    """The generic encoding for a type and channels, e.g. `8UC3`."""
    name = np.dtype(dtype).name
    if name not in _DTYPES:
        raise CvBridgeError(f'images have no elements of type {name}')
    return f'{DEPTHS[_DTYPES.index(name)]}C{channels}'


def _is_colour(encoding: str) -> bool:
    return encoding.startswith(('bgr', 'rgb', 'mono'))


def _rescaled(image: np.ndarray, source: str, target: str) -> np.ndarray:
    if source == target:
        return image
    if source == '8U':
        return image.astype(np.uint16) * 257
    return np.rint(image / 257.0).astype(np.uint8)


def cvtColor2(image: np.ndarray, source: str, target: str) -> np.ndarray:  # noqa: N802
    """An image in another colour encoding. Raises CvBridgeError."""
    if source == target:
        return image
    if not (_is_colour(source) and _is_colour(target)):
        if source.startswith('bayer') and _is_colour(target):
            return _of_bayer(image, source, target)
        if source.startswith(('yuv', 'uyvy', 'yuyv')) and _is_colour(target):
            return _of_yuv(image, source, target)
        if depth_and_channels(source) == depth_and_channels(target):
            return image
        raise CvBridgeError(f'[{source}] is not a color format. but [{target}] is. The conversion '
                            'does not make sense')
    rgb, alpha = _to_rgb(image, source)
    depth, channels = depth_and_channels(target)
    converted = _from_rgb(rgb, alpha, target, channels, depth_and_channels(source)[0])
    return _rescaled(converted, depth_and_channels(source)[0], depth)


def _to_rgb(image: np.ndarray, encoding: str) -> Tuple[np.ndarray, Any]:
    if encoding.startswith('mono'):
        plane = image.reshape(image.shape[:2])
        return np.stack([plane] * 3, axis=-1), None
    colours = image[..., :3] if encoding.startswith('rgb') else image[..., 2::-1]
    return colours, image[..., 3] if image.shape[-1] == 4 else None


def _from_rgb(rgb: np.ndarray, alpha: Any, encoding: str, channels: int,
              depth: str) -> np.ndarray:
    if encoding.startswith('mono'):
        wide = rgb.astype(np.uint32)
        sums = sum(wide[..., index] * weight for index, weight in enumerate(_GREY))
        return ((sums + (1 << (_GREY_BITS - 1))) >> _GREY_BITS).astype(rgb.dtype)
    colours = rgb if encoding.startswith('rgb') else rgb[..., ::-1]
    if channels == 4:
        full = np.iinfo(dtype_of(depth)).max
        alpha = np.full(rgb.shape[:2], full, rgb.dtype) if alpha is None else alpha
        colours = np.dstack([colours, alpha])
    return np.ascontiguousarray(colours)


def _of_yuv(image: np.ndarray, source: str, target: str) -> np.ndarray:
    """From two bytes per pixel, of which one is its brightness."""
    is_first = source in ('yuv422_yuy2', 'yuyv')
    if target == 'mono8':
        return np.ascontiguousarray(image[..., 0 if is_first else 1])
    code = 'COLOR_YUV2BGR_YUY2' if is_first else 'COLOR_YUV2BGR_UYVY'
    return cvtColor2(_with_opencv(image, code, source), 'bgr8', target)


def _of_bayer(image: np.ndarray, source: str, target: str) -> np.ndarray:
    """From a mosaic of colours."""
    pattern = {'rggb': 'BG', 'bggr': 'RG', 'gbrg': 'GR', 'grbg': 'GB'}[source[6:10]]
    colours = 'GRAY' if target.startswith('mono') else 'BGR'
    converted = _with_opencv(image, f'COLOR_BAYER_{pattern}2{colours}', source)
    return cvtColor2(converted, ('mono' if colours == 'GRAY' else 'bgr') + source[10:], target)


def _with_opencv(image: np.ndarray, code: str, source: str) -> np.ndarray:
    try:
        import cv2
    except ImportError:
        raise CvBridgeError(f'the conversion from {source} needs OpenCV, which is not installed '
                            '(pip install opencv-python)') from None
    return cv2.cvtColor(image, getattr(cv2, code))


def cvtColorForDisplay(image: np.ndarray, encoding_in: str,  # noqa: N802
                       encoding_out: str = 'bgr8', **options: Any) -> np.ndarray:
    """An image for display: colours unchanged, other values scaled to 0 … 255."""
    if _is_colour(encoding_in) or encoding_in.startswith('bayer'):
        return cvtColor2(image, encoding_in, encoding_out or 'bgr8')
    values = image.astype(np.float64)
    low, high = options.get('min_image_value', 0.0), options.get('max_image_value', 0.0)
    if low == high:
        finite = values[np.isfinite(values)]
        low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
    scaled = np.clip((np.nan_to_num(values) - low) / ((high - low) or 1.0) * 255.0, 0, 255)
    return cvtColor2(np.rint(scaled).astype(np.uint8), 'mono8', encoding_out or 'bgr8')
