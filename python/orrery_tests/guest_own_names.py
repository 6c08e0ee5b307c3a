"""Names of attributes that programs give to their own nodes, run as a guest.

Upstream keeps most of what a node is made of under names that Python mangles (`__timers`), so a
program may have a `_timers` of its own. What a node of Orrery has besides upstream's names must
therefore be out of the way of every program.
"""

import sys
import unittest

import rclpy
from diagnostic_updater import TimeStampStatus
from example_interfaces.action import Fibonacci
from geometry_msgs.msg import PointStamped, TransformStamped
from message_filters import ApproximateTimeSynchronizer, Cache, Subscriber, TimeSequencer, TimeSynchronizer
from node_case import NodeCase
from rclpy.action import ActionClient, ActionServer
from rclpy.duration import Duration
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.experimental import EventsExecutor
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn
from rclpy.node import Node
from rclpy.time import Time
from std_msgs.msg import String
from std_srvs.srv import Empty
from tf2_ros import Buffer, TransformListener

#: Unmangled private names that upstream has, too: a program that sets one breaks in ROS 2 as well.
UPSTREAM = set(
    '_allow_undeclared_parameters _callbacks _clock _context _default_callback_group _descriptors '
    '_logger _logger_service _managed_entities _on_set_parameters_callbacks '
    '_parameter_event_publisher _parameter_overrides _parameter_service _parameters '
    '_post_set_parameters_callbacks _pre_set_parameters_callbacks _rate_group '
    '_service_change_state _service_get_available_states _service_get_available_transitions '
    '_service_get_state _service_get_transition_graph _set_parameters_atomically '
    '_set_parameters_atomically_common _state_machine _time_source _transition_callback_impl '
    '_type_description_service'.split())

#: Likewise of action servers and clients.
OF_ACTIONS = set(
    '_action_name _action_type _cancel_callback _cancel_goal _cancel_goal_async _execute_callback '
    '_execute_cancel_request _execute_get_result_request _execute_goal _execute_goal_request '
    '_executor_event _feedback_callbacks _futures _get_result _get_result_async _goal_callback '
    '_goal_handles _handle _handle_accepted_callback _lock _node _pending_cancel_requests '
    '_pending_goal_requests _pending_result_requests _result_futures _send_result_response'.split())

#: Likewise of executors; `Protocol` and `ABC` of the standard library add some, too.
OF_EXECUTORS = set(
    '_abc_impl _call_task_in_next_spin _context _executor _futures _is_protocol _is_shutdown _nodes '
    '_nodes_lock _spin_once_impl _spin_once_until_future_complete _tasks '
    '_wait_for_ready_callbacks'.split())

#: Likewise of buffers of transforms.
OF_BUFFERS = set(
    '_allFramesAsDot _call_new_data_callbacks _callbacks_lock _callbacks_to_remove _chain '
    '_frameExists _getFrameStrings _new_data_callbacks _remove_callback'.split())

#: What programs call attributes of actions, and of their nodes.
USUAL_OF_ACTIONS = ('status', 'goal', 'goal_handle', 'result', 'feedback', 'cancel', 'clock', 'events', 'inputs',
                    'parts', 'pending', 'sequence', 'goal_ids', 'handles', 'expiry', 'respond', 'send')
USUAL = ('name', 'namespace', 'clients', 'publishers', 'services', 'subscriptions', 'timers',
         'guards', 'waitables', 'count', 'arguments', 'overrides', 'store', 'declared', 'destroyed',
         'resolve', 'tasks', 'lock', 'handle', 'executor', 'node', 'state', 'inputs', 'rosout',
         'enter', 'leave', 'go', 'tell', 'ask', 'run', 'thread', 'queue', 'timer', 'rate', 'period')


