"""Signals arrive at an instant of virtual time, after which time goes on; run as a guest."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from subprocess import PIPE

import rclpy
from std_msgs.msg import String

NODE = """
import sys, time
import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.signals import SignalHandlerOptions
from std_msgs.msg import String
rclpy.init(signal_handler_options=SignalHandlerOptions[sys.argv[1]])
node = rclpy.create_node('child')
publisher = node.create_publisher(String, 'chatter', 10)
node.create_timer(1.0, lambda: publisher.publish(String(data='tick')))
try:
    rclpy.spin(node)
except (KeyboardInterrupt, ExternalShutdownException) as error:
    print(type(error).__name__, rclpy.ok())
    start = time.monotonic()
    while rclpy.ok() and time.monotonic() < start + 2:
        rclpy.spin_once(node, timeout_sec=0.5)
    if rclpy.ok():
        publisher.publish(String(data='stop'))
    else:
        time.sleep(2)
    print(time.monotonic() - start)
"""
HANDLER = """
import signal, sys, time
ended = []
for name in sys.argv[1:]:
    signal.signal(getattr(signal, name), lambda number, _: (print(repr(number)), ended.append(1)))
start = time.monotonic()
while not ended:
    time.sleep(2)
print(time.monotonic() - start)
"""
LOOP = """
import asyncio, signal
async def main():
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    await asyncio.sleep(3)
    print('ended')
