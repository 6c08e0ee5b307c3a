"""Stand-in of `image_geometry`: pixels and rays of calibrated cameras, with numpy. Only rectifying needs OpenCV."""
from .pinhole import PinholeCameraModel
from .stereo import StereoCameraModel

__all__ = ['PinholeCameraModel', 'StereoCameraModel']
