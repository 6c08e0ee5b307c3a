"""Lifecycle nodes of a launch that a program runs: their transitions are events, and events are transitions."""

import tempfile
import unittest

from launch import LaunchDescription, LaunchService
from launch.actions import EmitEvent, OpaqueFunction, RegisterEventHandler, Shutdown, TimerAction
from launch.event_handlers import OnProcessIO, OnProcessStart
from launch.events import matches_action
from launch_ros.actions import LifecycleNode, LifecycleTransition
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from launch_ros.events.matchers import matches_node_name
from lifecycle_msgs.msg import Transition

PROGRAM = """
import sys, time
import rclpy
from rclpy.lifecycle import Node, TransitionCallbackReturn

class Camera(Node):
    def on_activate(self, state):
        print('asked')
        return TransitionCallbackReturn.FAILURE if 'dark' in sys.argv else super().on_activate(state)

time.sleep(float(sys.argv[1]))
rclpy.init()
try:
    rclpy.spin(Camera('camera'))
except KeyboardInterrupt:
    pass
"""


class LifecycleTest(unittest.TestCase):
    def setUp(self):
        file = tempfile.NamedTemporaryFile('w', suffix='.py')
        self.addCleanup(file.close)
        file.write(PROGRAM)
        file.flush()
        self.file = file.name
        self.states, self.printed = [], []

    def node(self, *words, **options):
        return LifecycleNode(executable=self.file, name='camera', namespace='robot', arguments=list(words), **options)

    def change(self, node, number):
        return EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(node), transition_id=number))

    def launch(self, node, *entities):
        """Run a launch for three seconds."""
        def note(event, _context):
            self.states.append((event.transition, event.start_state, event.goal_state))
        service = LaunchService(debug=True)
        service.include_launch_description(LaunchDescription([
            RegisterEventHandler(OnStateTransition(target_lifecycle_node=node, on_event=note)),
            RegisterEventHandler(OnProcessIO(on_stdout=lambda event: self.printed.append(event.text.decode()))),
            *entities, node, TimerAction(period=3.0, actions=[Shutdown()])]))
        self.assertEqual(service.run(), 0)

    def test_events_request_transitions_and_tell_of_them(self):
        node = self.node('0')
        self.launch(
            node,
            RegisterEventHandler(OnProcessStart(
                target_action=node, on_start=[self.change(node, Transition.TRANSITION_CONFIGURE)])),
            RegisterEventHandler(OnStateTransition(
                target_lifecycle_node=node, start_state='configuring', goal_state='inactive',
                entities=[self.change(node, Transition.TRANSITION_ACTIVATE)])))
        self.assertEqual([goal for _, _, goal in self.states], ['configuring', 'inactive', 'activating', 'active'])
        self.assertIn('asked\n', self.printed)

    def test_a_node_that_comes_late_is_waited_for(self):
        node = self.node('2')
        self.launch(node, RegisterEventHandler(OnProcessStart(
            target_action=node, on_start=[self.change(node, Transition.TRANSITION_CONFIGURE)])))
        self.assertEqual(self.states[-1][1:], ('configuring', 'inactive'))

    def test_an_action_requests_several(self):
        self.launch(self.node('0'), LifecycleTransition(
            lifecycle_node_names=['/robot/camera'],
            transition_ids=[Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE]))
        self.assertEqual(self.states[-1][2], 'active')

    def test_a_node_starts_by_itself(self):
        self.launch(self.node('0', autostart=True))
        self.assertEqual(self.states[-1][2], 'active')

    def test_events_are_for_the_nodes_that_they_choose(self):
        other = EmitEvent(event=ChangeState(
            lifecycle_node_matcher=matches_node_name('/robot/arm'), transition_id=Transition.TRANSITION_CONFIGURE))
        self.launch(self.node('0'), TimerAction(period=1.0, actions=[other]))
        self.assertEqual(self.states, [])

    def test_a_transition_that_fails_is_reported(self):
        node, said = self.node('0', 'dark'), []

        def hear(context):
            say = context.running.say
            context.running.say = lambda level, name, text: (said.append(text), say(level, name, text))
        self.launch(node, OpaqueFunction(function=hear), LifecycleTransition(
            lifecycle_node_names=['/robot/camera'],
            transition_ids=[Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE]))
        self.assertEqual(self.states[-1][2], 'inactive')
        self.assertIn("Failed to make transition 'activate' for LifecycleNode '/robot/camera'", said)


if __name__ == '__main__':
    unittest.main()
