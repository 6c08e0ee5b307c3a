"""Clocks that follow ``/clock``, timers on them, and executors of events, run as a guest."""

import unittest

import rclpy
from geometry_msgs.msg import PointStamped
from message_filters import Cache, SimpleFilter, TimeSequencer
from node_case import NodeCase
from rclpy.clock import Clock, ClockType, JumpThreshold, ROSClock
from rclpy.duration import Duration
from rclpy.executors import SingleThreadedExecutor
from rclpy.experimental import EventsExecutor
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.task import Future
from rclpy.time import Time
from rclpy.timer import TimerInfo
from rosgraph_msgs.msg import Clock as ClockMessage
from test_msgs.srv import Empty

SIMULATED = [Parameter('use_sim_time', value=True)]


class ClockCase(NodeCase):
    def simulated(self, name='simulated'):
        return rclpy.create_node(name, context=self.context, parameter_overrides=SIMULATED)

    def add_clock(self):
        qos = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
        self.clock = self.node.create_publisher(ClockMessage, '/clock', qos)
        self.shown = Time(clock_type=ClockType.ROS_TIME)

    def advance(self, milliseconds):
        self.shown += Duration(nanoseconds=milliseconds * 1_000_000)
        self.clock.publish(ClockMessage(clock=self.shown.to_msg()))

    def spin(self, executor, seconds):
        executor.spin_until_future_complete(Future(), seconds)


class TimeSequencerTest(ClockCase):
    def test_messages_arrive_late_and_in_order(self):
        source, seen = SimpleFilter(), []
        filtered = TimeSequencer(source, delay=0.5, update_rate=0.1, queue_size=3, node=self.node)
        filtered.registerCallback(lambda msg: seen.append(round(msg.point.x)))
        self.assertRaises(RuntimeError, filtered.connectInput, source)
        start, executor = self.node.get_clock().now(), SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)

        def add(*tenths):
            for tenth in tenths:
                stamped = PointStamped()
                stamped.header.stamp = (start + Duration(nanoseconds=tenth * 100_000_000)).to_msg()
                stamped.point.x = float(tenth)
                source.signalMessage(stamped)
        add(3, 1, 2)
        for seconds, then in ((0.45, []), (0.2, [1]), (0.1, [1, 2])):
            self.spin(executor, seconds)
            self.assertEqual(seen, then)
        add(1, 6, 5, 4)  # The first is too late, and 3 is one too many.
        self.spin(executor, 0.6)
        self.assertEqual(seen, [1, 2, 4, 5, 6])
        filtered.shutdown()
        add(7)
        self.spin(executor, 1.0)
        self.assertEqual(seen, [1, 2, 4, 5, 6])
        self.assertRaises(TypeError, TimeSequencer(
            None, 1.0, 1.0, 0, self.node, 'point.x')._TimeSequencer__add, PointStamped())
        nobody = TimeSequencer(None, 1.0, 1.0, 0, self.node, 'none')
        nobody._TimeSequencer__add(PointStamped())
        self.assertEqual(nobody.messages, [])


class TimesNearTheOriginTest(ClockCase):
    def test_programs_subtract_from_what_a_clock_shows(self):
        for kind in (ClockType.ROS_TIME, ClockType.SYSTEM_TIME, ClockType.STEADY_TIME):
            clock = Clock(clock_type=kind)
            before = clock.now() - Duration(seconds=1000)
            self.assertLess(before, clock.now())
            self.assertEqual(before + Duration(seconds=1000) - before, Duration(seconds=1000))
            self.assertTrue(clock.sleep_until(before, context=self.context))

    def test_a_clock_without_a_source_shows_no_time_twice(self):
        for kind in (ClockType.SYSTEM_TIME, ClockType.STEADY_TIME):
            clock = Clock(clock_type=kind)
            self.assertLess(clock.now(), clock.now())
        shown = [ROSClock().now().nanoseconds for _ in range(3)]
        self.assertEqual(shown, [shown[0], shown[0] + 1, shown[0] + 2])
        self.assertLess(shown[-1], Clock(clock_type=ClockType.ROS_TIME).now().nanoseconds)
        node = rclpy.create_node('stamps', context=self.context)
        self.assertEqual(node.get_clock().now(), node.get_clock().now())

    def test_arrival_without_a_header_is_before_what_is_read_next(self):
        arrived = Cache(SimpleFilter(), 5, allow_headerless=True)
        arrived.add('first')
        between = ROSClock().now()
        arrived.add('second')
        self.assertEqual(arrived.getElemAfterTime(between), 'second')
        self.assertEqual(arrived.getElemBeforeTime(between), 'first')

    def test_other_times_are_not_negative(self):
        with self.assertRaises(ValueError):
            Time(seconds=1) - Duration(seconds=2)
        clock = ROSClock()
        clock._set_ros_time_is_active(True)
        clock.set_ros_time_override(Time(seconds=1))
        with self.assertRaises(ValueError):
            clock.now() - Duration(seconds=2)


