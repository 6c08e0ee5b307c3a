"""What happens to endpoints: filters, events of QoS and of services, run as a guest."""

import unittest
from types import SimpleNamespace
from unittest import mock

import rclpy.logging
from node_case import NodeCase
from orrery_guest.guest import guest
from rclpy.duration import Duration
from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import LivelinessPolicy, QoSPolicyKind, QoSProfile, ReliabilityPolicy
from rclpy.service_introspection import ServiceIntrospectionState
from rclpy.subscription_content_filter_options import ContentFilterOptions
from std_msgs.msg import Int32
from std_srvs.srv import SetBool


class FilterTest(NodeCase):
    def setUp(self):
        super().setUp()
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.publisher = self.node.create_publisher(Int32, 'numbers', 10)
        self.heard = []

    def hear(self, **options):
        return self.node.create_subscription(
            Int32, 'numbers', lambda message: self.heard.append(message), 10, **options)

    def publish(self, *numbers):
        for number in numbers:
            self.publisher.publish(Int32(data=number))
        for _ in numbers:
            self.executor.spin_once(timeout_sec=0.1)
        heard = [m if isinstance(m, bytes) else m.data for m in self.heard]
        self.heard.clear()
        return heard

    def test_filter_given_at_creation(self):
        options = ContentFilterOptions('data > %0', ['10'])
        subscription = self.hear(content_filter_options=options)
        self.assertTrue(subscription.is_cft_enabled)
        self.assertEqual(subscription.get_content_filter(), options)
        self.assertEqual(self.publish(5, 15, 10, 11), [15, 11])

    def test_filter_set_later_and_taken_away(self):
        subscription = self.hear()
        self.assertFalse(subscription.is_cft_enabled)
        subscription.set_content_filter('data BETWEEN %0 AND %1', ['2', '3'])
        self.assertEqual(self.publish(1, 2, 3, 4), [2, 3])
        subscription.set_content_filter('', [])
        self.assertFalse(subscription.is_cft_enabled)
        self.assertEqual(self.publish(1, 4), [1, 4])

    def test_filter_of_raw_subscription(self):
        self.hear(raw=True, content_filter_options=ContentFilterOptions('data = %0', ['7']))
        heard = self.publish(6, 7)
        self.assertEqual([m[4] for m in heard], [7])

    def test_expression_that_cannot_be_read(self):
        subscription = self.hear()
        with self.assertRaises(RuntimeError):
            subscription.set_content_filter('data >', [])
        with self.assertRaises(RuntimeError):
            self.hear(content_filter_options=ContentFilterOptions('data > %0', []))
        self.assertEqual(self.publish(1), [1])

