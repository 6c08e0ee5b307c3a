"""Parameters of nodes: where their values come from, and what may be done with them."""

import os
import tempfile
import unittest

import rclpy
from node_case import NodeCase
from rcl_interfaces.msg import ParameterDescriptor, ParameterEvent
from rclpy.exceptions import ParameterNotDeclaredException
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter, parameter_dict_from_yaml_file
from rclpy.parameter_client import AsyncParameterClient
from rclpy.parameter_event_handler import ParameterEventHandler
from rclpy.qos_overriding_options import QoSOverridingOptions

FILE = """
/arm:
  ros__parameters: {whole_name: 1}
arm:
  ros__parameters: {bare_name: 1, gains: {p: 0.5}}
/left:
  arm:
    ros__parameters: {in_space: 1}
/*/arm:
  ros__parameters: {one_level: 1}
/**/arm:
  ros__parameters: {any_level: 1}
/**:
  ros__parameters: {everybody: 1}
"""
PLAIN = {'whole_name', 'bare_name', 'gains.p', 'in_space'}


class ParameterTest(NodeCase):
    def test_a_service_answers_nothing_when_one_of_the_parameters_has_no_value(self):
        self.node.declare_parameter('typed', Parameter.Type.STRING)
        self.node.declare_parameter('set', 5)
        client = AsyncParameterClient(self.node, 'T')
        for names, count in ((['set'], 1), (['set', 'typed'], 0), (['set', 'unknown'], 0)):
            future = client.get_parameters(names)
            rclpy.spin_until_future_complete(
                self.node, future, SingleThreadedExecutor(context=self.context))
            self.assertEqual(len(future.result().values), count, names)

    def test_parameters_are_set_one_by_one_until_one_is_not_declared(self):
        self.node.declare_parameters('', [('a', 1), ('c', 1)])
        given = [Parameter(name, value=2) for name in 'abc']
        with self.assertRaises(ParameterNotDeclaredException):
            self.node.set_parameters(given)
        self.assertEqual([self.node.get_parameter(name).value for name in 'ac'], [2, 1])
        given[0] = Parameter('a', value=3)
        with self.assertRaises(ParameterNotDeclaredException):
            self.node.set_parameters_atomically(given)
        self.assertEqual(self.node.get_parameter('a').value, 2)

    def test_callbacks_before_a_change_see_what_was_given_and_their_answers_are_set_together(self):
        self.node.declare_parameters('', [(name, 0) for name in 'abc'])
        seen = []

        def adding(name):
            def add(given):
                seen.append([each.name for each in given])
                return [*given, Parameter(name, value=7)]
            return add
        self.node.add_pre_set_parameters_callback(adding('b'))
        self.node.add_pre_set_parameters_callback(adding('c'))
        self.assertTrue(self.node.set_parameters([Parameter('a', value=1)])[0].successful)
        self.assertEqual(seen, [['a'], ['a']])
        self.assertEqual([self.node.get_parameter(name).value for name in 'abc'], [1, 7, 7])

    def test_events_of_chosen_nodes_are_all_that_a_handler_gets(self):
        handler, heard = ParameterEventHandler(self.node), []
        others = [rclpy.create_node(name, context=self.context) for name in ('left', 'right')]
        for other in others:
            other.declare_parameter('a', 0)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        # What waits when a filter comes or goes is lost, as with a new reader.
        self.assertTrue(handler.configure_nodes_filter(['/right']))
        handler.add_parameter_event_callback(lambda event: heard.append(event.node))
        for names in (['/right'], []):
            for other in others:
                other.set_parameters([Parameter('a', value=len(heard))])
            for _ in range(3):
                executor.spin_once(timeout_sec=0.1)
            self.assertEqual(heard, names or ['/left', '/right'])
            heard.clear()
            self.assertTrue(handler.configure_nodes_filter())
        for other in others:
            other.destroy_node()

    def test_endpoints_of_one_topic_share_the_parameters_of_their_qos(self):
        for depth in (10, 20):
            publisher = self.node.create_publisher(
                ParameterEvent, 't', depth,
                qos_overriding_options=QoSOverridingOptions.with_default_policies())
            self.assertEqual(publisher.qos_profile.depth, 10)

    def test_a_parameter_without_a_value_gives_way_to_the_alternative(self):
        other = Parameter('other', value=3)
        self.node.declare_parameter('typed', Parameter.Type.INTEGER)
        self.node.declare_parameter('any', None, ParameterDescriptor(dynamic_typing=True))
        for name in ('typed', 'any', 'undeclared'):
            self.assertIs(self.node.get_parameter_or(name, other), other)
        self.node.declare_parameter('set', 5)
        self.assertEqual(self.node.get_parameter_or('set', other).value, 5)

    def test_a_parameter_with_a_type_cannot_be_taken_away(self):
        self.node.declare_parameter('typed', 5)
        self.node.declare_parameter('any', 5, ParameterDescriptor(dynamic_typing=True))
        results = self.node.set_parameters([Parameter('typed'), Parameter('any')])
        self.assertEqual([each.successful for each in results], [False, True])
        self.assertEqual(results[0].reason, 'Static parameter cannot be undeclared')
        self.assertFalse(self.node.has_parameter('any'))

    def test_a_new_descriptor_keeps_name_and_type(self):
        self.node.declare_parameter('speed', 1.5)
        self.node.set_descriptor('speed', ParameterDescriptor(name='x', type=2, description='d'))
        found = self.node.describe_parameter('speed')
        self.assertEqual((found.name, found.type, found.description), ('speed', 3, 'd'))


