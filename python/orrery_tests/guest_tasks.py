"""When tasks that await futures go on, run as a guest."""

import asyncio
import concurrent.futures
import threading
import time
import unittest
import warnings
from unittest import mock

from node_case import NodeCase
from orrery_guest.guest import guest
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.experimental import EventsExecutor
from rclpy.task import Future

EXECUTORS = (SingleThreadedExecutor, MultiThreadedExecutor, EventsExecutor)


class AwaitingCase(NodeCase):
    """The same program in distributions before and after the new rules."""

    def check_each(self, check, *distros):
        """Calls `check` in each distribution with each executor, which has the node."""
        for distro in distros:
            for kind in EXECUTORS:
                with mock.patch.dict(guest.options, distro=distro), \
                        self.subTest(distro=distro, executor=kind.__name__), \
                        kind(context=self.context) as executor:
                    executor.add_node(self.node)
                    check(executor)

    def ends(self, executor, task, seconds=1.0):
        """Whether the task is done after spinning for it."""
        executor.spin_until_future_complete(task, timeout_sec=seconds)
        return task.done()


class EverywhereTest(AwaitingCase):
    def order_of_tasks(self, kind):
        order = []
        executor = kind(context=self.context)
        for name in 'abc':
            executor.create_task(order.append, name)
        for _ in range(3):
            executor.spin_once(timeout_sec=0)
        executor.shutdown()
        return ''.join(order)

    def test_the_oldest_task_runs_first_except_before_kilted(self):
        for distro, order in (('humble', 'cba'), ('jazzy', 'cba'), ('kilted', 'abc'),
                              ('rolling', 'abc')):
            with mock.patch.dict(guest.options, distro=distro):
                self.assertEqual(self.order_of_tasks(SingleThreadedExecutor), order)
                self.assertEqual(self.order_of_tasks(EventsExecutor), 'abc')

    def test_timers_run_while_a_task_only_gives_way(self):
        def check(executor):
            ticks = []
            timer = self.node.create_timer(0.001, lambda: ticks.append(None))

            async def patient():
                while not ticks:
                    await asyncio.sleep(0)

            self.assertTrue(self.ends(executor, executor.create_task(patient)))
            self.node.destroy_timer(timer)

        self.check_each(check, 'jazzy', 'lyrical')

    def test_a_cancelled_future_lets_its_tasks_go_on_without_a_result(self):
        def check(executor):
            future = executor.create_future()

            async def waiting():
                return await future

            task = executor.create_task(waiting)
            executor.spin_once(timeout_sec=0.01)
            future.cancel()
            self.assertTrue(self.ends(executor, task))
            self.assertIsNone(task.result())

        self.check_each(check, 'jazzy', 'lyrical')

    def test_a_callback_added_too_late_raises_where_it_is_added(self):
        future = Future()
        called = []
        for number in range(3):
            future.add_done_callback(lambda _: 1 / 0)
            future.add_done_callback(called.append)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter('always')
            future.set_result(5)
        self.assertEqual((len(seen), len(called)), (3, 3))
        with self.assertRaises(ZeroDivisionError):
            future.add_done_callback(lambda _: 1 / 0)


class SinceLyricalTest(AwaitingCase):
    def test_results_and_exceptions_pass_through_awaiting_tasks(self):
        def check(executor):
            async def inner(value):
                await asyncio.sleep(0)
                return value if value else 1 / value

            async def outer(value):
                return await executor.create_task(inner, value) + 1

            task = executor.create_task(outer, 3)
            self.assertTrue(self.ends(executor, task))
            self.assertEqual(task.result(), 4)
            with self.assertRaises(ZeroDivisionError):
                executor.create_task(outer, 0)
                for _ in range(8):
                    executor.spin_once(timeout_sec=0.1)

        self.check_each(check, 'lyrical', 'rolling')

    def test_tasks_go_on_in_the_order_in_which_they_may(self):
        def check(executor):
            futures = [executor.create_future() for _ in range(3)]
            order = []

            async def waiting(number):
                await futures[number]
                order.append(number)

            tasks = [executor.create_task(waiting, number) for number in range(3)]
            for _ in range(4):
                executor.spin_once(timeout_sec=0.01)
            for number in (2, 0, 1):
                futures[number].set_result(None)
            self.assertTrue(all(self.ends(executor, task) for task in tasks))
            self.assertEqual(order, [2, 0, 1])

        self.check_each(check, 'lyrical', 'rolling')

    def test_a_waiting_task_is_not_asked_again(self):
        for distro, steps in (('jazzy', 4), ('lyrical', 1)):
            with mock.patch.dict(guest.options, distro=distro):
                executor = SingleThreadedExecutor(context=self.context)
                executor.add_node(self.node)
                future = executor.create_future()

                async def waiting():
                    await future

                task = executor.create_task(waiting)
                before = mock.Mock(wraps=task._step)
                with mock.patch.object(task, '_step', before):
                    for timeout in (0.01, 0.02, 0.03, 0.04):
                        executor.spin_once(timeout_sec=timeout)
                self.assertEqual(before.call_count, steps)
                executor.shutdown()

    def test_a_result_from_another_thread_wakes_the_executor(self):
        def check(executor):
            future = Future()

            async def waiting():
                return await future, time.monotonic()

            def decide():
                time.sleep(0.5)
                future.set_result('done')

            task = executor.create_task(waiting)
            start = time.monotonic()
            thread = threading.Thread(target=decide)
            thread.start()
            self.assertTrue(self.ends(executor, task, 5.0))
            thread.join()
            self.assertEqual(task.result()[0], 'done')
            self.assertAlmostEqual(task.result()[1], start + 0.5)

        self.check_each(check, 'lyrical')

    def test_only_futures_of_the_same_executor_can_be_awaited(self):
        with mock.patch.dict(guest.options, distro='lyrical'):
            other = SingleThreadedExecutor(context=self.context)
            loop = asyncio.new_event_loop()
            for future, error, message in (
                    (other.create_future(), RuntimeError, 'the same executor'),
                    (loop.create_future(), TypeError, 'yield a Future or None')):
                executor = SingleThreadedExecutor(context=self.context)

                async def waiting():
                    await future

                executor.create_task(waiting)
                with self.assertRaisesRegex(error, message):
                    executor.spin_once(timeout_sec=0.1)
                executor.shutdown()
            loop.close()

    def test_a_future_cannot_be_awaited_in_asyncio(self):
        async def waiting():
            await Future()

        with mock.patch.dict(guest.options, distro='lyrical'):
            with self.assertRaises(RuntimeError):
                asyncio.run(waiting())

    def test_the_end_of_a_future_of_another_library_can_be_waited_for(self):
        loop = asyncio.new_event_loop()
        for kind in EXECUTORS:
            for future in (loop.create_future(), concurrent.futures.Future()):
                with self.subTest(executor=kind.__name__, future=type(future)), \
                        kind(context=self.context) as executor:
                    executor.add_node(self.node)
                    timer = self.node.create_timer(0.5, lambda: future.set_result('set'))
                    before = time.monotonic()
                    executor.spin_until_future_complete(future, timeout_sec=2.0)
                    self.assertEqual(future.result(), 'set')
                    self.assertAlmostEqual(time.monotonic() - before, 0.5)
                    self.node.destroy_timer(timer)
                    executor.remove_node(self.node)
        loop.close()


if __name__ == '__main__':
    unittest.main()
