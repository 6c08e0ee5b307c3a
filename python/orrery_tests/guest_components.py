"""Components that a launch in a program loads into a container of the run."""

import threading
import unittest

import rclpy
from composition_interfaces.srv import LoadNode
from launch import LaunchDescription, LaunchService
from launch.actions import GroupAction
from launch.conditions import UnlessCondition
from launch_ros.actions import LoadComposableNodes, PushROSNamespace
from launch_ros.descriptions import ComposableNode
from launch_ros.utilities import get_node_name_count
from rclpy.executors import SingleThreadedExecutor


class Container(rclpy.node.Node):
    def __init__(self, context):
        super().__init__('container', context=context)
        self.requests = []
        self.create_service(LoadNode, '~/_container/load_node', self.load)

    def load(self, request, response):
        self.requests.append(request)
        response.success = request.plugin_name != 'broken'
        response.error_message = '' if response.success else 'it is broken'
        response.full_node_name = f'{request.node_namespace}/{request.node_name}'
        return response


class ComponentsTest(unittest.TestCase):
    def setUp(self):
        self.context = rclpy.context.Context()
        rclpy.init(context=self.context)
        self.container = Container(self.context)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.container)
        thread = threading.Thread(target=executor.spin)
        thread.start()

        def end():
            executor.shutdown()
            thread.join()
            rclpy.shutdown(context=self.context)
        self.addCleanup(end)

    def launch(self, *components):
        service = LaunchService()
        service.include_launch_description(LaunchDescription([GroupAction([
            PushROSNamespace('outer'),
            LoadComposableNodes(target_container='/container',
                                composable_node_descriptions=components)])]))
        self.assertEqual(service.run(), 0)
        return service.context

    def test_each_is_asked_for_with_what_it_needs(self):
        context = self.launch(
            ComposableNode(package='p', plugin='a', name='one', namespace='inner',
                           parameters=[{'x': 1}], remappings=[('in', 'out')]),
            ComposableNode(package='p', plugin='a', name='not', condition=UnlessCondition('1')),
            ComposableNode(package='p', plugin='broken', name='two', namespace='inner'))
        first, second = self.container.requests
        self.assertEqual((first.node_name, first.node_namespace), ('one', '/outer/inner'))
        self.assertEqual([each.name for each in first.parameters], ['x'])
        self.assertEqual(list(first.remap_rules), ['in:=out'])
        self.assertEqual(second.node_name, 'two')
        self.assertEqual([get_node_name_count(context, f'/outer/inner/{name}')
                          for name in ('one', 'two')], [1, 0])


if __name__ == '__main__':
    unittest.main()
