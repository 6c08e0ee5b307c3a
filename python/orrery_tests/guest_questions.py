"""Programs that ask about other nodes with what the commands of ROS 2 are made of (`ros2topic.api` and the like)."""

import argparse
import contextlib
import io
import os
import tempfile
import threading
import unittest

import rclpy
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from lifecycle_msgs.msg import State, Transition
from rcl_interfaces.msg import ParameterType
from rclpy.action import ActionServer
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from ros2action.api import get_action_clients_and_servers, get_action_names, get_action_names_and_types
from ros2cli.node import NODE_NAME_PREFIX
from ros2cli.node.direct import DirectNode
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2interface.api import interface_to_yaml, package_name_completer, type_completer
from ros2lifecycle.api import (
    call_change_states, call_get_available_transitions, call_get_states, call_get_transition_graph)
from ros2lifecycle.api import get_node_names as get_lifecycle_node_names
from ros2node.api import (
    NodeName, get_absolute_node_name, get_action_server_info, get_node_names, get_publisher_info,
    get_service_client_info, get_service_server_info, get_subscriber_info, has_duplicates,
    parse_node_name)
from ros2pkg.api import PackageNotFound, get_executable_paths, get_package_names, get_prefix_path
from ros2param.api import (
    call_describe_parameters, call_get_parameters, call_list_parameters, call_set_parameters,
    get_parameter_type_string, get_parameter_value, get_value, load_parameter_file)
from ros2service.api import get_service_class, get_service_names, get_service_names_and_types
from ros2topic.api import (
    get_msg_class, get_topic_names, get_topic_names_and_types, qos_profile_from_short_keys)
from std_msgs.msg import Int32, String


class Arm(LifecycleNode):
    """What is asked about."""

    def __init__(self, context):
        super().__init__('arm', namespace='left', context=context)
        self.declare_parameters('', [('speed', 0.5), ('joints', ['a', 'b'])])
        self.create_publisher(String, 'words', 10)
        self.create_publisher(String, '_hidden', 10)
        self.create_publisher(Int32, 'mixed', 10)
        self.create_subscription(String, 'mixed', print, 10)
        self.create_service(AddTwoInts, 'add', lambda request, response: response)
        self.create_client(AddTwoInts, 'other')
        self.action = ActionServer(self, Fibonacci, 'count', lambda handle: Fibonacci.Result())

    def on_configure(self, state):
        return TransitionCallbackReturn.SUCCESS


class QuestionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = rclpy.Context()
        rclpy.init(context=cls.context)
        cls.arm = Arm(cls.context)
        cls.executor = SingleThreadedExecutor(context=cls.context)
        cls.executor.add_node(cls.arm)
        cls.thread = threading.Thread(target=cls.executor.spin)
        cls.thread.start()

    @classmethod
    def tearDownClass(cls):
        cls.executor.shutdown()
        cls.thread.join()
        rclpy.shutdown(context=cls.context)

    def setUp(self):
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        self.node = NodeStrategy(parser.parse_args(['--spin-time', '0.1', '--no-daemon'])).__enter__()
        self.addCleanup(self.node.__exit__, None, None, None)

    def test_topics(self):
        topics = dict(get_topic_names_and_types(node=self.node))
        self.assertEqual(topics['/left/words'], ['std_msgs/msg/String'])
        self.assertNotIn('/left/_hidden', topics)
        self.assertIn('/left/_hidden', get_topic_names(node=self.node, include_hidden_topics=True))
        self.assertIs(get_msg_class(self.node, '/left/words'), String)
        self.assertIs(get_msg_class(self.arm, 'words', blocking=True), String)
        self.assertIs(get_msg_class(self.node, 'left/_hidden', include_hidden_topics=True), String)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertIsNone(get_msg_class(self.node, '/nothing'))
        self.assertIn('[/nothing] does not appear to be published yet', printed.getvalue())
        for name, words in (('/left/mixed', 'more than one type'), ('not a name', 'invalid')):
            with self.assertRaisesRegex(RuntimeError, words):
                get_msg_class(self.node, name)

    def test_a_topic_that_comes_later(self):
        threading.Timer(3.0, lambda: self.arm.create_publisher(Int32, '/late', 1)).start()
        before = self.node.get_clock().now()
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertIs(get_msg_class(self.node, '/late', blocking=True), Int32)
        self.assertAlmostEqual((self.node.get_clock().now() - before).nanoseconds / 1e9, 3.0, delta=0.11)

    def test_time_passes_for_a_loop_that_only_asks(self):
        late = []
        publisher = self.node.create_publisher(Int32, '/patience', 1)
        client = self.node.create_client(AddTwoInts, '/patience')
        later = threading.Timer(0.5, lambda: late.extend([
            self.arm.create_subscription(Int32, '/patience', lambda _: None, 1),
            self.arm.create_service(AddTwoInts, '/patience', lambda _, response: response)]))
        later.start()
        before = self.node.get_clock().now()
        for question in (publisher.get_subscription_count, client.service_is_ready,
                         lambda: self.node.count_subscribers('/patience')):
            while not question():
                pass
        self.assertAlmostEqual((self.node.get_clock().now() - before).nanoseconds / 1e9, 0.5, delta=0.002)
        for entity, destroy in zip(late, (self.arm.destroy_subscription, self.arm.destroy_service)):
            destroy(entity)

    def test_services_without_a_server(self):
        client = self.node.create_client(AddTwoInts, '/asked/only')
        self.assertEqual(dict(get_service_names_and_types(node=self.node))['/asked/only'],
                         ['example_interfaces/srv/AddTwoInts'])
        counts = self.node.count_clients('/asked/only'), self.node.count_services('/asked/only')
        self.assertEqual(counts, (1, 0))
        self.node.destroy_client(client)
        self.assertNotIn('/asked/only', get_service_names(node=self.node))

    def test_services_and_actions(self):
        self.assertIn('/left/add', get_service_names(node=self.node))
        self.assertEqual(dict(get_service_names_and_types(node=self.node))['/left/add'],
                         ['example_interfaces/srv/AddTwoInts'])
        self.assertIs(get_service_class(self.node, '/left/add'), AddTwoInts)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertIsNone(get_service_class(self.node, '/nothing'))
        self.assertIn('[/nothing]', printed.getvalue())
        types = ['example_interfaces/action/Fibonacci']
        self.assertEqual(get_action_names(node=self.node), ['/left/count'])
        self.assertEqual(get_action_names_and_types(node=self.node), [('/left/count', types)])
        self.assertEqual(get_action_clients_and_servers(node=self.node, action_name='/left/count'),
                         ([], [('/left/arm', types)]))

    def test_nodes(self):
        own = f'{NODE_NAME_PREFIX}_{os.getpid()}'
        self.assertEqual(self.node.get_name(), own)
        arm = NodeName('arm', '/left', '/left/arm')
        self.assertIn(arm, get_node_names(node=self.node))
        self.assertNotIn(own, [each.name for each in get_node_names(node=self.node)])
        self.assertIn(own, [each.name for each in
                            get_node_names(node=self.node, include_hidden_nodes=True)])
        self.assertEqual(parse_node_name('left/arm'), arm)
        self.assertEqual([get_absolute_node_name(name) for name in ('arm', '/arm', '')],
                         ['/arm', '/arm', None])
        self.assertEqual((has_duplicates(['a', 'a']), has_duplicates(['a'])), (True, False))
        for ask, name in ((get_publisher_info, '/left/words'), (get_subscriber_info, '/left/mixed'),
                          (get_service_server_info, '/left/add'), (get_service_client_info, '/left/other'),
                          (get_action_server_info, '/left/count')):
            found = ask(node=self.node, remote_node_name='left/arm')
            self.assertIn(name, [each.name for each in found])
            self.assertFalse(any('/_' in each.name for each in found), found)

    def test_parameters(self):
        asked = {'node': self.node, 'node_name': '/left/arm'}
        names = call_list_parameters(**asked).result().result.names
        self.assertLessEqual({'speed', 'joints'}, set(names))
        values = call_get_parameters(**asked, parameter_names=['speed', 'joints']).values
        self.assertEqual([get_value(parameter_value=each) for each in values], [0.5, ['a', 'b']])
        faster = Parameter('speed', value=2.5).to_parameter_msg()
        self.assertTrue(call_set_parameters(**asked, parameters=[faster]).results[0].successful)
        described = call_describe_parameters(**asked, parameter_names=['speed']).descriptors[0]
        self.assertEqual(get_parameter_type_string(described.type), 'double')
        with tempfile.NamedTemporaryFile('w', suffix='.yaml') as file:
            file.write('/left/arm:\n  ros__parameters: {speed: 3.5, joints: 1}\n')
            file.flush()
            with contextlib.redirect_stdout(io.StringIO()) as printed, \
                    contextlib.redirect_stderr(io.StringIO()) as failed:
                load_parameter_file(**asked, parameter_file=file.name, use_wildcard=False)
        self.assertIn('Set parameter speed successful', printed.getvalue())
        self.assertIn('Set parameter joints failed: ', failed.getvalue())
        self.assertEqual(self.arm.get_parameter('speed').value, 3.5)
        self.assertIsNone(call_list_parameters(node=self.node, node_name='/nobody'))
        with self.assertRaisesRegex(RuntimeError, 'timed out'):
            call_get_parameters(node=self.node, node_name='/nobody', parameter_names=['a'])

    def test_values_of_parameters_in_texts(self):
        for text, type_, field, value in (
                ('true', 'BOOL', 'bool_value', True), ('3', 'INTEGER', 'integer_value', 3),
                ('[1.0, 2.0]', 'DOUBLE_ARRAY', 'double_array_value', [1.0, 2.0]),
                ('[a, b]', 'STRING_ARRAY', 'string_array_value', ['a', 'b']),
                ('[]', 'BOOL_ARRAY', 'bool_array_value', []), ('[1, true]', 'INTEGER_ARRAY', 'integer_array_value', [1, 1]),
                ('[1, b]', 'STRING', 'string_value', '[1, b]'), ('a: b', 'STRING', 'string_value', 'a: b')):
            given = get_parameter_value(string_value=text)
            self.assertEqual(given.type, getattr(ParameterType, f'PARAMETER_{type_}'), text)
            found = getattr(given, field)
            self.assertEqual(list(found) if isinstance(value, list) else found, value)

    def test_lifecycle(self):
        self.assertEqual([each.full_name for each in get_lifecycle_node_names(node=self.node)], ['/left/arm'])
        before = call_get_states(node=self.node, node_names=['/left/arm'])['/left/arm']
        self.assertEqual((before.id, before.label), (State.PRIMARY_STATE_UNCONFIGURED, 'unconfigured'))
        possible = call_get_available_transitions(node=self.node, states={'/left/arm': before})
        self.assertEqual([each.transition.label for each in possible['/left/arm']], ['configure', 'shutdown'])
        every = call_get_transition_graph(node=self.node, states={'/left/arm': None})
        self.assertGreater(len(every['/left/arm']), 10)
        changes = {'/left/arm': Transition(id=Transition.TRANSITION_CONFIGURE)}
        self.assertEqual(call_change_states(node=self.node, transitions=changes), {'/left/arm': True})
        after = call_get_states(node=self.node, node_names=['/left/arm'])['/left/arm']
        self.assertEqual(after.label, 'inactive')

    def test_profiles(self):
        profile = qos_profile_from_short_keys('sensor_data', durability='transient_local', depth=7)
        self.assertEqual((profile.reliability, profile.durability, profile.depth),
                         (ReliabilityPolicy.BEST_EFFORT, DurabilityPolicy.TRANSIENT_LOCAL, 7))


