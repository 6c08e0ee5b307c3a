"""Parameters of nodes: where their values come from, and what may be done with them."""

import os
import tempfile
import unittest

import rclpy
from node_case import NodeCase
from rcl_interfaces.msg import ParameterDescriptor, ParameterEvent
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter, parameter_dict_from_yaml_file
from rclpy.parameter_client import AsyncParameterClient
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
