"""What a program is told of a module that is missing."""
import unittest

from orrery_guest.packages import package_of


class MissingPackages(unittest.TestCase):
    """The sentence names what to install, where to get it, or why there is none."""

    def test_what_to_do(self) -> None:
        for module, words in (
                ('cv2', 'pip install opencv-python'), ('cv2.aruco', 'pip install opencv-python'),
                ('evdev', 'pip install evdev'), ('ros2topic.verb', 'put its sources into the workspace'),
                ('joint_state_publisher', 'put its sources into the workspace'), ('PyKDL', 'in C++'),
                ('sros2.keystore', 'DDS security'), ('nodl', 'put its sources'), ('joy_teleop', 'put its sources'),
                ('ament_copyright.main', 'checking packages'),
                ('nav2_msgs.action', 'AMENT_PREFIX_PATH'), ('my_interfaces', 'interfaces')):
            self.assertIn(words, package_of(module) or '')
        for module in ('my_module', 'rosbag2_py.nothing', ''):
            self.assertIsNone(package_of(module))
