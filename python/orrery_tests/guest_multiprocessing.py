"""Processes of `multiprocessing` and of process pools, which join the run; run as a guest."""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
import unittest
from concurrent.futures import ProcessPoolExecutor, as_completed

import rclpy
from std_msgs.msg import String


def count(queue, name, period):
    for number in range(3):
        time.sleep(period)
        queue.put((name, number, round(time.monotonic(), 6)))


def end(how):
    if how == 'raise':
        sys.stderr = open(os.devnull, 'w')
        raise ValueError
    if how == 'sleep':
        time.sleep(100)
    if how == 'nested':
        process = multiprocessing.Process(target=end, args=(4,))
        process.start()
        process.join()
        sys.exit(process.exitcode + 1)
    if how == 'program':
        sys.exit(len(subprocess.check_output([sys.executable, '-c', 'import time; time.sleep(1); print("four")'])))
    if how == 'kill':
        os.kill(os.getpid(), signal.SIGKILL)
    if how == 'leave':
        os._exit(7)
    sys.exit(how)


def talk(name, ready):
    rclpy.init()
    node = rclpy.create_node(name)
    publisher = node.create_publisher(String, 'chatter', 10)
    node.create_timer(0.5, lambda: publisher.publish(String(data=f'{name} {time.time()}')))
    ready.set()
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        sys.exit(9)


def use(publisher, results):
    node = rclpy.create_node('own')
    node.get_logger().info('an own node')
    for work in (lambda: publisher.publish(String()), lambda: rclpy.spin_once(nodes[0], timeout_sec=1)):
        try:
            work()
            results.put('')
        except RuntimeError as error:
            results.put(str(error))
    results.put(node.count_publishers('/rosout'))


def square(number):
    time.sleep(0.1 * number)
    return number * number, os.getpid()


def answer(connection):
    with connection:
        connection.send(connection.recv() * 100_000)


def add(value, lock):
    for _ in range(50):
        with lock:
            value.value += 1


def fill(names, numbers, queue):
    names['pid'] = os.getpid()
    numbers.append(random.random())
    time.sleep(1)
    queue.put('filled')


nodes = []


class QueueCase(unittest.TestCase):
    method = 'forkserver'

    def setUp(self):
        self.context = multiprocessing.get_context(self.method)

    def start(self, target, *args, **options):
        process = self.context.Process(target=target, args=args, **options)
        process.start()
        return process

    def test_queues_and_the_time(self):
        queue, start = self.context.Queue(), time.monotonic()
        processes = [self.start(count, queue, name, period) for name, period in (('a', 0.5), ('b', 0.3))]
        heard = [queue.get() for _ in range(6)]
        self.assertEqual([(name, number, round(at - start, 3)) for name, number, at in heard], [
            ('b', 0, 0.3), ('a', 0, 0.5), ('b', 1, 0.6), ('b', 2, 0.9), ('a', 1, 1.0), ('a', 2, 1.5)])
        for process in processes:
            process.join()
            self.assertEqual(process.exitcode, 0)
        self.assertAlmostEqual(time.monotonic() - start, 1.5, places=3)


