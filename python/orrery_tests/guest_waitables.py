"""Waitables that programs make of native entities, and what the native module refuses."""

import asyncio
import os
import signal
import unittest
from unittest import mock

import rclpy
from node_case import NodeCase
from orrery_guest.guest import guest
from rclpy.action import (ActionClient, ActionServer, get_action_clients_info_by_action,
                          get_action_names_and_types, get_action_servers_info_by_action)
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.event_handler import QoSPublisherEventType, QoSSubscriptionEventType
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation as native
from rclpy.qos import QoSProfile
from rclpy.task import Future
from rclpy.type_hash import TypeHash
from rclpy.waitable import NumberOfEntities, Waitable
from std_msgs.msg import String
from std_srvs.srv import SetBool
from test_msgs.action import Fibonacci
from type_description_interfaces.srv import GetTypeDescription

QOS = QoSProfile(depth=10).get_c_qos_profile()


class OnePart(Waitable):
    """Waits for one native entity and takes from it as the test says."""

    def __init__(self, kind, part, take):
        super().__init__(ReentrantCallbackGroup())
        self.kind, self.part, self.take = kind, part, take
        self.index = None
        self.future = Future()

    def is_ready(self, wait_set):
        return wait_set.is_ready(self.kind, self.index)

    def take_data(self):
        return self.take(self.part)

    async def execute(self, taken_data):
        if not self.future.done():
            self.future.set_result(taken_data)

    def get_num_entities(self):
        return NumberOfEntities(1, 1, 1, 1, 1, 1)

    def add_to_wait_set(self, wait_set):
        self.index = getattr(wait_set, f'add_{self.kind}')(self.part)


class WaitableTest(NodeCase):
    def setUp(self):
        super().setUp()
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)

    def taken(self, waitable, cause=lambda: None):
        self.node.add_waitable(waitable)
        cause()
        self.executor.spin_until_future_complete(waitable.future, timeout_sec=5)
        self.node.remove_waitable(waitable)
        self.assertTrue(waitable.future.done())
        return waitable.future.result()

    def test_timer(self):
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        with clock.handle, self.context.handle:
            timer = native.Timer(clock.handle, self.context.handle, 100_000_000)
        before = clock.now()
        waitable = OnePart('timer', timer, lambda part: part.call_timer() or 'called')
        self.assertEqual(self.taken(waitable), 'called')
        self.assertEqual((clock.now() - before).nanoseconds, 100_000_000)
        self.assertEqual(timer.time_until_next_call(), 100_000_000)
        timer.cancel_timer()
        self.assertTrue(timer.is_timer_canceled())
        self.assertIsNone(timer.time_until_next_call())

    def test_guard_condition(self):
        guard = native.GuardCondition(self.context.handle)
        waitable = OnePart('guard_condition', guard, lambda _: 'triggered')
        self.assertEqual(self.taken(waitable, guard.trigger_guard_condition), 'triggered')
        self.assertFalse(guard.ready)

    def test_subscription(self):
        part = native.Subscription(self.node.handle, String, 'heard', QOS)
        publisher = self.node.create_publisher(String, 'heard', 1)
        waitable = OnePart('subscription', part, lambda part: part.take_message(String, False))
        message, info = self.taken(waitable, lambda: publisher.publish(String(data='a')))
        self.assertEqual(message.data, 'a')
        self.assertIn('source_timestamp', info)
        self.assertIsNone(part.take_message(String, False))

    def test_service_and_client(self):
        service = native.Service(self.node.handle, SetBool, '~/set', QOS)
        client = self.node.create_client(SetBool, '~/set')
        answer = []
        waitable = OnePart('service', service,
                           lambda part: part.service_take_request(SetBool.Request))
        request, header = self.taken(
            waitable, lambda: answer.append(client.call_async(SetBool.Request(data=True))))
        self.assertTrue(request.data)
        service.service_send_response(SetBool.Response(message='done'), header)
        self.executor.spin_until_future_complete(answer[0], timeout_sec=5)
        self.assertEqual(answer[0].result().message, 'done')

        self.node.create_service(SetBool, 'get', lambda _, response: response)
        part = native.Client(self.node.handle, SetBool, 'get', QOS)
        self.assertTrue(part.service_server_is_available())
        waitable = OnePart('client', part, lambda part: part.take_response(SetBool.Response))
        header, response = self.taken(waitable, lambda: part.send_request(SetBool.Request()))
        self.assertEqual(header.request_id.sequence_number, 1)
        self.assertIsInstance(response, SetBool.Response)

    def test_wait_set(self):
        publisher = self.node.create_publisher(String, 'watched', 1)
        matched = native.EventHandle(
            publisher.handle, QoSPublisherEventType.RCL_PUBLISHER_MATCHED)
        part = native.Subscription(self.node.handle, String, 'watched', QOS)
        lost = native.EventHandle(part, QoSSubscriptionEventType.RCL_SUBSCRIPTION_MESSAGE_LOST)
        with self.context.handle:
            waiting = native.WaitSet(1, 0, 0, 0, 0, 2, self.context.handle)
        index = [waiting.add_event(matched), waiting.add_event(lost)]
        subscription = waiting.add_subscription(part)
        publisher.publish(String(data='x'))
        waiting.wait(-1)
        self.assertTrue(waiting.is_ready('subscription', subscription))
        self.assertEqual(waiting.get_ready_entities('subscription'), [part.pointer])
        self.assertEqual(part.take_message(String, False)[0].data, 'x')
        self.assertTrue(waiting.is_ready('event', index[0]))
        self.assertEqual(matched.take_event().current_count, 1)
        self.assertFalse(waiting.is_ready('event', index[1]))
        self.assertEqual(lost.take_event().total_count, 0)
        before = self.node.get_clock().now()
        waiting.wait(50_000_000)
        self.assertEqual((self.node.get_clock().now() - before).nanoseconds, 50_000_000)
        with self.assertRaises(IndexError):
            waiting.is_ready('timer', 0)