class ParameterFileTest(NodeCase):
    def setUp(self):
        super().setUp()
        with tempfile.NamedTemporaryFile('w', suffix='.yaml', delete=False) as file:
            file.write(FILE)
        self.path = file.name

    def tearDown(self):
        os.unlink(self.path)
        super().tearDown()

    def names(self, *args, **kwargs):
        return set(parameter_dict_from_yaml_file(self.path, *args, **kwargs))

    def test_without_nodes_all_sections_count(self):
        self.assertEqual(self.names(), PLAIN)
        self.assertEqual(self.names(True), PLAIN | {'one_level', 'any_level', 'everybody'})

    def test_of_a_node_its_sections_count(self):
        own = {'whole_name', 'bare_name', 'gains.p'}
        self.assertEqual(self.names(target_nodes=['arm']), own)
        self.assertEqual(self.names(True, target_nodes=['/arm']), own | {'everybody'})
        self.assertEqual(self.names(True, target_nodes=['/left/arm']),
                         {'in_space', 'one_level', 'any_level', 'everybody'})
        self.assertEqual(self.names(True, target_nodes=['/far/away/arm']),
                         {'any_level', 'everybody'})
        with self.assertRaisesRegex(RuntimeError, 'does not contain any valid parameters'):
            self.names(target_nodes=['leg'])

    def test_patterns_may_repeat_and_the_one_that_is_new_last_counts(self):
        with open(self.path, 'w') as file:
            file.write("""
/**: {ros__parameters: {a: 1, b: 1}}
/**:
  arm: {ros__parameters: {b: 2, c: 2}}
left:
  arm: {ros__parameters: {c: 3, d: 3}}
/ar*: {ros__parameters: {never: 1}}
left:
  arm:
    ros__parameters: {d: 4}
    ros__parameters: {e: 4}
""")
        for first, last, expected in (
                ([], [], {'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 4}),
                ([], ['a', 'b'], {'a': 9, 'b': 2, 'c': 3, 'd': 4, 'e': 4}),
                (['left/arm:b'], [], {'a': 1, 'b': 2, 'c': 2, 'd': 4, 'e': 4})):
            words = [['-p', f'{name}:=9'] for name in first] + [['--params-file', self.path]] + [
                ['-p', f'{name}:=9'] for name in last]
            node = rclpy.create_node(
                'arm', namespace='left', context=self.context, start_parameter_services=False,
                cli_args=['--ros-args', *(word for pair in words for word in pair)],
                automatically_declare_parameters_from_overrides=True)
            found = {name: node.get_parameter(name).value
                     for name in ('a', 'b', 'c', 'd', 'e', 'never') if node.has_parameter(name)}
            self.assertEqual(found, expected)
            node.destroy_node()

    def test_a_client_loads_a_file_that_names_other_nodes(self):
        server = rclpy.create_node('server', context=self.context,
                                   allow_undeclared_parameters=True)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        executor.add_node(server)
        future = AsyncParameterClient(self.node, '/server').load_parameter_file(self.path)
        executor.spin_until_future_complete(future, 5)
        self.assertTrue(all(each.successful for each in future.result().results))
        self.assertTrue(server.has_parameter('gains.p'))
        executor.shutdown()


if __name__ == '__main__':
    unittest.main()
