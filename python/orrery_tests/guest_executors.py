"""Executors and tasks of rclpy, run as a guest."""

import asyncio
import threading
import time
import unittest

import rclpy
from node_case import NodeCase
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.experimental import EventsExecutor
from rclpy.task import Future


class ExecutorTest(NodeCase):
    def fexec(self, executor):
        got = False

        def cb():
            nonlocal got
            got = True

        t = self.node.create_timer(0.1, cb)
        executor.add_node(self.node)
        executor.spin_once(timeout_sec=1.23)
        self.node.destroy_timer(t)
        return got

    def test_single(self):
        ex = SingleThreadedExecutor(context=self.context)
        try:
            self.assertTrue(self.fexec(ex))
        finally:
            ex.shutdown()

    def test_multi(self):
        ex = MultiThreadedExecutor(context=self.context)
        try:
            got = self.fexec(ex)
            self.assertTrue(got)
        finally:
            ex.shutdown()

    def test_multi_workers(self):
        ex = MultiThreadedExecutor(num_threads=3, context=self.context)
        self.assertEqual(ex._executor._max_workers, 3)
        ex.shutdown()

    def test_add_twice(self):
        ex = SingleThreadedExecutor(context=self.context)
        self.assertTrue(ex.add_node(self.node))
        self.assertFalse(ex.add_node(self.node))
        self.assertEqual(ex.get_nodes(), [self.node])
        ex.remove_node(self.node)

    def test_remove_node(self):
        got = False

        def cb():
            nonlocal got
            got = True

        try:
            tmr = self.node.create_timer(0.1, cb)
            ex = SingleThreadedExecutor(context=self.context)
            ex.add_node(self.node)
            ex.remove_node(self.node)
            ex.spin_once(timeout_sec=0.2)
            self.assertFalse(got)
        finally:
            self.node.destroy_timer(tmr)

    def test_coroutine_timer(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        c1 = c2 = False

        async def co():
            nonlocal c1, c2
            c1 = True
            await asyncio.sleep(0)
            c2 = True

        tmr = self.node.create_timer(0.1, co)
        ex.spin_once(timeout_sec=0.5)
        self.assertTrue(c1)
        self.assertFalse(c2)
        c1 = False
        ex.spin_once(timeout_sec=0)
        self.assertFalse(c1)
        self.assertTrue(c2)
        self.node.destroy_timer(tmr)

    def test_coroutine_guard(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        c1 = c2 = False

        async def co():
            nonlocal c1, c2
            c1 = True
            await asyncio.sleep(0)
            c2 = True

        gc = self.node.create_guard_condition(co)
        gc.trigger()
        ex.spin_once(timeout_sec=0)
        self.assertTrue(c1)
        self.assertFalse(c2)
        c1 = False
        ex.spin_once(timeout_sec=1)
        self.assertFalse(c1)
        self.assertTrue(c2)

    def test_task(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)

        async def co():
            return 'S'

        f = ex.create_task(co)
        self.assertFalse(f.done())
        ex.spin_once(timeout_sec=0)
        self.assertTrue(f.done())
        self.assertEqual('S', f.result())
        f = ex.create_task(lambda: 'x')
        ex.spin_once(timeout_sec=0)
        self.assertEqual('x', f.result())

    def test_task_during_spin(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        future = None

        def spin_until(ex):
            nonlocal future
            while future is None or not future.done():
                ex.spin_once()

        t = threading.Thread(target=spin_until, args=(ex,), daemon=True)
        t.start()
        time.sleep(0.2)

        async def co():
            return 'S'

        future = ex.create_task(co)
        t.join(0.5)
        self.assertTrue(future.done())

    def test_shutdown_during_spin(self):
        ex = MultiThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        t = threading.Thread(target=ex.spin, daemon=True)
        t.start()
        time.sleep(0.1)
        ex.shutdown()
        t.join(1.0)
        self.assertFalse(t.is_alive())

    def test_spin_until_future_timeout(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        tmr = self.node.create_timer(0.1, lambda: None)
        f = Future()
        for to, lo in ((0.0, 0.0), (0.35, 0.35)):
            s = time.monotonic()
            ex.spin_until_future_complete(f, timeout_sec=to)
            self.assertAlmostEqual(time.monotonic() - s, lo, delta=0.01)
        self.node.destroy_timer(tmr)

    def test_a_cancelled_future_ends_the_wait_for_it(self):
        async def nothing():
            pass
        for kind in (SingleThreadedExecutor, MultiThreadedExecutor, EventsExecutor):
            executor = kind(context=self.context)
            for future in (executor.create_task(nothing), executor.create_future()):
                future.cancel()
                executor.spin_until_future_complete(future)
                self.assertTrue(future.cancelled() and not future.done(), kind)
            executor.shutdown()

    def test_spin_once_until_future(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        f = Future(executor=ex)
        t0 = time.monotonic()
        f.set_result(True)
        ex.spin_once_until_future_complete(f)
        self.assertEqual(time.monotonic(), t0)

    def test_add_node_wakes(self):
        ex = SingleThreadedExecutor(context=self.context)
        got = False

        def cb():
            nonlocal got
            got = True

        tmr = self.node.create_timer(0.1, cb)
        t = threading.Thread(target=ex.spin, daemon=True)
        t.start()
        time.sleep(1)
        ex.add_node(self.node)
        time.sleep(1)
        ex.shutdown()
        t.join()
        self.node.destroy_timer(tmr)
        self.assertTrue(got)

    def test_a_destroyed_node_stays_in_its_executor(self):
        executor = SingleThreadedExecutor(context=self.context)
        node = rclpy.create_node('short_lived', context=self.context)
        executor.add_node(node)
        ticks = []
        for each in (self.node, node):
            each.create_timer(0.1, lambda name=each.get_name(): ticks.append(name))
        executor.add_node(self.node)
        node.destroy_node()
        self.assertEqual((executor.get_nodes(), node.executor), ([node, self.node], executor))
        executor.spin_until_future_complete(Future(), timeout_sec=0.25)
        self.assertEqual(ticks, ['T', 'T'])
        executor.remove_node(node)
        self.assertEqual(executor.get_nodes(), [self.node])

    def test_exceptions(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)

        def bad():
            raise ValueError('x')

        t = self.node.create_timer(0.1, bad)
        with self.assertRaises(ValueError):
            ex.spin_once(timeout_sec=1)
        self.node.destroy_timer(t)

        async def abad():
            raise KeyError('y')

        t = self.node.create_timer(0.1, abad)
        with self.assertRaises(KeyError):
            ex.spin_once(timeout_sec=1)
        self.node.destroy_timer(t)

    def test_rate(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        t = threading.Thread(target=ex.spin, daemon=True)
        t.start()
        r = self.node.create_rate(10.0)
        t0 = time.time()
        for _ in range(5):
            r.sleep()
        self.assertAlmostEqual(time.time() - t0, 0.5, delta=0.02)
        self.node.destroy_rate(r)
        ex.shutdown()
        t.join()

    def test_a_rate_keeps_its_beat_whatever_the_loop_takes(self):
        ex = SingleThreadedExecutor(context=self.context)
        ex.add_node(self.node)
        threading.Thread(target=ex.spin, daemon=True).start()
        rate = self.node.create_rate(10.0)
        start = time.monotonic()
        woken = []
        for busy in (0.03, 0.03, 0.13, 0.0, 0.0):
            time.sleep(busy)
            rate.sleep()
            woken.append(round(time.monotonic() - start, 3))
        # The third comes too late for its beat, and goes on at once.
        self.assertEqual(woken, [0.1, 0.2, 0.33, 0.4, 0.5])
        ex.shutdown()


class AsyncioTest(NodeCase):
    def test_time_passes_while_a_task_of_asyncio_only_looks_at_a_future(self):
        future = Future()

        async def look():
            return await future

        async def give():
            await asyncio.sleep(0.01)
            future.set_result('given')

        async def both():
            return await asyncio.gather(look(), give())

        before = time.monotonic()
        self.assertEqual(asyncio.run(both()), ['given', None])
        self.assertAlmostEqual(time.monotonic() - before, 0.01)


if __name__ == '__main__':
    unittest.main()
