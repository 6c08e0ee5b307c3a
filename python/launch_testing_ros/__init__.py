"""What launch tests of ROS 2 systems use besides `launch_testing`."""
from . import actions
from .wait_for_topics import WaitForTopics

__all__ = ['WaitForTopics', 'actions']