def _in_the_way(node) -> set:
    """The private names of an object that a program could use, too."""
    names = set(vars(node)).union(dir(type(node)))
    private = {name for name in names if name.startswith('_') and not name.startswith('__')}
    classes = {each.__name__.lstrip('_') for each in type(node).__mro__}
    return {name for name in private - UPSTREAM
            if not name.lower().startswith('_orrery_')
            and not any(name.startswith(f'_{each}__') for each in classes)}


class OwnNamesTest(NodeCase):
    def test_nothing_of_a_node_is_in_the_way_of_a_program(self):
        managed = LifecycleNode('managed', context=self.context)
        nodes = [self.node, managed]
        if sys.version_info >= (3, 11):
            from rclpy.experimental import AsyncNode

            nodes.append(AsyncNode('of_a_loop', context=self.context))
        for node in nodes:
            with self.subTest(type(node).__name__):
                self.assertEqual(_in_the_way(node), set())

    def test_nothing_of_an_executor_is_either(self):
        for make in (SingleThreadedExecutor, MultiThreadedExecutor, EventsExecutor):
            with self.subTest(make.__name__):
                self.assertEqual(_in_the_way(make(context=self.context)) - OF_EXECUTORS, set())

    def test_an_executor_works_whatever_its_program_calls_its_attributes(self):
        class Mine(SingleThreadedExecutor):
            def __init__(self, context):
                super().__init__(context=context)
                for name in (*USUAL, 'next', 'wait', 'list', 'listed', 'numbers', 'waiter', 'polls', 'watched',
                             'spinning', 'custom', 'guards'):
                    if f'_{name}' not in OF_EXECUTORS:
                        setattr(self, f'_{name}', {})

        executor, heard = Mine(self.context), []
        publisher = self.node.create_publisher(String, 'out', 10)
        self.node.create_subscription(String, 'out', heard.append, 10)
        self.node.create_timer(0.1, lambda: publisher.publish(String(data='x')))
        executor.add_node(self.node)
        for _ in range(4):
            executor.spin_once(timeout_sec=0.1)
        self.assertEqual(len(heard), 2)
        executor.shutdown()

    def test_nothing_of_an_action_is_either(self):
        server = ActionServer(self.node, Fibonacci, 'fibonacci', lambda handle: None)
        client = ActionClient(self.node, Fibonacci, 'fibonacci')
        for action in (server, client):
            with self.subTest(type(action).__name__):
                self.assertEqual(_in_the_way(action) - OF_ACTIONS, set())

    def test_an_action_works_whatever_its_program_calls_its_attributes(self):
        class Server(ActionServer):
            def __init__(self, node):
                self._status, self._goal, self._result, self._clock = 'idle', None, None, None
                super().__init__(node, Fibonacci, 'mine', self.run)
                for name in USUAL_OF_ACTIONS:
                    setattr(self, f'_{name}', {})

            def run(self, handle):
                self._status, self._goal = 'busy', handle.request.order
                handle.publish_feedback(Fibonacci.Feedback(sequence=[1]))
                handle.succeed()
                return Fibonacci.Result(sequence=[self._goal])

        class Client(ActionClient):
            def __init__(self, node):
                super().__init__(node, Fibonacci, 'mine')
                for name in USUAL_OF_ACTIONS:
                    setattr(self, f'_{name}', {})

        server, client, heard = Server(self.node), Client(self.node), []
        goal = client.send_goal_async(Fibonacci.Goal(order=7), feedback_callback=heard.append)
        rclpy.spin_until_future_complete(self.node, goal, self.executor())
        result = goal.result().get_result_async()
        rclpy.spin_until_future_complete(self.node, result, self.executor())
        self.assertEqual((list(result.result().result.sequence), server._status, len(heard)), ([7], 'busy', 1))
        client.destroy()
        server.destroy()

    def executor(self):
        return rclpy.executors.SingleThreadedExecutor(context=self.context)

    def test_a_node_works_whatever_its_program_calls_its_attributes(self):
        class Mine(Node):
            def __init__(self, **options):
                super().__init__('mine', **options)
                for name in USUAL:
                    setattr(self, f'_{name}', {})
                self._publishers['out'] = self.create_publisher(String, 'out', 10)
                self._subscriptions['out'] = self.create_subscription(String, 'out', self.hear, 10)
                self._timers['out'] = self.create_timer(0.1, self.speak)
                self._services['e'] = self.create_service(Empty, 'e', lambda _, answer: answer)
                self._count = 0

            def speak(self):
                self._publishers['out'].publish(String(data=self.get_name()))

            def hear(self, message):
                self._count += 1
                self._name = message.data

        node = Mine(context=self.context, namespace='here')
        executor = rclpy.executors.SingleThreadedExecutor(context=self.context)
        executor.add_node(node)
        for _ in range(6):
            executor.spin_once(timeout_sec=0.1)
        self.assertEqual((node._count, node._name), (3, 'mine'))
        self.assertEqual(node.get_fully_qualified_name(), '/here/mine')
        self.assertEqual(node.count_publishers('out'), 1)
        self.assertEqual(node.declare_parameter('p', 1).value, 1)
        self.assertTrue(node.destroy_timer(node._timers['out']))
        node.destroy_node()

    def test_nothing_of_buffers_and_filters_is_either(self):
        inputs = [Subscriber(self.node, PointStamped, topic) for topic in ('a', 'b')]
        for made in (
                Buffer(), TransformListener(Buffer(), self.node), *inputs, Cache(inputs[0], 5),
                TimeSynchronizer(inputs, 10), ApproximateTimeSynchronizer(inputs, 10, 0.1),
                TimeSequencer(inputs[0], Duration(seconds=1), Duration(seconds=0.1), 10, self.node),
                TimeStampStatus()):
            with self.subTest(type(made).__name__):
                self.assertEqual(_in_the_way(made) - OF_BUFFERS, set())

    def test_buffers_and_filters_work_whatever_their_program_calls_its_attributes(self):
        class Frames(Buffer):
            def __init__(self):
                super().__init__()
                for name in (*USUAL, 'tree', 'frames', 'cache', 'number', 'find', 'take', 'future', 'poll'):
                    setattr(self, f'_{name}', {})

        frames, both = Frames(), []
        pose = TransformStamped(child_frame_id='hand')
        pose.header.frame_id, pose.transform.rotation.w = 'arm', 1.0
        frames.set_transform(pose, 'me')
        self.assertTrue(frames.can_transform('arm', 'hand', Time(), timeout=Duration(seconds=0.1)))
        self.assertEqual(frames.lookup_transform('arm', 'hand', Time()).child_frame_id, 'hand')

        class Pairs(ApproximateTimeSynchronizer):
            def __init__(self, *arguments):
                super().__init__(*arguments)
                for name in (*USUAL, 'time', 'last', 'getter', 'match', 'keep'):
                    setattr(self, f'_{name}', {})

        topics = ('a', 'b')
        pairs = Pairs([Subscriber(self.node, PointStamped, topic) for topic in topics], 10, 0.1)
        pairs.registerCallback(lambda *messages: both.append(messages))
        for topic in topics:
            self.node.create_publisher(PointStamped, topic, 10).publish(PointStamped())
        executor = self.executor()
        executor.add_node(self.node)
        for _ in topics:
            executor.spin_once(timeout_sec=0.1)
        self.assertEqual(len(both), 1)

    def test_so_does_a_managed_node(self):
        class Mine(LifecycleNode):
            def on_configure(self, state):
                for name in USUAL:
                    setattr(self, f'_{name}', {})
                return super().on_configure(state)

        node = Mine('mine', context=self.context)
        self.assertEqual(node.trigger_configure(), TransitionCallbackReturn.SUCCESS)
        self.assertEqual(node.trigger_activate(), TransitionCallbackReturn.SUCCESS)
        self.assertEqual(node.trigger_shutdown(), TransitionCallbackReturn.SUCCESS)


if __name__ == '__main__':
    unittest.main()
