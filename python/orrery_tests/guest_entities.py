"""Nodes of rclpy and what they own, run as a guest."""

import threading
import time
import unittest
import warnings

import rclpy
from node_case import NodeCase
from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.clock_type import ClockType
from rclpy.duration import Duration
from rclpy.event_handler import PublisherEventCallbacks
from rclpy.exceptions import (
    InvalidHandle,
    InvalidParameterTypeException,
    InvalidParameterValueException,
    InvalidTopicNameException,
    ParameterAlreadyDeclaredException,
    ParameterImmutableException,
    ParameterNotDeclaredException,
    ParameterUninitializedException,
)
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation as _rclpy
from rclpy.parameter import Parameter
from rclpy.qos import (
    HistoryPolicy,
    InvalidQoSProfileException,
    QoSCompatibility,
    QoSPresetProfiles,
    QoSProfile,
    ReliabilityPolicy,
    qos_check_compatible,
    qos_profile_default,
    qos_profile_sensor_data,
)
from rclpy.serialization import deserialize_message
from rclpy.time import Time
from std_msgs.msg import String, UInt8MultiArray
from std_srvs.srv import Empty


class LargeMessageTest(NodeCase):
    def test_what_is_published_is_what_the_message_was_then(self):
        got = {False: [], True: []}
        for raw, heard in got.items():
            self.node.create_subscription(UInt8MultiArray, 'l', heard.append, 10, raw=raw)
        publisher = self.node.create_publisher(UInt8MultiArray, 'l', 10)
        # On both sides of the size from which messages are not copied on their way.
        sizes = (60_000, 65_536, 100_000, 100_000, 2_000_000)
        for first, size in enumerate(sizes):
            message = UInt8MultiArray(data=bytes([first]) + bytes(size - 1))
            publisher.publish(message)
            message.data[0] = 99
        for _ in range(2 * len(sizes)):
            rclpy.spin_once(self.node, executor=SingleThreadedExecutor(context=self.context),
                            timeout_sec=0.1)
        seen = [(message.data[0], len(message.data), message.data[-1]) for message in got[False]]
        self.assertEqual(seen, [(first, size, 0) for first, size in enumerate(sizes)])
        self.assertEqual([deserialize_message(each, UInt8MultiArray) for each in got[True]],
                         got[False])


