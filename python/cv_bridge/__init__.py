"""Stand-in of `cv_bridge`: images as numpy arrays. OpenCV is used only where it is needed."""
from .core import CvBridge, CvBridgeError
from .encodings import cvtColor2, cvtColorForDisplay, getCvType

__all__ = ['CvBridge', 'CvBridgeError', 'cvtColor2', 'cvtColorForDisplay', 'getCvType']