class ProcessCase(QueueCase):
    method = 'fork'

    def test_ends(self):
        for how, code in (('raise', 1), (4, 4), ('nested', 5), ('program', 5), ('kill', -9), ('leave', 7)):
            process = self.start(end, how)
            process.join()
            self.assertEqual(process.exitcode, code, how)
        for stop, code in (('terminate', -15), ('kill', -9)):
            process, start = self.start(end, 'sleep'), time.monotonic()
            process.join(1)
            self.assertTrue(process.is_alive())
            self.assertIsNone(process.exitcode)
            self.assertIn(process, multiprocessing.active_children())
            getattr(process, stop)()
            process.join()
            self.assertEqual(process.exitcode, code)
            self.assertAlmostEqual(time.monotonic() - start, 1, places=3)
        process = self.start(end, 'sleep')
        # It has not had its first turn.
        process.terminate()
        process.join()
        self.assertEqual(process.exitcode, -15)
        process.close()

    def test_nodes(self):
        ready, heard = self.context.Event(), []
        talkers = [self.start(talk, f'{self.method}{number}', ready) for number in range(2)]
        ready.wait()
        context = rclpy.Context()
        rclpy.init(context=context)
        node = rclpy.create_node('hears', context=context)
        node.create_subscription(String, 'chatter', lambda message: heard.append(message.data.split()[0]), 10)
        executor = rclpy.executors.SingleThreadedExecutor(context=context)
        executor.add_node(node)
        while len(heard) < 4:
            executor.spin_once()
        self.assertEqual(heard, [f'{self.method}0', f'{self.method}1'] * 2)
        for talker in talkers:
            os.kill(talker.pid, signal.SIGINT)
            talker.join()
            self.assertEqual(talker.exitcode, 9)
        self.assertEqual(node.count_publishers('chatter'), 0)
        rclpy.shutdown(context=context)

    def test_pools(self):
        start = time.monotonic()
        with self.context.Pool(2) as pool:
            found = pool.map(square, range(4), chunksize=1)
            self.assertEqual([number for number, _ in found], [0, 1, 4, 9])
            self.assertEqual(len({pid for _, pid in found}), 2)
            # 0 and 2 by one of them, 1 and 3 by the other.
            self.assertAlmostEqual(time.monotonic() - start, 0.4, places=2)
            self.assertEqual([number for number, _ in pool.imap_unordered(square, (3, 1, 1))], [1, 1, 9])
            with self.assertRaises(multiprocessing.TimeoutError):
                pool.apply_async(square, (2,)).get(timeout=0.1)
        with ProcessPoolExecutor(2, mp_context=self.context) as executor:
            asked = [executor.submit(square, number) for number in (3, 1, 1)]
            self.assertEqual([each.result()[0] for each in as_completed(asked)], [1, 1, 9])

    def test_pipes_locks_and_memory(self):
        ours, theirs = self.context.Pipe()
        process = self.start(answer, theirs)
        ours.send('long')
        # More than there is room for in the pipe.
        self.assertEqual(len(ours.recv()), 400_000)
        process.join()
        value, lock = self.context.Value('i', 0), self.context.Lock()
        for each in [self.start(add, value, lock) for _ in range(3)]:
            each.join()
        self.assertEqual(value.value, 150)

    def test_managers(self):
        with self.context.Manager() as manager:
            names, numbers, queue, start = manager.dict(), manager.list(), manager.Queue(), time.monotonic()
            process = self.start(fill, names, numbers, queue)
            self.assertEqual(queue.get(), 'filled')
            self.assertAlmostEqual(time.monotonic() - start, 1, places=2)
            process.join()
            self.assertEqual((dict(names), len(numbers)), ({'pid': process.pid}, 1))


class SpawnedProcessCase(ProcessCase):
    method = 'spawn'


class CopyCase(unittest.TestCase):
    def test_a_copy_has_nodes_of_its_own_only(self):
        rclpy.init()
        nodes.append(rclpy.create_node('inherited'))
        publisher = nodes[0].create_publisher(String, 'inherited', 10)
        context = multiprocessing.get_context('fork')
        results = context.Queue()
        process = context.Process(target=use, args=(publisher, results))
        process.start()
        for _ in range(2):
            self.assertRegex(results.get(), 'make a node in the process that uses it')
        self.assertEqual(results.get(), 2)
        process.join()
        rclpy.shutdown()

    def test_random_numbers_differ(self):
        with multiprocessing.get_context('fork').Pool(2) as pool:
            drawn = pool.map(draw, range(2), chunksize=1)
        self.assertNotEqual(*drawn)


def draw(_):
    time.sleep(0.1)
    return random.random(), os.urandom(4)


if __name__ == '__main__':
    unittest.main()