class DirectNodeTest(unittest.TestCase):
    def test_has_its_own_context_and_name(self):
        with DirectNode(None, node_name='asker') as node:
            self.assertEqual(node.get_name(), 'asker')
        with self.assertRaisesRegex(RuntimeError, 'rclpy.ok'):
            node.get_name()


class PackagesTest(unittest.TestCase):
    def test_installed_packages_and_their_programs(self):
        with tempfile.TemporaryDirectory() as prefix:
            index = os.path.join(prefix, 'share', 'ament_index', 'resource_index', 'packages')
            programs = os.path.join(prefix, 'lib', 'arms')
            for folder, name, mode in ((index, 'arms', 0o644), (programs, 'wave', 0o755), (programs, 'notes', 0o644)):
                os.makedirs(folder, exist_ok=True)
                with open(os.path.join(folder, name), 'w') as file:
                    os.fchmod(file.fileno(), mode)
            os.environ['AMENT_PREFIX_PATH'] = prefix
            self.addCleanup(os.environ.pop, 'AMENT_PREFIX_PATH')
            self.assertIn('arms', get_package_names())
            self.assertEqual((get_prefix_path('arms'), get_prefix_path('legs')), (prefix, None))
            self.assertEqual(get_executable_paths(package_name='arms'), [os.path.join(programs, 'wave')])
            with self.assertRaises(PackageNotFound):
                get_executable_paths(package_name='legs')

    def test_interfaces(self):
        self.assertIn('geometry_msgs', list(package_name_completer()))
        types = type_completer()
        self.assertEqual(types, sorted(set(types)))
        for name, text in (('std_msgs/msg/String', "data: ''\n"), ('example_interfaces/srv/AddTwoInts', 'a: 0\nb: 0\n'),
                           ('example_interfaces/action/Fibonacci', 'order: 0\n')):
            self.assertIn(name, types)
            self.assertEqual(interface_to_yaml(name), text)


if __name__ == '__main__':
    unittest.main()