class EntityTest(NodeCase):
    def test_service(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        srv = self.node.create_service(Empty, 'e', lambda q, r: r)
        cl = self.node.create_client(Empty, 'e')
        self.assertTrue(cl.wait_for_service(timeout_sec=1))
        f = cl.call_async(Empty.Request())
        ex.spin_until_future_complete(f, 1)
        self.assertIsInstance(f.result(), Empty.Response)
        self.assertEqual(srv.service_name, '/rclpy/e')
        with self.assertRaises(TypeError):
            cl.call('x')

    def test_client_call_thread(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        self.node.create_service(Empty, 'e', lambda q, r: r)
        cl = self.node.create_client(Empty, 'e')
        t = threading.Thread(target=ex.spin, daemon=True)
        t.start()
        self.assertIsInstance(cl.call(Empty.Request()), Empty.Response)
        ex.shutdown()
        t.join()

    def test_invalid_handle(self):
        p = self.node.create_publisher(String, 'x', 1)
        self.node.destroy_publisher(p)
        with self.assertRaises(InvalidHandle):
            p.publish(String())
        with self.assertRaises(InvalidHandle):
            with p.handle:
                pass
        t = self.node.create_timer(1, None)
        self.node.destroy_timer(t)
        with self.assertRaises(InvalidHandle):
            t.is_ready()

    def test_what_cannot_be_made_or_spun(self):
        for callback in (None, 5, lambda: None, lambda one, two, three: None):
            with self.assertRaisesRegex(RuntimeError, 'callback should be'):
                self.node.create_subscription(String, 'chatter', callback, 1)
        with self.assertRaisesRegex(_rclpy.RCLError, 'timer period must be non-negative'):
            self.node.create_timer(-0.1, lambda: None)
        # This test has a context of its own; the default one was never initialised.
        with self.assertRaisesRegex(RuntimeError, 'must be initialized before it can be shutdown'):
            rclpy.shutdown()
        for _ in range(2):
            with self.assertRaises(ExternalShutdownException):
                rclpy.spin_once(self.node, timeout_sec=0.1)

    def test_names(self):
        with self.assertRaisesRegex(InvalidTopicNameException, 'must not contain characters'):
            self.node.create_publisher(String, 'chatter?', 1)
        with self.assertRaisesRegex(InvalidTopicNameException, 'must not start with a number'):
            self.node.create_publisher(String, '/chatter/42_is', 1)
        with self.assertRaisesRegex(ValueError, 'unknown substitution'):
            self.node.create_publisher(String, 'chatter/{bad_sub}', 1)
        with self.assertRaisesRegex(ValueError, 'must be greater than or equal to zero'):
            self.node.create_publisher(String, 'chatter', -1)
        with self.assertRaisesRegex(TypeError, 'Expected QoSProfile or int'):
            self.node.create_publisher(String, 'chatter', 'x')

    def test_qos(self):
        with self.assertRaises(InvalidQoSProfileException):
            QoSProfile()
        with self.assertRaises(InvalidQoSProfileException):
            QoSProfile(history=HistoryPolicy.KEEP_LAST)
        with warnings.catch_warnings(record=True) as w:
            warnings.simplefilter('always')
            QoSProfile(depth=0)
            self.assertEqual(len(w), 1)
        p = QoSProfile(depth=1, reliability=2)
        self.assertEqual(p.reliability, ReliabilityPolicy.BEST_EFFORT)
        self.assertEqual(
            QoSPresetProfiles.get_from_short_key('sensor_data'), qos_profile_sensor_data
        )
        self.assertEqual(
            qos_check_compatible(qos_profile_sensor_data, qos_profile_default).compatibility,
            QoSCompatibility.ERROR,
        )

    def test_time(self):
        self.assertEqual(Time(seconds=1, nanoseconds=1).nanoseconds, 1000000001)
        with self.assertRaises(ValueError):
            Time(nanoseconds=-1)
        with self.assertRaises(OverflowError):
            Time(nanoseconds=2**63)
        with self.assertRaises(TypeError):
            Time(nanoseconds=1) < Time(nanoseconds=1, clock_type=ClockType.STEADY_TIME)
        self.assertEqual(str(Duration(seconds=2)), '2000000000 nanoseconds')

    def test_params(self):
        n = self.node
        n.declare_parameter(
            'i',
            5,
            ParameterDescriptor(integer_range=[IntegerRange(from_value=0, to_value=10, step=5)]),
        )
        self.assertFalse(n.set_parameters([Parameter('i', value=6)])[0].successful)
        self.assertTrue(n.set_parameters([Parameter('i', value=10)])[0].successful)
        with self.assertRaises(ParameterAlreadyDeclaredException):
            n.declare_parameter('i', 1)
        with self.assertRaises(ParameterNotDeclaredException):
            n.get_parameter('nope')
        n.declare_parameter('ro', 1, ParameterDescriptor(read_only=True))
        self.assertFalse(n.set_parameters([Parameter('ro', value=2)])[0].successful)
        with self.assertRaises(ParameterImmutableException):
            n.undeclare_parameter('ro')
        n.undeclare_parameter('i')
        self.assertFalse(n.has_parameter('i'))
        with self.assertRaises(InvalidParameterValueException):
            n.declare_parameter(
                'f',
                42.0,
                ParameterDescriptor(
                    floating_point_range=[
                        FloatingPointRange(from_value=-2.0, to_value=2.0, step=0.1)
                    ]
                ),
            )
        n.declare_parameter('t', Parameter.Type.STRING)
        with self.assertRaises(ParameterUninitializedException):
            n.get_parameter('t')
        self.assertTrue(n.set_parameters([Parameter('t', value='s')])[0].successful)
        with self.assertRaises(TypeError):
            n.declare_parameters('', [('a', 1, 2, 3)])
        with self.assertRaises(InvalidParameterTypeException):
            m = rclpy.create_node(
                'm', context=self.context, parameter_overrides=[Parameter('z', value='bad')]
            )
            m.declare_parameter('z', 1)

    def test_timer(self):
        t = self.node.create_timer(0.5, lambda: None)
        self.assertFalse(t.is_ready())
        self.assertFalse(t.is_canceled())
        t.cancel()
        self.assertTrue(t.is_canceled())
        self.assertIsNone(t.time_until_next_call())
        t.reset()
        self.assertEqual(t.time_until_next_call(), 500000000)
        t.timer_period_ns = 10
        self.assertEqual(t.timer_period_ns, 10)

    def test_wait_for(self):
        from rclpy.wait_for_message import wait_for_message

        self.assertEqual(wait_for_message(String, self.node, 'zz', time_to_wait=1), (False, None))

    def test_graph(self):
        self.assertEqual(self.node.count_publishers('/parameter_events'), 1)
        self.assertEqual(len(list(self.node.publishers)), 1)
        self.node.create_subscription(String, 'c', lambda m: None, 1)
        i = self.node.get_subscriptions_info_by_topic('c')
        self.assertEqual(i[0].node_name, 'T')
        self.assertEqual(i[0].topic_type, 'std_msgs/msg/String')
        with self.assertRaises(rclpy.node.NodeNameNonExistentError):
            self.node.get_publisher_names_and_types_by_node('no', '/')
        self.assertIn(('/rclpy/c', ['std_msgs/msg/String']), self.node.get_topic_names_and_types())

    def test_logging(self):
        l = self.node.get_logger()
        self.assertTrue(l.info('x'))
        self.assertFalse(l.debug('y'))
        n = 0
        for i in range(5):
            n += l.info('once', once=True)
        self.assertEqual(n, 1)
        n = 0
        for i in range(5):
            n += l.info('skip', skip_first=True)
        self.assertEqual(n, 4)
        n = 0
        for i in range(5):
            n += l.info('thr', throttle_duration_sec=1)
            time.sleep(0.4)
        self.assertEqual(n, 2)
        with self.assertRaises(ValueError):
            for s in (rclpy.logging.LoggingSeverity.INFO, rclpy.logging.LoggingSeverity.WARN):
                l.log('m', s)

    def test_cb_info(self):
        infos = []
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        self.node.create_subscription(String, 'c', lambda m, i: infos.append(i), 1)
        raws = []
        self.node.create_subscription(String, 'c', raws.append, 1, raw=True)
        p = self.node.create_publisher(String, 'c', 1)
        p.publish(String(data='a'))
        ex.spin_once(timeout_sec=1)
        ex.spin_once(timeout_sec=1)
        self.assertIn('source_timestamp', infos[0])
        self.assertEqual(type(raws[0]), bytes)
        with self.assertRaises(RuntimeError):
            self.node.create_subscription(String, 'c', lambda: None, 1)
        self.assertEqual(p.get_subscription_count(), 2)

    def test_events(self):
        got = []
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        self.node.create_publisher(
            String, 'q', 1, event_callbacks=PublisherEventCallbacks(matched=got.append)
        )
        self.node.create_subscription(String, 'q', lambda m: None, 1)
        ex.spin_once(timeout_sec=0.1)
        self.assertEqual(got[0].current_count, 1)

    def test_destroy_twice(self):
        n = rclpy.create_node('x', context=self.context)
        n.destroy_node()
        n.destroy_node()

    def test_clock(self):
        from rclpy.clock import ROSClock, Clock

        c = ROSClock()
        self.assertFalse(c.ros_time_is_active)
        c._set_ros_time_is_active(True)
        c.set_ros_time_override(Time(seconds=5, clock_type=ClockType.ROS_TIME))
        self.assertEqual(c.now().nanoseconds, 5 * 10**9)
        self.assertIsInstance(Clock(clock_type=ClockType.ROS_TIME), ROSClock)
        st = Clock(clock_type=ClockType.STEADY_TIME)
        t0 = time.time()
        self.assertTrue(st.sleep_for(Duration(seconds=1), context=self.context))
        self.assertEqual(time.time() - t0, 1)


if __name__ == '__main__':
    unittest.main()
