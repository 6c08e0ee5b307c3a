"""Which package has to be installed for a module that is missing."""

from __future__ import annotations

from typing import Optional

_PACKAGES = {
    'cv2': 'opencv-python',
    'yaml': 'PyYAML',
    'PIL': 'Pillow',
    'serial': 'pyserial',
    'sklearn': 'scikit-learn',
    'skimage': 'scikit-image',
    'zmq': 'pyzmq',
    'usb': 'pyusb',
    'can': 'python-can',
    'transforms3d': 'transforms3d',
    'numpy': 'numpy',
    'scipy': 'scipy',
    'torch': 'torch',
    'matplotlib': 'matplotlib',
    'PyQt5': 'PyQt5',
    'open3d': 'open3d',
    'requests': 'requests',
    'pandas': 'pandas',
    'RPi': 'RPi.GPIO',
    'flask': 'Flask',
    'google.protobuf': 'protobuf',
    'paho': 'paho-mqtt',
    'smbus': 'smbus2',
}
#: Packages whose name is that of their module.
_SAME = ('casadi cvxpy depthai dynamixel_sdk evdev gpiozero lxml mediapipe networkx numba onnxruntime '
         'pinocchio psutil py_trees pydantic pygame pynput pyrealsense2 rospkg shapely '
         'smbus2 sympy tensorflow tornado transformers ultralytics websockets').split()


def package_of(module: str) -> Optional[str]:
    """A sentence that says how to get the module; None if the module is not known."""
    top = module.partition('.')[0]
    package = _PACKAGES.get(module) or _PACKAGES.get(top) or (top if top in _SAME else None)
    return None if package is None else f'install it with: python3 -m pip install {package}'
