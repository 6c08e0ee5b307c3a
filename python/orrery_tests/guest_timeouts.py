"""Timeouts of the standard library, and launches that end what they start, run as a guest."""

import asyncio
import queue
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import rclpy
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, RegisterEventHandler, Shutdown
from launch.event_handlers import OnProcessStart
from orrery_guest.guest import guest
from std_srvs.srv import Trigger


class TimeoutTest(unittest.TestCase):
    def after(self, seconds, wait):
        start = time.monotonic()
        wait()
        self.assertAlmostEqual(time.monotonic() - start, seconds, 6)

    def test_conditions_that_are_notified_in_vain(self):
        changed = threading.Condition()

        def notify():
            for _ in range(5):
                time.sleep(0.3)
                with changed:
                    changed.notify_all()

        threading.Thread(target=notify).start()
        with changed:
            self.after(1, lambda: self.assertFalse(changed.wait_for(lambda: False, 1)))

    def test_no_wait_looks_shorter_than_it_was(self):
        clocks = time.time, time.monotonic, time.perf_counter
        pieces = 0.1, 0.2, 0.7, 0.05, 1.1, 0.001
        for offset in range(8):
            time.sleep(0.001 * (offset % 7))
            start = [clock() for clock in clocks]
            total = 0
            for seconds in pieces:
                total += round(seconds * 1e9)
                waiting, before = threading.Event(), time.monotonic()
                waiting.wait(seconds) if offset % 2 else time.sleep(seconds)
                self.assertGreaterEqual(time.monotonic() - before, seconds)
                for clock, begun in zip(clocks, start):
                    self.assertGreaterEqual(clock() - begun, total / 1e9)
                self.assertEqual(round(time.time() * 1e9), time.time_ns())

        async def in_a_loop():
            loop = asyncio.get_running_loop()
            for seconds in pieces * 4:
                before = loop.time()
                await asyncio.sleep(seconds)
                self.assertGreaterEqual(loop.time() - before, seconds)

        asyncio.run(in_a_loop())

    def test_queues_semaphores_barriers_and_events(self):
        def get():
            with self.assertRaises(queue.Empty):
                queue.Queue().get(timeout=0.1)

        def meet():
            with self.assertRaises(threading.BrokenBarrierError):
                threading.Barrier(2).wait(0.7)

        self.after(0.1, get)
        self.after(0.7, meet)
        self.after(0.3, lambda: threading.Semaphore(0).acquire(timeout=0.3))
        self.after(0.29, lambda: threading.Event().wait(0.29))

    def test_loops_of_asyncio_wake_up_once_however_late_it_is(self):
        time.sleep(40.0)
        looks = []

        async def sleep():
            selector = asyncio.get_running_loop()._selector
            select = selector.select
            with mock.patch.object(selector, 'select', lambda timeout: (
                    looks.append(timeout), select(timeout))[1]):
                await asyncio.sleep(0.05)

        self.after(0.05, lambda: asyncio.run(sleep()))
        self.assertLess(len(looks), 5)

    def test_a_thread_that_only_reads_the_time_reads_it_less_and_less(self):
        woken = []
        other = threading.Thread(target=lambda: [
            woken.append(time.sleep(0.05)) for _ in range(4)])
        other.start()
        readings = 0
        start = time.monotonic()
        while time.monotonic() - start < 0.25:
            readings += 1
        self.assertLess(readings, 1_000_000)
        self.assertEqual(len(woken), 4)
        other.join()

    def test_sleeps_are_not_shorter_than_they_should_be(self):
        for seconds in (0.57, 1.1, 2.3, 1e-10):
            start = time.monotonic_ns()
            time.sleep(seconds)
            self.assertGreaterEqual(time.monotonic_ns() - start, max(1, seconds * 1e9 - 0.1))

    def test_calls_that_nobody_answers(self):
        rclpy.init()
        self.addCleanup(rclpy.shutdown)
        client = rclpy.create_node('caller').create_client(Trigger, 'nobody')
        for distro in ('humble', 'jazzy', 'kilted', 'rolling'):
            with mock.patch.dict(guest.options, distro=distro):
                if distro in ('kilted', 'rolling'):
                    self.after(0.5, lambda: self.assertRaises(
                        TimeoutError, client.call, Trigger.Request(), 0.5))
                else:
                    self.after(0.5, lambda: self.assertIsNone(client.call(Trigger.Request(), 0.5)))

    def test_a_process_that_is_ended_as_it_starts_gets_no_further_than_its_first_wait(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder, 'mark')
            action = ExecuteProcess(
                cmd=[sys.executable, '-c', f'import time; time.sleep(0.1); open({str(mark)!r}, "w")'])
            service = LaunchService()
            service.include_launch_description(LaunchDescription([
                RegisterEventHandler(OnProcessStart(on_start=[Shutdown()])), action]))
            self.assertEqual(service.run(), 0)
            self.assertEqual(action.return_code, -2)
            time.sleep(1)
            self.assertFalse(mark.exists())


if __name__ == '__main__':
    unittest.main()