class QosEventTest(NodeCase):
    def setUp(self):
        super().setUp()
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.told = []

    def spin(self, seconds):
        end = self.node.get_clock().now() + Duration(seconds=seconds)
        while self.node.get_clock().now() < end:
            left = (end - self.node.get_clock().now()).nanoseconds / 1e9
            self.executor.spin_once(timeout_sec=left)

    def subscribe(self, qos, **events):
        callbacks = SubscriptionEventCallbacks(**events)
        return self.node.create_subscription(
            Int32, 'numbers', lambda message: None, qos, event_callbacks=callbacks)

    def publisher(self, qos, **events):
        callbacks = PublisherEventCallbacks(**events)
        return self.node.create_publisher(Int32, 'numbers', qos, event_callbacks=callbacks)

    def test_deadlines(self):
        qos = QoSProfile(depth=10, deadline=Duration(seconds=1))
        offered, requested = [], []
        publisher = self.publisher(qos, deadline=offered.append)
        self.subscribe(qos, deadline=requested.append)
        self.spin(3)
        self.assertEqual((offered, requested), ([], []))
        publisher.publish(Int32())
        self.spin(2.5)
        self.assertEqual([e.total_count for e in offered], [1, 2])
        self.assertEqual([e.total_count for e in requested], [1, 2])
        self.assertEqual([e.total_count_change for e in requested], [1, 1])

    def test_liveliness(self):
        qos = QoSProfile(depth=10, liveliness=LivelinessPolicy.MANUAL_BY_TOPIC,
                         liveliness_lease_duration=Duration(seconds=1))
        lost, changed = [], []
        self.subscribe(qos, liveliness=changed.append)
        publisher = self.publisher(qos, liveliness=lost.append)
        self.spin(1.5)
        self.assertEqual([tuple(e) for e in lost], [(1, 1)])
        self.assertEqual([tuple(e) for e in changed], [(1, 0, 1, 0), (0, 1, -1, 1)])
        publisher.assert_liveliness()
        self.spin(0.5)
        self.assertEqual(tuple(changed[-1]), (1, 0, 1, -1))
        self.node.destroy_publisher(publisher)
        self.spin(0.5)
        self.assertEqual(tuple(changed[-1]), (0, 0, -1, 0))

    def test_incompatible_and_matched(self):
        offered, requested, matched = [], [], []
        self.publisher(QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT),
                       incompatible_qos=offered.append)
        self.subscribe(QoSProfile(depth=1), incompatible_qos=requested.append,
                       matched=matched.append)
        self.spin(0.1)
        self.assertEqual([e.last_policy_kind for e in offered], [QoSPolicyKind.RELIABILITY])
        self.assertEqual([e.last_policy_kind for e in requested], [QoSPolicyKind.RELIABILITY])
        self.assertEqual(matched, [])
        publisher = self.publisher(QoSProfile(depth=1))
        self.spin(0.1)
        self.node.destroy_publisher(publisher)
        self.spin(0.1)
        self.assertEqual([tuple(e) for e in matched], [(1, 1, 1, 1), (1, 0, 0, -1)])

    def test_root_loggers_with_either_name(self):
        root = rclpy.logging._root_logger
        for name in ('warn', 'warning'):
            said = []
            logger = SimpleNamespace(**{name: said.append})
            logger.get_child = lambda _, logger=logger: logger
            rclpy.logging._root_logger = logger
            try:
                self.publisher(QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT))
                self.subscribe(QoSProfile(depth=1))
                self.spin(0.1)
            finally:
                rclpy.logging._root_logger = root
            self.assertIn('Last incompatible policy: RELIABILITY', said[-1])

    def test_default_handlers(self):
        for distro, number in (('humble', 1), ('iron', 2), ('jazzy', 2)):
            with mock.patch.dict(guest.options, distro=distro), self.subTest(distro=distro):
                qos = QoSProfile(depth=1)
                for endpoint in (self.publisher(qos), self.subscribe(qos)):
                    self.assertEqual(len(endpoint.event_handlers), number)

    def test_former_names(self):
        from rclpy import event_handler, qos_event
        from rclpy.impl.implementation_singleton import rclpy_implementation as native
        here = {name for name, value in vars(event_handler).items()
                if isinstance(value, type) and name.startswith(('Qos', 'QoS', 'Incompatible'))}
        self.assertLessEqual(here, set(vars(qos_event)))
        self.assertIs(native.QoSEvent, native.EventHandle)


class ServiceEventTest(NodeCase):
    def test_both_sides_publish(self):
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        service = self.node.create_service(SetBool, 's', lambda request, response: response)
        client = self.node.create_client(SetBool, 's')
        events = []
        self.node.create_subscription(SetBool.Event, 's/_service_event', events.append, 10)
        clock = self.node.get_clock()
        contents = ServiceIntrospectionState.CONTENTS
        for end in (service, client):
            end.configure_introspection(clock, QoSProfile(depth=10), contents)
        future = client.call_async(SetBool.Request(data=True))
        executor.spin_until_future_complete(future, 1)
        while len(events) < 4:
            executor.spin_once(timeout_sec=0.1)
        events.sort(key=lambda event: event.info.event_type)
        self.assertEqual([event.info.event_type for event in events], [0, 1, 2, 3])
        self.assertEqual([[r.data for r in event.request] for event in events],
                         [[True], [True], [], []])
        self.assertEqual([len(event.response) for event in events], [0, 0, 1, 1])
        for end in (service, client):
            end.configure_introspection(clock, QoSProfile(depth=10),
                                        ServiceIntrospectionState.OFF)
        executor.spin_until_future_complete(client.call_async(SetBool.Request()), 1)
        executor.spin_once(timeout_sec=0.1)
        self.assertEqual(len(events), 4)


if __name__ == '__main__':
    unittest.main()
