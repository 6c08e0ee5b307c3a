"""Stand-in of `image_geometry`: pixels and rays of calibrated cameras, over numpy. OpenCV only rectifies."""
from .pinhole import PinholeCameraModel
from .stereo import StereoCameraModel

__all__ = ['PinholeCameraModel', 'StereoCameraModel']