class ActionTest(NodeCase):
    def actions_seen(self):
        return [name for name, _ in get_action_names_and_types(self.node)]

    def test_an_action_outlives_its_node_until_it_is_destroyed(self):
        node = rclpy.create_node('short_lived', context=self.context)
        server = ActionServer(node, Fibonacci, 'count', lambda goal: Fibonacci.Result())
        client = ActionClient(self.node, Fibonacci, '/count')
        node.destroy_node()
        self.assertTrue(client.wait_for_server(timeout_sec=1.0))
        goal = client.send_goal_async(Fibonacci.Goal())
        rclpy.spin_until_future_complete(
            self.node, goal, SingleThreadedExecutor(context=self.context), timeout_sec=1.0)
        self.assertFalse(goal.done())
        server.destroy()
        self.assertFalse(client.wait_for_server(timeout_sec=1.0))
        client.destroy()
        self.assertEqual(self.actions_seen(), [])
        self.assertEqual(self.node.get_node_names(), ['T'])

    def test_clients_and_servers_of_an_action_are_described(self):
        def ask(name):
            return (get_action_clients_info_by_action(self.node, name),
                    get_action_servers_info_by_action(self.node, name))

        self.assertEqual(ask('count'), ([], []))
        others = [ActionClient(self.node, Fibonacci, 'other'),
                  *(ActionClient(self.node, Fibonacci, 'count') for _ in range(2)),
                  ActionServer(self.node, Fibonacci, 'count', lambda goal: Fibonacci.Result())]
        clients, servers = ask('/rclpy/count')
        self.assertEqual(ask('count'), (clients, servers))
        self.assertEqual((len(clients), len(servers)), (2, 1))
        self.assertNotEqual(clients[0], clients[1])
        self.assertEqual([each.endpoint_type.name for each in (*clients, *servers)],
                         ['CLIENT', 'CLIENT', 'SERVER'])
        for info in (*clients, *servers):
            self.assertEqual((info.node_name, info.node_namespace, info.action_type),
                             ('T', '/rclpy', 'test_msgs/action/Fibonacci'))
            self.assertEqual(info.cancel_service_info.service_type, 'action_msgs/srv/CancelGoal')
            self.assertEqual(info.result_service_info.service_type,
                             'test_msgs/action/Fibonacci_GetResult')
            self.assertEqual(info.feedback_topic_info.topic_type,
                             'test_msgs/action/Fibonacci_FeedbackMessage')
            self.assertEqual(info.status_topic_info.topic_type, 'action_msgs/msg/GoalStatusArray')
            self.assertIn('Action type: test_msgs/action/Fibonacci', str(info))
        with self.assertRaisesRegex(ValueError, 'is invalid'):
            ask('13')
        for other in others:
            other.destroy()

    def test_an_action_of_a_destroyed_node_ends_with_its_context(self):
        context = rclpy.context.Context()
        with context:
            node = rclpy.create_node('short_lived', context=context)
            ActionServer(node, Fibonacci, 'count', lambda goal: Fibonacci.Result())
            node.destroy_node()
            self.assertEqual(self.node.get_node_names(), ['T', 'short_lived'])
        self.assertEqual((self.actions_seen(), self.node.get_node_names()), ([], ['T']))


