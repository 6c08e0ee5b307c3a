"""Programs that ask containers, with what the commands of ROS 2 are made of (`ros2component.api`, `ros2cli.helpers`)."""

import argparse
import threading
import time
import unittest

import rclpy
from composition_interfaces.srv import ListNodes, LoadNode, UnloadNode
from node_case import NodeCase
from rclpy.executors import SingleThreadedExecutor
from ros2cli.helpers import bind, before_invocation, get_ros_domain_id, unsigned_int, wait_for
from ros2component.api import (
    ComponentInfo, find_container_node_names, get_components_in_container, get_package_component_types,
    load_component_into_container, unload_component_from_container)
from ros2node.api import get_node_names


class ContainerTest(NodeCase):
    """A container that only counts what it is asked for."""

    def setUp(self):
        super().setUp()
        self.container = rclpy.create_node('box', namespace='left', context=self.context)
        self.loaded, self.requests = {}, []
        for kind, name, answer in ((LoadNode, 'load_node', self.load), (UnloadNode, 'unload_node', self.unload),
                                   (ListNodes, 'list_nodes', self.list)):
            self.container.create_service(kind, f'~/_container/{name}', answer)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.container)
        thread = threading.Thread(target=self.executor.spin)
        thread.start()
        self.addCleanup(self.container.destroy_node)
        self.addCleanup(thread.join)
        self.addCleanup(self.executor.shutdown)

    def load(self, request, response):
        self.requests.append(request)
        response.success = request.plugin_name != 'none'
        response.error_message = '' if response.success else 'no such class'
        response.unique_id, response.full_node_name = len(self.requests), f'/{request.node_name}'
        if response.success:
            self.loaded[response.unique_id] = response.full_node_name
        return response

    def unload(self, request, response):
        response.success = self.loaded.pop(request.unique_id, None) is not None
        response.error_message = '' if response.success else 'not there'
        return response

    def list(self, request, response):
        response.unique_ids, response.full_node_names = list(self.loaded), list(self.loaded.values())
        return response

    def ask(self, function, *words, **options):
        rclpy.init()
        node = rclpy.create_node('asks')
        try:
            return function(*words, node=node, **options)
        finally:
            node.destroy_node()
            rclpy.shutdown()

    def put(self, name, plugin='P', **options):
        return self.ask(load_component_into_container, remote_container_node_name='/left/box', package_name='p',
                        plugin_name=plugin, node_name=name, **options)

    def inside(self, container='/left/box'):
        return self.ask(get_components_in_container, remote_container_node_name=container)

    def test_containers_are_found(self):
        names = get_node_names(node=self.node)
        self.assertEqual([each.full_name for each in find_container_node_names(node=self.node, node_names=names)],
                         ['/left/box'])

    def test_components_are_loaded_listed_and_unloaded(self):
        self.assertEqual(self.put('a', parameters=['rate:=5'], extra_arguments=['fast:=true']), (1, '/a'))
        self.put('b', node_namespace='/n', log_level=10, remap_rules=['x:=y'])
        first, second = self.requests
        self.assertEqual((first.parameters[0].name, first.parameters[0].value.integer_value,
                          first.extra_arguments[0].value.bool_value), ('rate', 5, True))
        self.assertEqual((second.node_namespace, second.log_level, second.remap_rules), ('/n', 10, ['x:=y']))
        self.assertEqual(self.inside(), (True, [ComponentInfo(1, '/a'), ComponentInfo(2, '/b')]))
        gone = self.ask(lambda **given: list(unload_component_from_container(**given)),
                        remote_container_node_name='/left/box', component_uids=[1, 7])
        self.assertEqual(gone, [(1, False, ''), (7, True, 'not there')])
        self.assertEqual(self.inside(), (True, [ComponentInfo(2, '/b')]))

    def test_what_does_not_work_is_said(self):
        with self.assertRaisesRegex(RuntimeError, 'Failed to load component: No such class'):
            self.put('c', 'none')
        self.assertEqual(self.inside('/right/box'), (False, "No 'list_nodes' service found"))
        with self.assertRaisesRegex(RuntimeError, "No 'load_node' service found for '/x' container"):
            self.ask(load_component_into_container, remote_container_node_name='/x', package_name='p', plugin_name='P')
        self.assertEqual(get_package_component_types(package_name='std_msgs'), [])


class HelpersTest(unittest.TestCase):
    def test_waiting(self):
        start, asked = time.time(), []
        self.assertTrue(wait_for(lambda: asked.append(1) or len(asked) > 3, 10))
        self.assertAlmostEqual(time.time() - start, 0.3, places=3)
        self.assertFalse(wait_for(lambda: False, 1.0))
        self.assertAlmostEqual(time.time() - start, 1.35, delta=0.1)

    def test_functions_of_functions(self):
        def add(a, b=1):
            return a + b
        called = []
        self.assertEqual(bind(add, b=5)(2), 7)
        self.assertEqual(before_invocation(add, lambda: called.append('plain'))(1), 2)
        self.assertEqual(before_invocation(add, lambda func, a: called.append((func.__name__, a)))(3), 4)
        self.assertEqual(called, ['plain', ('add', 3)])
        self.assertEqual((get_ros_domain_id(), unsigned_int('4')), (0, 4))
        self.assertRaises(argparse.ArgumentTypeError, unsigned_int, '-4')


if __name__ == '__main__':
    unittest.main()