asyncio.run(main())
"""


def start(source, *words, **options):
    return subprocess.Popen([sys.executable, '-c', source, *words], stdout=PIPE, text=True, **options)


class SentSignalsTest(unittest.TestCase):
    def setUp(self):
        rclpy.init()
        self.addCleanup(rclpy.shutdown)
        self.node = rclpy.create_node('parent')
        self.heard = []
        self.node.create_subscription(String, 'chatter', lambda message: self.heard.append(message.data), 10)

    def spin(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            rclpy.spin_once(self.node, timeout_sec=end - time.monotonic())

    def test_nodes_end_as_their_contexts_say(self):
        for options, number, printed, heard, code in (
                ('ALL', signal.SIGTERM, 'ExternalShutdownException False\n2.0\n', ['tick'], 0),
                ('ALL', signal.SIGINT, 'KeyboardInterrupt False\n2.0\n', ['tick'], 0),
                ('NO', signal.SIGINT, 'KeyboardInterrupt True\n2.0\n', ['tick', 'tick', 'tick', 'stop'], 0),
                ('NO', signal.SIGTERM, '', ['tick'], -15)):
            with self.subTest(options=options, number=number):
                self.heard.clear()
                with start(NODE, options) as process:
                    self.spin(1.5)
                    process.send_signal(number)
                    self.spin(3)
                    self.assertEqual((process.communicate()[0], process.returncode), (printed, code))
                self.assertEqual(self.heard, heard)

    def test_handlers_run_in_the_middle_of_a_sleep_which_goes_on(self):
        for name in ('SIGINT', 'SIGTERM', 'SIGUSR1'):
            with start(HANDLER, name) as process:
                time.sleep(0.5)
                os.kill(process.pid, getattr(signal, name))
                self.assertEqual(process.communicate()[0], f'{int(getattr(signal, name))}\n2.0\n')

    def test_loops_of_asyncio(self):
        begin = time.monotonic()
        with start(LOOP) as process:
            time.sleep(1)
            process.terminate()
            self.assertEqual((process.communicate()[0], time.monotonic() - begin), ('ended\n', 4))

    def test_groups(self):
        parent = f'import subprocess, sys, time\nsubprocess.Popen([sys.executable, "-c", {HANDLER!r}, "SIGINT"])\n' \
                 'try: time.sleep(99)\nexcept KeyboardInterrupt: print("interrupted")'
        for options in ({'preexec_fn': os.setsid}, {'start_new_session': True}):
            with start(parent, **options) as process:
                time.sleep(1)
                self.assertEqual(os.getpgid(process.pid), process.pid)
                os.killpg(process.pid, signal.SIGINT)
                self.assertEqual(process.communicate()[0], 'interrupted\n2\n2.0\n')

    def test_several_signals_and_ends_at_one_instant(self):
        with start(HANDLER, 'SIGUSR1', 'SIGTERM') as process:
            time.sleep(0.5)
            process.send_signal(signal.SIGUSR1)
            process.terminate()
            self.assertEqual(process.communicate()[0], '10\n15\n2.0\n')
        with start('import time; time.sleep(1)') as process:
            time.sleep(1)
            process.terminate()
            self.assertIn(process.wait(), (0, -15))


class OwnSignalsTest(unittest.TestCase):
    def test_waits_for_signals(self):
        heard = []
        signal.signal(signal.SIGUSR2, lambda number, _: heard.append(number))
        self.addCleanup(signal.signal, signal.SIGUSR2, signal.SIG_DFL)
        self.assertIsNone(signal.sigtimedwait([signal.SIGUSR1], 0))
        start = time.monotonic()
        self.assertIsNone(signal.sigtimedwait([signal.SIGUSR1], 0.5))
        self.assertAlmostEqual(time.monotonic() - start, 0.5)
        sender = threading.Thread(target=lambda: (time.sleep(1), os.kill(os.getpid(), signal.SIGUSR1)))
        sender.start()
        self.assertEqual(signal.sigwait({signal.SIGUSR1, signal.SIGUSR2}), signal.SIGUSR1)
        self.assertAlmostEqual(time.monotonic() - start, 1.5)
        got = []
        waiter = threading.Thread(target=lambda: got.append(signal.sigwaitinfo([signal.SIGTERM]).si_signo))
        waiter.start()
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)
        waiter.join()
        self.assertEqual((got, heard), ([signal.SIGTERM], []))
        self.assertRaises(ValueError, signal.sigtimedwait, [signal.SIGUSR1], -1)

    def test_blocked_signals_arrive_later(self):
        heard = []
        signal.signal(signal.SIGUSR1, lambda number, _: heard.append(number))
        self.addCleanup(signal.signal, signal.SIGUSR1, signal.SIG_DFL)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGUSR2])
        os.kill(os.getpid(), signal.SIGUSR1)
        os.kill(os.getpid(), signal.SIGUSR2)
        time.sleep(0.5)
        self.assertEqual((heard, signal.sigpending()), ([], {signal.SIGUSR1, signal.SIGUSR2}))
        self.assertEqual(signal.sigwait([signal.SIGUSR2]), signal.SIGUSR2)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self.assertEqual((heard, signal.sigpending()), ([signal.SIGUSR1], set()))
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        self.assertEqual(heard, [signal.SIGUSR1] * 2)
        signal.pthread_kill(threading.get_ident(), 0)

    def test_nothing_outside_of_the_run_is_hit(self):
        heard = []
        signal.signal(signal.SIGUSR1, lambda number, _: heard.append(number))
        self.addCleanup(signal.signal, signal.SIGUSR1, signal.SIG_DFL)
        os.kill(os.getppid(), 0)
        for pid in (os.getppid(), -1):
            self.assertRaises(PermissionError, os.kill, pid, signal.SIGUSR1)
        os.kill(0, signal.SIGUSR1)
        os.kill(-os.getpgrp(), signal.SIGUSR1)
        self.assertEqual(heard, [signal.SIGUSR1] * 2)

    def test_a_program_may_wait_for_the_end_of_the_run(self):
        text = ('import signal, threading, rclpy\nrclpy.init()\nnode = rclpy.create_node("n")\n'
                'signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])\n'
                'threading.Thread(target=rclpy.spin, args=[node], daemon=True).start()\n'
                'print(signal.Signals(signal.sigwait([signal.SIGINT])).name)')
        child = subprocess.Popen([sys.executable, '-c', text], stdout=PIPE, text=True)
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=5), ('SIGINT\n', None))

    def test_handlers_run_in_the_main_thread(self):
        called = []
        for number in (signal.SIGUSR1, signal.SIGTERM, signal.SIGINT):
            before = signal.signal(number, lambda n, _: called.append((n, threading.current_thread().name)))
            threading.Timer(1, os.kill, (os.getpid(), number)).start()
            begin = time.monotonic()
            signal.pause()
            self.assertEqual((called.pop(), time.monotonic() - begin), ((number, 'MainThread'), 1))
            signal.signal(number, before)

    def test_a_wait_that_is_over_stays_over(self):
        signal.signal(signal.SIGUSR1, lambda *_: None)
        lock = threading.Lock()
        lock.acquire()

        def release():
            os.kill(os.getpid(), signal.SIGUSR1)
            lock.release()
        threading.Timer(1, release).start()
        self.assertTrue(lock.acquire(timeout=5))

    def test_the_default_action_ends_a_program(self):
        for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGHUP):
            with start(f'import os; print(1, flush=True); os.kill(os.getpid(), {int(number)}); print(2)') as process:
                self.assertEqual((process.communicate()[0], process.returncode), ('1\n', -number))


if __name__ == '__main__':
    unittest.main()
