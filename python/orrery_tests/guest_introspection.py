"""What services and actions publish about themselves."""

import time
import unittest

import rclpy
from node_case import NodeCase
from rcl_interfaces.msg import LoggerLevel
from rcl_interfaces.srv import GetLoggerLevels, SetLoggerLevels
from rclpy.action import ActionClient, ActionServer, GoalResponse
from rclpy.endpoint_info import EndpointTypeEnum, ServiceEndpointInfo
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_system_default
from rclpy.service_introspection import ServiceIntrospectionState
from std_srvs.srv import Empty
from test_msgs.action import Fibonacci
from test_msgs.srv import BasicTypes


class IntrospectionTest(NodeCase):
    def setUp(self):
        super().setUp()
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.events = []

    def tearDown(self):
        self.executor.shutdown()
        super().tearDown()

    def listen(self, topic, event):
        self.node.create_subscription(event, f'{topic}/_service_event', self.events.append, 10)

    def configure(self, end, state):
        end.configure_introspection(self.node.get_clock(), qos_profile_system_default, state)

    def spin(self, future):
        self.executor.spin_until_future_complete(future, 5)
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            self.executor.spin_once(0.1)
        return {event.info.event_type: event for event in self.events}

    def test_all_four_events_name_the_same_call(self):
        service = self.node.create_service(BasicTypes, 'call', lambda request, response: response)
        client = self.node.create_client(BasicTypes, 'call')
        self.listen('call', BasicTypes.Event)
        for end in (service, client):
            self.configure(end, ServiceIntrospectionState.CONTENTS)
        found = self.spin(client.call_async(BasicTypes.Request(int64_value=7)))
        self.assertEqual(sorted(found), [0, 1, 2, 3])
        calls = {(bytes(event.info.client_gid), event.info.sequence_number)
                 for event in found.values()}
        self.assertEqual(len(calls), 1)
        self.assertEqual(found[1].request[0].int64_value, 7)

    def test_goals(self):
        server = ActionServer(self.node, Fibonacci, 'fib', lambda goal: None,
                              goal_callback=lambda goal: GoalResponse.REJECT)
        client = ActionClient(self.node, Fibonacci, 'fib')
        self.listen('fib/_action/send_goal', Fibonacci.Impl.SendGoalService.Event)
        for state, kinds in ((ServiceIntrospectionState.OFF, []),
                             (ServiceIntrospectionState.METADATA, [0, 1, 2, 3])):
            for end in (server, client):
                self.configure(end, state)
            found = self.spin(client.send_goal_async(Fibonacci.Goal(order=3)))
            self.assertEqual(sorted(found), kinds)
        self.assertFalse(found[0].request)
        server.destroy()
        client.destroy()

    def test_actions_count_what_they_consist_of(self):
        server = ActionServer(self.node, Fibonacci, 'fib', lambda goal: None)
        client = ActionClient(self.node, Fibonacci, 'fib')
        parts = [end.get_num_entities() for end in (server, client)]
        self.assertEqual([part.num_services for part in parts], [3, 0])
        self.assertEqual([part.num_clients for part in parts], [0, 3])
        self.assertEqual([part.num_subscriptions for part in parts], [0, 2])
        self.assertEqual([part.num_timers for part in parts], [1, 0])


class LoggerServiceTest(NodeCase):
    def test_a_level_that_there_is_not_is_refused_alone(self):
        self.addCleanup(rclpy.logging.clear_config)
        server = rclpy.create_node('logs', context=self.context, enable_logger_service=True)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        executor.add_node(server)
        answers = []
        for kind, name, request in (
                (SetLoggerLevels, 'set_logger_levels', SetLoggerLevels.Request(levels=[
                    LoggerLevel(name='a', level=10), LoggerLevel(name='b', level=22)])),
                (GetLoggerLevels, 'get_logger_levels', GetLoggerLevels.Request(names=['a', 'b']))):
            future = self.node.create_client(kind, f'/logs/{name}').call_async(request)
            executor.spin_until_future_complete(future, 10)
            answers.append(future.result())
        self.assertEqual([(each.successful, each.reason) for each in answers[0].results],
                         [(True, ''), (False, 'Failed reason: Invalid logger level.')])
        self.assertEqual([each.level for each in answers[1].levels], [10, 0])
        server.destroy_node()


class EndpointsTest(NodeCase):
    def test_clients_and_servers_of_a_service_are_described(self):
        qos = QoSProfile(depth=7, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.assertEqual(self.node.get_clients_info_by_service('/rclpy/do'), [])
        self.node.create_client(Empty, 'do', qos_profile=qos)
        self.assertEqual(self.node.get_servers_info_by_service('do'), [])
        self.node.create_service(Empty, 'do', lambda _, response: response)
        (client,) = self.node.get_clients_info_by_service('do')
        (server,) = self.node.get_servers_info_by_service('/rclpy/do')
        for info in (client, server):
            self.assertEqual((info.node_name, info.node_namespace, info.service_type),
                             ('T', '/rclpy', 'std_srvs/srv/Empty'))
            self.assertEqual((info.service_type_hash.version, info.endpoint_count), (1, 2))
            self.assertEqual([len(gid) for gid in info.endpoint_gids], [16, 16])
        self.assertEqual((client.endpoint_type, server.endpoint_type),
                         (EndpointTypeEnum.CLIENT, EndpointTypeEnum.SERVER))
        self.assertEqual([each.durability for each in client.qos_profiles],
                         [DurabilityPolicy.TRANSIENT_LOCAL] * 2)
        self.assertNotEqual(client.endpoint_gids, server.endpoint_gids)
        self.assertIn(' - Request Reader : ', str(server))
        self.assertIn('      Durability: TRANSIENT_LOCAL', str(client))
        for wrong in (self.node.get_clients_info_by_service, self.node.get_servers_info_by_service):
            self.assertRaisesRegex(ValueError, 'is invalid', wrong, '13')

    def test_descriptions_check_what_is_put_into_them(self):
        info = ServiceEndpointInfo()
        self.assertEqual(info, ServiceEndpointInfo(node_name=''))
        self.assertNotEqual(info, ServiceEndpointInfo(endpoint_type=4))
        for name in ('node_name', 'node_namespace', 'service_type', 'service_type_hash',
                     'qos_profiles', 'endpoint_gids', 'endpoint_type', 'endpoint_count'):
            self.assertRaises(AssertionError, setattr, info, name, 'wrong' if name not in (
                'node_name', 'node_namespace', 'service_type') else 3)
        one = ServiceEndpointInfo('n', '/', 't', {}, [{'depth': 1}], [[10, 11]], 3, 1)
        self.assertIn('GID: 0a.0b\nQoS profile:\n  Reliability: RELIABLE', str(one))


if __name__ == '__main__':
    unittest.main()
