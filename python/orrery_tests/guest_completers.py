"""What completes the words of a command, and what commands find in their environment."""

import argparse
import contextlib
import importlib
import io
import os
import threading
import unittest
from unittest.mock import patch

import rclpy
import ros2cli.helpers
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from rclpy.action import ActionServer
from rclpy.executors import SingleThreadedExecutor
from ros2cli.node.direct import DirectNode, add_arguments
from std_msgs.msg import String

#: Kind, what it is called in names of classes, its type, and how a value of that type is completed.
KINDS = (('topic', 'Topic', 'std_msgs/msg/String', 'TopicMessagePrototypeCompleter', 'topic_type_key', "'data: ''\n'"),
         ('service', 'Service', 'example_interfaces/srv/AddTwoInts', 'ServicePrototypeCompleter', 'service_type_key',
          'a: 0\nb: 0\n'),
         ('action', 'Action', 'example_interfaces/action/Fibonacci', 'ActionGoalPrototypeCompleter', 'action_type_key',
          'order: 0\n'))


class CompletersTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = rclpy.Context()
        rclpy.init(context=cls.context)
        cls.node = rclpy.create_node('other', context=cls.context)
        cls.node.create_publisher(String, '/mine', 10)
        cls.node.create_publisher(String, '/_hidden', 10)
        cls.node.create_service(AddTwoInts, '/mine', lambda request, response: response)
        cls.node.create_service(AddTwoInts, '/_hidden', lambda request, response: response)
        cls.server = ActionServer(cls.node, Fibonacci, '/mine', lambda goal: Fibonacci.Result())

    @classmethod
    def tearDownClass(cls):
        cls.server.destroy()
        cls.node.destroy_node()
        rclpy.shutdown(context=cls.context)

    def complete(self, completer, **given):
        return list(completer(prefix='', parsed_args=argparse.Namespace(spin_time=0.1, **given)))

    def test_names(self):
        for kind in ('topic', 'service'):
            api = importlib.import_module(f'ros2{kind}.api')
            for options, key in (({}, f'include_hidden_{kind}s'), ({f'include_hidden_{kind}s_key': 'all'}, 'all')):
                completer = getattr(api, f'{kind.title()}NameCompleter')(**options)
                self.assertNotIn('/_hidden', self.complete(completer, **{key: False}))
                self.assertLessEqual({'/mine', '/_hidden'}, set(self.complete(completer, **{key: True})))
        from ros2action.api import action_name_completer
        self.assertEqual(self.complete(action_name_completer), ['/mine'])

    def test_types_are_those_of_the_name_or_all(self):
        for kind, name, of_mine, *_ in KINDS:
            api = importlib.import_module(f'ros2{kind}.api')
            completer = getattr(api, f'{name}TypeCompleter')
            package, _, last = of_mine.split('/')
            every = self.complete(completer())
            self.assertTrue(any(each.startswith(package) and each.endswith(last) for each in every))
            named = completer(**{f'{kind}_name_key': 'which'})
            self.assertEqual(self.complete(named, which='/mine'), [of_mine])
            self.assertEqual(self.complete(named, which='/none'), [] if kind == 'action' else every)

    def test_nodes_and_their_parameters(self):
        from ros2component.api import ComponentTypeNameCompleter, container_node_name_completer
        from ros2node.api import NodeNameCompleter
        from ros2param.api import ParameterNameCompleter

        hidden = rclpy.create_node('_hidden', context=self.context)
        self.addCleanup(hidden.destroy_node)
        self.assertNotIn('/_hidden', self.complete(NodeNameCompleter()))
        for all_of_them in (False, True):
            found = self.complete(NodeNameCompleter(include_hidden_nodes_key='all'), all=all_of_them)
            self.assertEqual(('/other' in found, '/_hidden' in found), (True, all_of_them))
        self.assertEqual(self.complete(container_node_name_completer), [])
        self.assertEqual(self.complete(ComponentTypeNameCompleter(package_name_key='of'), of='nothing'), [])
        self.node.declare_parameter('speed', 1)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        spinning = threading.Thread(target=executor.spin, daemon=True)
        spinning.start()
        self.addCleanup(lambda: (executor.shutdown(), spinning.join(), executor.remove_node(self.node)))
        self.assertIn('use_sim_time', self.complete(ParameterNameCompleter(), node_name='/other'))
        given = argparse.Namespace(spin_time=0.1, node_name='/other')
        self.assertEqual(ParameterNameCompleter()('sp', given), ['speed'])

    def test_values_are_those_of_the_type(self):
        for kind, _, of_mine, completer, key, expected in KINDS:
            api = importlib.import_module(f'ros2{kind}.api')
            self.assertEqual(self.complete(getattr(api, completer)(**{key: 'type'}), type=of_mine), [expected])


class EnvironmentTest(unittest.TestCase):
    def warning(self, **env):
        ros2cli.helpers._discovery_warning_shown = False
        said = io.StringIO()
        with patch.dict(os.environ, env, clear=True), contextlib.redirect_stderr(said):
            ros2cli.helpers.check_discovery_configuration()
            first = said.getvalue()
            ros2cli.helpers.check_discovery_configuration()
        self.assertEqual(said.getvalue(), first)
        return first

    def test_nobody_finds_anybody_without_discovery(self):
        off = {'ROS_AUTOMATIC_DISCOVERY_RANGE': 'OFF'}
        for env, warns in (({}, False), (off, True), ({**off, 'ROS_STATIC_PEERS': ''}, True),
                           ({**off, 'ROS_STATIC_PEERS': '192.168.1.10'}, False)):
            self.assertEqual('ROS_STATIC_PEERS' in self.warning(**env), warns)

    def test_a_node_that_asks_uses_the_time_that_it_is_told_to(self):
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        for words in ([], ['--use-sim-time']):
            with DirectNode(parser.parse_args(words), node_name='asks') as node:
                self.assertEqual(node.get_parameter('use_sim_time').value, bool(words))


if __name__ == '__main__':
    unittest.main()
