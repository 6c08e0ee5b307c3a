"""Callbacks that are told of inputs before an executor takes them, run as a guest."""

import os
import unittest
from unittest.mock import Mock

from node_case import NodeCase
from rclpy.clock import Clock
from rclpy.event_handler import QoSPublisherEventType
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation as native
from rclpy.logging import LoggingSeverity, get_logger
from std_msgs.msg import Int32
from std_srvs.srv import Trigger


class WatchTest(NodeCase):
    def setUp(self):
        super().setUp()
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.told = Mock()

    def spin(self, times=3):
        for _ in range(times):
            self.executor.spin_once(timeout_sec=0.1)

    def test_messages_are_told_of_and_still_taken_by_the_executor(self):
        heard = []
        subscription = self.node.create_subscription(
            Int32, 'numbers', lambda message: heard.append(message.data), 10)
        publisher = self.node.create_publisher(Int32, 'numbers', 10)
        publisher.publish(Int32(data=1))
        self.spin()
        subscription.handle.set_on_new_message_callback(self.told)
        for number in (2, 3):
            publisher.publish(Int32(data=number))
        self.assertEqual(self.told.call_count, 2)
        self.told.assert_called_with(1)
        self.assertEqual(heard, [1])
        subscription.handle.clear_on_new_message_callback()
        publisher.publish(Int32(data=4))
        self.spin(5)
        self.assertEqual(self.told.call_count, 2)
        self.assertEqual(heard, [1, 2, 3, 4])

    def test_descriptors_are_written_to(self):
        subscription = self.node.create_subscription(Int32, 'numbers', Mock(), 10)
        publisher = self.node.create_publisher(Int32, 'numbers', 10)
        service = self.node.create_service(Trigger, 'do', lambda _, response: response)
        client = self.node.create_client(Trigger, 'do')
        for handle, kind, cause in (
                (subscription.handle, 'message', lambda: publisher.publish(Int32())),
                (client.handle, 'response', lambda: client.call_async(Trigger.Request())),
                (service.handle, 'request', lambda: client.call_async(Trigger.Request()))):
            reader, writer = os.pipe()
            for end in (reader, writer):
                self.addCleanup(os.close, end)
                os.set_blocking(end, False)
            getattr(handle, f'set_on_new_{kind}_wakeup')(writer)
            cause()
            self.spin()
            self.assertEqual(os.read(reader, 10), b'\x01', kind)
            getattr(handle, f'clear_on_new_{kind}_callback')()
            cause()
            self.spin()
            self.assertRaises(BlockingIOError, os.read, reader, 10)

    def test_a_full_descriptor_is_not_waited_for(self):
        subscription = self.node.create_subscription(Int32, 'numbers', Mock(), 10)
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        self.addCleanup(os.close, writer)
        os.set_blocking(writer, False)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(writer, bytes(4096))
        subscription.handle.set_on_new_message_wakeup(writer)
        self.node.create_publisher(Int32, 'numbers', 10).publish(Int32())
        self.assertEqual(len(subscription.handle.kept), 1)

    def test_messages_can_be_taken_by_hand(self):
        subscription = self.node.create_subscription(Int32, 'numbers', Mock(), 10)
        publisher = self.node.create_publisher(Int32, 'numbers', 10)
        taken = []
        subscription.handle.set_on_new_message_callback(
            lambda count: taken.append((count, subscription.handle.take_message(Int32, False))))
        publisher.publish(Int32(data=5))
        self.assertEqual([(count, found[0].data) for count, found in taken], [(1, 5)])
        self.assertIsNone(subscription.handle.take_message(Int32, False))

    def test_requests_and_responses(self):
        service = self.node.create_service(Trigger, 'do', lambda _, response: response)
        client = self.node.create_client(Trigger, 'do')
        service.handle.set_on_new_request_callback(self.told)
        answered = Mock()
        client.handle.set_on_new_response_callback(answered)
        future = client.call_async(Trigger.Request())
        self.told.assert_called_once_with(1)
        answered.assert_not_called()
        self.executor.spin_once(timeout_sec=0)
        answered.assert_called_once_with(1)
        self.assertFalse(future.done())
        self.spin()
        self.assertTrue(future.done())
        service.handle.clear_on_new_request_callback()
        client.handle.clear_on_new_response_callback()
        again = client.call_async(Trigger.Request())
        self.spin()
        self.assertTrue(again.done())
        self.told.assert_called_once()
        answered.assert_called_once()

    def test_events(self):
        publisher = self.node.create_publisher(Int32, 'numbers', 10)
        event = native.EventHandle(publisher.handle, QoSPublisherEventType.RCL_PUBLISHER_MATCHED)
        event.set_on_new_event_callback(self.told)
        self.node.create_subscription(Int32, 'numbers', Mock(), 10)
        self.told.assert_called_once_with(1)
        self.assertEqual(event.take_event().current_count, 1)
        event.clear_on_new_event_callback()
        self.node.create_subscription(Int32, 'numbers', Mock(), 10)
        self.told.assert_called_once()

    def test_reset_of_a_timer(self):
        timer = self.node.create_timer(1, Mock())
        timer.handle.set_on_reset_callback(self.told)
        timer.reset()
        self.told.assert_called_once_with(1)
        timer.handle.clear_on_reset_callback()
        timer.reset()
        self.told.assert_called_once()


class FilterTest(unittest.TestCase):
    """What may not change between two calls at one place, and what is missing."""

    def setUp(self):
        self.logger = get_logger('filters')

    def test_parameters_of_filters_stay(self):
        with self.assertRaisesRegex(ValueError, 'parameters cannot be changed between'):
            for seconds in (1, 2):
                self.logger.log('text', LoggingSeverity.INFO, throttle_duration_sec=seconds)

    def test_missing_and_unknown_arguments(self):
        with self.assertRaisesRegex(TypeError, 'required parameter .* not specified'):
            self.logger.log('text', LoggingSeverity.INFO, throttle_time_source_type=Clock())
        with self.assertRaisesRegex(TypeError, 'parameter .* is not one of the recognized'):
            self.logger.log('text', LoggingSeverity.INFO, skip_first=True, other=1)


if __name__ == '__main__':
    unittest.main()