class SimulatedTimeTest(ClockCase):
    def test_a_change_of_the_source_is_no_jump_in_time(self):
        clock = ROSClock()
        jumps = []
        near = JumpThreshold(min_forward=Duration(seconds=1), min_backward=None,
                             on_clock_change=False)
        clock.create_jump_callback(near, post_callback=jumps.append)
        clock.set_ros_time_override(Time(seconds=100))
        clock._set_ros_time_is_active(True)
        self.assertEqual(jumps, [])
        clock.set_ros_time_override(Time(seconds=101))
        self.assertEqual(len(jumps), 1)

    def test_virtual_time_is_simulated_time_until_somebody_publishes_it(self):
        node = self.simulated()
        fired = []
        node.create_timer(0.1, lambda: fired.append(node.get_clock().now().nanoseconds))
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(node)
        self.spin(executor, 0.35)
        self.assertEqual(len(fired), 3)
        self.assertGreater(fired[0], 0)
        self.add_clock()
        self.assertEqual(node.get_clock().now().nanoseconds, 0)
        self.spin(executor, 0.35)
        self.assertEqual(len(fired), 3)
        for _ in range(4):
            self.advance(50)
            self.spin(executor, 0.01)
        self.assertEqual(fired[3:], [100_000_000, 200_000_000])
        node.destroy_node()

    def test_a_timer_leaves_out_what_a_jump_skips_and_begins_anew_after_one_back(self):
        self.add_clock()
        node = self.simulated()
        calls = []
        timer = node.create_timer(0.1, calls.append)
        timer.callback = lambda info: calls.append(info)
        timer._wants_info = True
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(node)
        self.advance(450)
        self.spin(executor, 0.01)
        self.assertEqual([each.expected_call_time.nanoseconds for each in calls], [100_000_000])
        self.assertEqual(calls[0].actual_call_time, self.shown)
        self.assertEqual(timer.time_until_next_call(), 50_000_000)
        self.shown = Time(clock_type=ClockType.ROS_TIME)
        self.advance(10)
        self.spin(executor, 0.01)
        self.assertEqual(timer.time_until_next_call(), 100_000_000)
        timer.cancel()
        self.advance(1000)
        self.spin(executor, 0.01)
        self.assertEqual(len(calls), 1)
        node.destroy_node()

    def test_no_steady_or_system_clock_shows_a_time_twice(self):
        for kind in (ClockType.STEADY_TIME, ClockType.SYSTEM_TIME):
            clock = Clock(clock_type=kind)
            self.assertGreater(clock.now(), clock.now() - Duration(nanoseconds=3))
            first = clock.now()
            self.assertGreater(clock.now(), first)

    def test_info_of_a_timer(self):
        info = TimerInfo()
        self.assertEqual(info.expected_call_time, Time(clock_type=ClockType.SYSTEM_TIME))
        info = TimerInfo(1, 2, ClockType.STEADY_TIME)
        self.assertEqual(info.actual_call_time.nanoseconds, 2)
        self.assertEqual(info.actual_call_time.clock_type, ClockType.STEADY_TIME)


class EventsExecutorTest(ClockCase):
    def test_callback_groups_mean_nothing(self):
        """A service waits for a timer of the same node whose clock the same group would block."""
        self.add_clock()
        node = self.simulated()

        async def answer(_, response):
            gate = Future()
            timer = node.create_timer(1.0, lambda: gate.set_result(None))
            await gate
            node.destroy_timer(timer)
            return response

        node.create_service(Empty, 'empty', answer)
        client = self.node.create_client(Empty, '/empty')
        executor = EventsExecutor(context=self.context)
        for each in (node, self.node):
            executor.add_node(each)
        response = client.call_async(Empty.Request())
        self.spin(executor, 0.1)
        self.assertFalse(response.done())
        self.advance(1000)
        executor.spin_until_future_complete(response, 0.1)
        self.assertTrue(response.done())
        node.destroy_node()

    def test_a_timeout_of_zero_runs_what_is_ready(self):
        self.add_clock()
        node = self.simulated()
        fired = []
        timers = [node.create_timer(0.01, lambda: stop()) for _ in range(2)]

        def stop():
            fired.append(True)
            for timer in timers:
                timer.cancel()

        executor = EventsExecutor(context=self.context)
        executor.add_node(node)
        self.spin(executor, 0.0)
        self.advance(10)
        self.spin(executor, 0.0)
        self.advance(10)
        self.spin(executor, 0.0)
        self.assertEqual(len(fired), 1)
        node.destroy_node()


if __name__ == '__main__':
    unittest.main()
