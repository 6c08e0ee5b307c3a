"""`diagnostic_updater` in a run."""

import time
import unittest

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from diagnostic_updater import (
    CompositeDiagnosticTask, DiagnosedPublisher, DiagnosticStatusWrapper, FrequencyStatus,
    FrequencyStatusParam, FunctionDiagnosticTask, Heartbeat, TimeStampStatus, TimeStampStatusParam,
    Updater)
from geometry_msgs.msg import PointStamped
from rclpy.clock import Clock, ClockType

OK, WARN, ERROR = DiagnosticStatus.OK, DiagnosticStatus.WARN, DiagnosticStatus.ERROR


class StatusTest(unittest.TestCase):
    def test_summaries(self):
        status = DiagnosticStatusWrapper(level=WARN, message='test')
        self.assertEqual((status.level, status.message, status.values), (WARN, 'test', []))
        status.clearSummary()
        self.assertEqual((status.level, status.message), (OK, ''))
        for given, then in (((OK, 'ok'), (OK, 'ok')), ((OK, 'fine'), (OK, 'ok; fine')),
                            ((WARN, 'warn'), (WARN, 'warn')), ((OK, 'well'), (WARN, 'warn')),
                            ((DiagnosticStatus(level=ERROR, message='err'),), (ERROR, 'warn; err'))):
            status.mergeSummary(*given)
            self.assertEqual((status.level, status.message), then)
        status.summary(DiagnosticStatus(level=WARN, message='other'))
        self.assertEqual((status.level, status.message), (WARN, 'other'))
        status.add('key', 'value')
        self.assertEqual([(each.key, each.value) for each in status.values], [('key', 'value')])

    def test_tasks_that_are_one(self):
        def says(level, message):
            def run(status):
                status.summary(level, message)
                return status
            return run
        together = CompositeDiagnosticTask('both')
        for level, message in ((WARN, 'a'), (OK, 'b'), (ERROR, 'c')):
            together.addTask(FunctionDiagnosticTask(message, says(level, message)))
        status = together.run(DiagnosticStatusWrapper())
        self.assertEqual((status.level, status.message), (ERROR, 'a; c'))

    def test_frequencies(self):
        frequency = FrequencyStatus(FrequencyStatusParam({'min': 10, 'max': 20}, 0.5, 2))
        found = []
        for ticks, seconds in ((1, 0.02), (0, 0.05), (1, 0.3), (1, 0.15)):
            for _ in range(ticks):
                frequency.tick()
            time.sleep(seconds)
            found.append(frequency.run(DiagnosticStatusWrapper()).level)
        frequency.clear()
        found.append(frequency.run(DiagnosticStatusWrapper()).level)
        self.assertEqual(found, [WARN, OK, WARN, WARN, ERROR])
        frequency.tick()
        self.assertEqual(frequency.run(DiagnosticStatusWrapper()).message, 'Frequency too high.')

    def test_stamps(self):
        stamps = TimeStampStatus()
        found = [stamps.run(DiagnosticStatusWrapper()).level]
        for age in (-2, 0, 4, 6):
            time.sleep(10)
            stamps.tick(Clock(clock_type=ClockType.ROS_TIME).now().nanoseconds * 1e-9 - age)
            found.append(stamps.run(DiagnosticStatusWrapper()).level)
        self.assertEqual(found, [WARN, ERROR, OK, OK, ERROR])


class UpdaterTest(unittest.TestCase):
    def setUp(self):
        rclpy.init()
        self.addCleanup(rclpy.shutdown)
        self.node = rclpy.create_node('device', namespace='ns')
        self.heard = []
        self.node.create_subscription(DiagnosticArray, '/diagnostics', self.heard.append, 10)

    def spin(self, seconds):
        rclpy.spin_until_future_complete(self.node, rclpy.Future(), timeout_sec=seconds)

    def test_tells_the_state_of_its_tasks(self):
        updater = Updater(self.node, period=0.5)
        updater.setHardwareID('arm')
        updater.add(Heartbeat())
        updater.add('silent', lambda status: status)
        self.spin(1.1)
        first, second, *later = ([(each.name, each.level, each.message, each.hardware_id)
                                  for each in message.status] for message in self.heard)
        self.assertEqual(first + second, [
            ('device: Heartbeat', OK, 'Node starting up', ''),
            ('device: silent', OK, 'Node starting up', '')])
        self.assertEqual(later, 2 * [[
            ('device: Heartbeat', OK, 'Alive', 'arm'),
            ('device: silent', ERROR, 'No message was set', 'arm')]])
        self.assertTrue(updater.removeByName('silent'))
        self.assertFalse(updater.removeByName('silent'))
        updater.period = 10.0
        self.heard.clear()
        updater.broadcast(WARN, 'stops')
        updater.force_update()
        self.spin(2)
        self.assertEqual([message.status[0].message for message in self.heard], ['stops', 'Alive'])

    def test_watches_a_publisher(self):
        publisher = DiagnosedPublisher(
            self.node.create_publisher(PointStamped, 'points', 1), Updater(self.node),
            FrequencyStatusParam({'min': 9, 'max': 11}), TimeStampStatusParam())
        message = PointStamped()

        def publish():
            message.header.stamp = self.node.get_clock().now().to_msg()
            publisher.publish(message)
        self.node.create_timer(0.1, publish)
        self.spin(4.95)
        last = self.heard[-1].status[0]
        self.assertEqual((last.name, last.level), ('device: /ns/points topic status', OK))
        self.assertEqual(last.message, 'Desired frequency met; Timestamps are reasonable.')

    def test_parameters_may_be_declared_already(self):
        node = rclpy.create_node('declared', namespace='ns', automatically_declare_parameters_from_overrides=True,
                                 parameter_overrides=[rclpy.Parameter('diagnostic_updater.use_fqn', value=True),
                                                      rclpy.Parameter('diagnostic_updater.period', value=0.25)])
        updater = Updater(node)
        self.assertEqual((updater.period, updater._use_fqn), (0.25, True))


if __name__ == '__main__':
    unittest.main()