class NativeTest(NodeCase):
    def test_unknown_arguments(self):
        for words in (['--my-flag'], ['-r', 'not-a-remap']):
            kind = native.UnknownROSArgsError if words == ['--my-flag'] \
                else native.RCLInvalidROSArgsError
            with self.assertRaisesRegex(kind, words[-1]):
                rclpy.create_node('n', context=self.context, cli_args=['--ros-args', *words])
            with self.assertRaisesRegex(kind, words[-1]):
                rclpy.init(context=rclpy.context.Context(), args=['--ros-args', *words])

    def test_names_that_cannot_be(self):
        for ask in (self.node.count_publishers, self.node.count_subscribers,
                    self.node.count_clients, self.node.count_services,
                    self.node.get_publishers_info_by_topic,
                    self.node.get_subscriptions_info_by_topic):
            with self.assertRaisesRegex(ValueError, 'is invalid'):
                ask('42')

    def test_policies_go_both_ways(self):
        profile = QoSProfile(depth=3, durability=1)
        self.assertEqual(QoSProfile(**profile.get_c_qos_profile().to_dict()), profile)

    def test_type_description(self):
        publisher = self.node.create_publisher(String, 'described', 1)
        info = self.node.get_publishers_info_by_topic('described')[0]
        client = self.node.create_client(GetTypeDescription, '~/get_type_description')
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)

        def ask(name, type_hash, sources=True):
            request = GetTypeDescription.Request(
                type_name=name, type_hash=type_hash, include_type_sources=sources)
            future = client.call_async(request)
            executor.spin_until_future_complete(future)
            return future.result()

        found = ask('std_msgs/msg/String', str(info.topic_type_hash))
        self.assertTrue(found.successful)
        self.assertEqual(found.type_description.type_description.fields[0].name, 'data')
        self.assertIn('string data', found.type_sources[0].raw_file_contents)
        self.assertFalse(ask('std_msgs/msg/Bool', str(info.topic_type_hash)).successful)
        self.assertFalse(ask('std_msgs/msg/String', str(TypeHash(1))).successful)
        self.assertFalse(ask('std_msgs/msg/String', 'garbage').successful)
        self.node.destroy_publisher(publisher)

    def test_types_are_described_since_jazzy(self):
        for distro, describes in (('humble', False), ('iron', False), ('jazzy', True), ('rolling', True)):
            with mock.patch.dict(guest.options, distro=distro):
                node = rclpy.create_node('in_' + distro, context=self.context)
            services = dict(node.get_service_names_and_types_by_node(node.get_name(), '/'))
            self.assertEqual(f'/{node.get_name()}/get_type_description' in services, describes)
            self.assertEqual(node.has_parameter('start_type_description_service'), describes)
            node.destroy_node()

    def test_signals_to_itself(self):
        heard = []
        before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
        os.kill(os.getpid(), signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        signal.signal(signal.SIGINT, before)
        self.assertEqual(heard, [signal.SIGINT, signal.SIGINT])
        with self.assertRaises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)

    def test_signals_to_itself_wake_loops(self):
        heard = []
        loop = asyncio.new_event_loop()
        loop.add_signal_handler(signal.SIGUSR1, heard.append, 'one')
        loop.call_later(1, signal.raise_signal, signal.SIGUSR1)
        loop.run_until_complete(asyncio.sleep(0.5))
        self.assertEqual(heard, [])
        loop.run_until_complete(asyncio.sleep(1))
        loop.remove_signal_handler(signal.SIGUSR1)
        loop.close()
        self.assertEqual(heard, ['one'])


if __name__ == '__main__':
    unittest.main()
