"""Threads woken by two things at one instant, threads that many wait for, and executors in threads, run as a guest."""

import threading
import time
import unittest
from unittest import mock

import rclpy
from node_case import NodeCase
from orrery_guest.guest import guest
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor


class ThreadsTest(unittest.TestCase):
    def test_woken_at_the_instant_at_which_its_time_is_over(self):
        """It has one turn: with a second one it would go on too early later, or hang after its end."""
        for make in (threading.Condition, lambda: threading.Condition(threading.Lock())):
            condition, is_over, turns = make(), False, []

            def wait():
                with condition:
                    while not is_over:
                        condition.wait(0.01)
                before = time.monotonic()
                time.sleep(1)
                turns.append(round(time.monotonic() - before, 6))

            thread = threading.Thread(target=wait)
            thread.start()
            time.sleep(0.05)
            with condition:
                is_over = True
                condition.notify_all()
            thread.join()
            self.assertEqual(turns, [1.0])

    def test_ends_at_the_instant_at_which_its_time_is_over(self):
        event = threading.Event()
        threads = [threading.Thread(target=event.wait, args=(0.05,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(0.05)
        event.set()
        for thread in threads:
            thread.join()
        time.sleep(1)

    def test_many_join_one(self):
        one = threading.Thread(target=time.sleep, args=(0.1,))
        one.start()
        joined, errors = [], []

        def join(i):
            try:
                one.join()
                joined.append((i, one.is_alive()))
            except Exception as error:
                errors.append(error)

        others = [threading.Thread(target=join, args=(i,)) for i in range(3)]
        for other in others:
            other.start()
        one.join(0.05)
        self.assertTrue(one.is_alive())
        one.join()
        for other in others:
            other.join()
        self.assertEqual((sorted(joined), errors), ([(i, False) for i in range(3)], []))


class SpinningTest(NodeCase):
    def test_one_thread_at_a_time_spins_an_executor(self):
        for kind in (SingleThreadedExecutor, MultiThreadedExecutor):
            for name in ('spin', 'spin_once', 'spin_until_future_complete',
                         'spin_once_until_future_complete'):
                executor = kind(context=self.context)
                executor.add_node(self.node)
                future = executor.create_future()
                arguments = {'spin': (), 'spin_once': (10.0,)}.get(name, (future, 10.0))
                spin = getattr(executor, name)
                self.assertFalse(executor.is_spinning)
                thread = threading.Thread(target=spin, args=arguments, daemon=True)
                thread.start()
                time.sleep(1)
                self.assertTrue(executor.is_spinning)
                with self.assertRaisesRegex(RuntimeError, 'already spinning'):
                    spin(*arguments)
                executor.shutdown()
                thread.join(1)
                self.assertFalse(executor.is_spinning)

    def test_a_callback_spins_its_executor_except_since_lyrical(self):
        for distro, outcome in (('jazzy', 'answered'), ('lyrical', 'already spinning')):
            executor = SingleThreadedExecutor(context=self.context)
            outcomes = []

            def spin():
                future = executor.create_task(lambda: 'answered')
                try:
                    rclpy.spin_until_future_complete(self.node, future, executor)
                    outcomes.append(future.result())
                except RuntimeError as error:
                    outcomes.append(str(error))

            guard = self.node.create_guard_condition(spin)
            guard.trigger()
            executor.add_node(self.node)
            with mock.patch.dict(guest.options, distro=distro):
                executor.spin_once()
            self.assertIn(outcome, outcomes[0])
            self.node.destroy_guard_condition(guard)
            executor.shutdown()


if __name__ == '__main__':
    unittest.main()
