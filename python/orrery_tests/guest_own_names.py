"""Names of attributes that programs give to their own nodes, run as a guest.

Upstream keeps most of what a node is made of under names that Python mangles (`__timers`), so a
program may have a `_timers` of its own. What a node of Orrery has besides upstream's names must
therefore be out of the way of every program.
"""

import sys
import unittest

import rclpy
from node_case import NodeCase
from rclpy.lifecycle import LifecycleNode, TransitionCallbackReturn
from rclpy.node import Node
from std_msgs.msg import String
from std_srvs.srv import Empty

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

#: What programs call attributes of their nodes.
USUAL = ('name', 'namespace', 'clients', 'publishers', 'services', 'subscriptions', 'timers',
         'guards', 'waitables', 'count', 'arguments', 'overrides', 'store', 'declared', 'destroyed',
         'resolve', 'tasks', 'lock', 'handle', 'executor', 'node', 'state', 'inputs', 'rosout',
         'enter', 'leave', 'go', 'tell', 'ask', 'run', 'thread', 'queue', 'timer', 'rate', 'period')


def _in_the_way(node: Node) -> set:
    """The private names of a node that a program could use, too."""
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
