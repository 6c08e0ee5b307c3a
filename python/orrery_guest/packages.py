"""Knows which package provides a missing module."""

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
#: Packages with the same name as their module.
_SAME = ('casadi cvxpy depthai dynamixel_sdk evdev filelock gpiozero lxml mediapipe networkx numba onnxruntime '
         'pinocchio psutil py_trees pydantic pygame pynput pyrealsense2 pytest rospkg shapely '
         'smbus2 sympy tensorflow tornado transformers ultralytics websockets').split()

#: ROS 2 packages written only in Python that Orrery does not have.
_OF_ROS = ('bondpy camera_info_manager controller_manager joint_state_publisher joy_teleop '
           'launch_param_builder moveit_configs_utils nav2_simple_commander nodl ros2nodl py_trees_ros '
           'rclpy_message_converter resource_retriever ros2_numpy ros2action ros2bag ros2cli '
           'ros2component ros2doctor ros2interface ros2launch ros2lifecycle ros2multicast ros2node '
           'ros2param ros2pkg ros2run ros2service ros2topic rosbag2_test_common rosapi rosbridge_library '
           'rosbridge_server rosidl_cli rosidl_pycommon smclib tf2_tools turtle_tf2_py '
           'webots_ros2_driver xacro').split()
#: Packages that deal with what a simulation does not have, and what that is.
_WITHOUT_MEANING = {'sros2': 'keys and permissions of DDS security, which no simulated node has'}
#: How the names of packages that only have interfaces end.
_OF_INTERFACES = ('_actions', '_interfaces', '_msgs', '_srvs')
#: Modules that are implemented in C++.
_IN_CPP = 'PyKDL moveit moveit_py pcl tf2_bullet tf2_eigen tf2_kdl'.split()


def package_of(module: str) -> Optional[str]:
    """A sentence that says how to get the module; None if the module is unknown."""
    top = module.partition('.')[0]
    if module in _IN_CPP or top in _IN_CPP:
        return 'it does its work in C++, for which Orrery has no substitute'
    if top in _WITHOUT_MEANING:
        return f'it deals with {_WITHOUT_MEANING[top]}; leave it out in a simulation'
    if top.startswith('ament_'):
        return 'it is a tool of ROS 2 for building and checking packages, which Orrery does not do'
    if top.endswith(_OF_INTERFACES):
        return ('it is a package of interfaces that Orrery does not have: put its sources into the workspace of the '
                'program or into a folder named with --packages, or its installation into AMENT_PREFIX_PATH')
    if top in _OF_ROS:
        return 'it is a package of ROS 2: put its sources into the workspace of the program'
    package = _PACKAGES.get(module) or _PACKAGES.get(top) or (top if top in _SAME else None)
    return None if package is None else f'install it with: python3 -m pip install {package}'
