"""Clocks, parameters, life cycles and arguments of rclpy, run as a guest."""

import threading
import time
import unittest

import rclpy
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetAvailableTransitions, GetState
from node_case import NodeCase
from rcl_interfaces.msg import Log
from rclpy.action import ActionClient, ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import JumpThreshold, ROSClock
from rclpy.clock_type import ClockType
from rclpy.duration import Duration
from rclpy.exceptions import NotInitializedException
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.lifecycle import LifecycleNode
from rclpy.logging import clear_config
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.qos_overriding_options import QoSOverridingOptions
from rclpy.time import Time
from rclpy.time_source import CLOCK_TOPIC, TimeSource
from rosgraph_msgs.msg import Clock as ClockMsg
from std_msgs.msg import String
from std_srvs.srv import Empty, Trigger
from tf2_msgs.action import LookupTransform


class SystemTest(NodeCase):
    def test_time_source(self):
        ts = TimeSource(node=self.node)
        c = ROSClock()
        ts.attach_clock(c)
        self.assertFalse(ts.ros_time_is_active)
        self.node.set_parameters([Parameter('use_sim_time', Parameter.Type.BOOL, True)])
        self.assertTrue(ts.ros_time_is_active)
        self.assertTrue(c.ros_time_is_active)
        pub = self.node.create_publisher(ClockMsg, CLOCK_TOPIC, 1)
        ex = SingleThreadedExecutor(context=self.context)
        for i in range(5):
            m = ClockMsg()
            m.clock.sec = 10 + i
            pub.publish(m)
            for _ in range(8):
                rclpy.spin_once(self.node, executor=ex, timeout_sec=0.1)
        self.assertEqual(c.now().nanoseconds, 14 * 10**9)
        self.assertEqual(
            self.node.get_clock().now(), Time(seconds=14, clock_type=ClockType.ROS_TIME)
        )
        ts.detach_node()

    def test_jump(self):
        c = ROSClock()
        got = []
        c._set_ros_time_is_active(True)
        with self.assertRaises(ValueError):
            JumpThreshold(min_forward=None, min_backward=None, on_clock_change=False)
        c.create_jump_callback(
            JumpThreshold(
                min_forward=Duration(seconds=1), min_backward=None, on_clock_change=False
            ),
            pre_callback=lambda: got.append('pre'),
            post_callback=lambda j: got.append(j.delta.nanoseconds),
        )
        c.set_ros_time_override(Time(seconds=1, clock_type=ClockType.ROS_TIME))
        self.assertEqual(got, ['pre', 10**9])

    def test_overrides(self):
        n = rclpy.create_node(
            'o',
            context=self.context,
            parameter_overrides=[
                Parameter('qos_overrides./t.publisher.depth', value=100),
                Parameter('qos_overrides./t.publisher.reliability', value='best_effort'),
            ],
        )
        p = n.create_publisher(
            String, '/t', 10, qos_overriding_options=QoSOverridingOptions.with_default_policies()
        )
        self.assertEqual(p.qos_profile.depth, 100)
        self.assertEqual(p.qos_profile.reliability, ReliabilityPolicy.BEST_EFFORT)
        self.assertEqual(n.get_parameter('qos_overrides./t.publisher.history').value, 'keep_last')
        n.destroy_node()

    def test_lifecycle_services(self):
        l = LifecycleNode('l', context=self.context)
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(l)
        ex.add_node(self.node)
        cl = self.node.create_client(ChangeState, '/l/change_state')
        r = ChangeState.Request()
        r.transition.id = Transition.TRANSITION_CONFIGURE
        f = cl.call_async(r)
        ex.spin_until_future_complete(f, 1)
        self.assertTrue(f.result().success)
        gl = self.node.create_client(GetState, '/l/get_state')
        f = gl.call_async(GetState.Request())
        ex.spin_until_future_complete(f, 1)
        self.assertEqual(f.result().current_state.label, 'inactive')
        gt = self.node.create_client(GetAvailableTransitions, '/l/get_transition_graph')
        f = gt.call_async(GetAvailableTransitions.Request())
        ex.spin_until_future_complete(f, 1)
        self.assertEqual(len(f.result().available_transitions), 25)
        l.destroy_node()

    def test_remap(self):
        c = rclpy.context.Context()
        rclpy.init(
            context=c,
            args=[
                'x',
                '--ros-args',
                '-r',
                '__ns:=/a',
                '-r',
                'foo:=bar',
                '-p',
                'p:=3',
                '--log-level',
                'debug',
            ],
        )
        n = rclpy.create_node('q', context=c)
        self.assertEqual(n.get_fully_qualified_name(), '/a/q')
        self.assertEqual(n.resolve_topic_name('foo'), '/a/bar')
        self.assertEqual(n.declare_parameter('p', 0).value, 3)
        self.assertEqual(n.create_publisher(String, 'foo', 1).topic_name, '/a/bar')
        n.destroy_node()
        rclpy.shutdown(context=c)
        clear_config()

    def test_ext_shutdown(self):
        c = rclpy.context.Context()
        rclpy.init(context=c)
        n = rclpy.create_node('e', context=c)
        ex = SingleThreadedExecutor(context=c)
        ex.add_node(n)
        threading.Timer(0.5, lambda: rclpy.shutdown(context=c)).start()
        with self.assertRaises(ExternalShutdownException):
            ex.spin()

    def test_nested_group(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        self.node.create_service(Empty, 'e', lambda q, r: r)
        cl = self.node.create_client(Empty, 'e')
        got = []

        def cb():
            f = cl.call_async(Empty.Request())
            t0 = time.time()
            ex.spin_until_future_complete(f, 0.5)
            got.append((f.done(), time.time() - t0))

        t = self.node.create_timer(0.1, cb)
        ex.spin_once()
        self.assertEqual(got[0][0], False)
        self.assertAlmostEqual(got[0][1], 0.5)
        t.cancel()

    def test_async_service_client(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        g = ReentrantCallbackGroup()

        def answer(q, r):
            r.message = 'inner'
            return r

        self.node.create_service(Trigger, 'inner', answer, callback_group=g)
        inner = self.node.create_client(Trigger, 'inner', callback_group=g)

        async def outer(q, r):
            r.message = 'outer ' + (await inner.call_async(Trigger.Request())).message
            return r

        self.node.create_service(Trigger, 'outer', outer, callback_group=g)
        cl = self.node.create_client(Trigger, 'outer', callback_group=g)
        f = cl.call_async(Trigger.Request())
        ex.spin_until_future_complete(f, 1)
        self.assertEqual(f.result().message, 'outer inner')

    def test_init_twice(self):
        with self.assertRaises(RuntimeError):
            rclpy.init(context=self.context)
        c = rclpy.context.Context()
        rclpy.init(context=c)
        rclpy.shutdown(context=c)
        with self.assertRaises(RuntimeError):
            rclpy.shutdown(context=c)
        got = []
        c = rclpy.context.Context()
        rclpy.init(context=c)
        c.on_shutdown(lambda: got.append(1))
        c.try_shutdown()
        c.try_shutdown()
        self.assertEqual(got, [1])
        with self.assertRaises(NotInitializedException):
            rclpy.create_node('x', context=c)

    def test_shutdown_twice(self):
        context = rclpy.Context()
        rclpy.init(context=context)
        context.shutdown()
        # Programs catch it by the name of upstream's native module.
        with self.assertRaisesRegex(rclpy._rclpy_pybind11.RCLError, 'rcl_shutdown already called'):
            context.shutdown()

    def test_tl(self):
        q = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        p = self.node.create_publisher(String, 'tl', q)
        p.publish(String(data='old'))
        got = []
        self.node.create_subscription(String, 'tl', lambda m: got.append(m.data), q)
        ex = SingleThreadedExecutor(context=self.context)
        for _ in range(5):
            rclpy.spin_once(self.node, executor=ex, timeout_sec=0.1)
        self.assertEqual(got, ['old'])

    def test_loggers_below_that_of_a_node_need_the_node(self):
        context = rclpy.context.Context()
        rclpy.init(context=context)
        self.addCleanup(rclpy.shutdown, context=context)
        node = rclpy.create_node('gone', context=context)
        logger = node.get_logger()
        child = logger.get_child('child')
        self.assertEqual(child.get_child('of_it').name, 'gone.child.of_it')
        del node
        for each in (logger, child):
            self.assertRaises(RuntimeError, each.get_child, 'late')

    def test_rosout_tells_places_of_programs_only(self):
        got = []
        self.node.create_subscription(
            Log, '/rosout', lambda m: got.append((m.msg, m.function, m.line > 0)), 10)
        ex = SingleThreadedExecutor(context=self.context)
        self.node.get_logger().info('here')
        # What rclpy itself says has no place: its lines differ between versions.
        server = ActionServer(self.node, LookupTransform, 'a', lambda handle: None)
        client = ActionClient(self.node, LookupTransform, 'a')
        client.send_goal_async(LookupTransform.Goal())
        for _ in range(30):
            rclpy.spin_once(self.node, executor=ex, timeout_sec=0.1)
        client.destroy()
        server.destroy()
        self.assertEqual(got[0], ('here', 'test_rosout_tells_places_of_programs_only', True))
        self.assertGreater(len(got), 1)
        self.assertEqual({each[1:] for each in got[1:]}, {('unknown', False)})

    def test_lifecycle_services_exist_only_with_the_interface(self):
        with_interface = LifecycleNode('with_interface', context=self.context)
        self.assertIsNotNone(with_interface._state_machine.service_get_state)
        self.assertEqual(
            with_interface._service_change_state.service_name, '/with_interface/change_state')
        without = LifecycleNode(
            'without', enable_communication_interface=False, context=self.context)
        self.assertIsNone(without._state_machine.service_get_state)
        self.assertFalse(hasattr(without, '_service_change_state'))
        with self.assertRaises(TypeError):
            LifecycleNode('n', enable_communication_interface='yes', context=self.context)
        for node in (with_interface, without):
            node.destroy_node()

    def test_empty_text_as_the_value_of_a_parameter(self):
        from rclpy.parameter import get_parameter_value

        for text in ('', ' '):
            self.assertEqual(get_parameter_value(text).string_value, text)

    def test_endpoints_used_by_hand(self):
        subscription = self.node.create_subscription(String, 'taken', lambda _: None, 10)
        publisher = self.node.create_publisher(String, 'taken', 10)
        self.assertEqual(publisher.logger_name, 'rclpy.T')
        with subscription.handle:
            self.assertIsNone(subscription.handle.take_message(String, False))
            publisher.publish(String(data='x'))
            message, info = subscription.handle.take_message(String, False)
        self.assertEqual(message.data, 'x')
        self.assertGreater(info['source_timestamp'], 0)


if __name__ == '__main__':
    unittest.main()
