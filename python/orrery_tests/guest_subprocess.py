"""Programs that a program starts by `subprocess`, or to whose input a launch writes; run as a guest."""

import asyncio
import os
import queue
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from subprocess import PIPE

import rclpy
from launch import LaunchDescription, LaunchService
from launch.actions import EmitEvent, ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessStart
from launch.events import matches_action
from launch.events.process import ProcessStdin
from std_msgs.msg import String

NODE = """
import rclpy
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node('child')
publisher = node.create_publisher(String, 'chatter', 1)
node.create_timer(1.0, lambda: publisher.publish(String(data=str(node.get_clock().now().nanoseconds))))
try:
    rclpy.spin(node)
except KeyboardInterrupt:
    print('interrupted')
"""

def python(source, *words):
    return [sys.executable, '-c', source, *words]


def since(start):
    return round(time.monotonic() - start, 6)


class SubprocessTest(unittest.TestCase):
    def test_results_and_errors(self):
        done = subprocess.run(
            python('import sys; print(sys.argv); print("bad", file=sys.stderr); sys.exit(3)', 'x'),
            capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (3, "['-c', 'x']\n", 'bad\n'))
        with self.assertRaises(subprocess.CalledProcessError) as caught:
            subprocess.check_output(python('print("both"); 1 / 0'), stderr=subprocess.STDOUT)
        self.assertEqual(caught.exception.returncode, 1)
        self.assertRegex(caught.exception.output, rb'(?s)^both\nTraceback .*ZeroDivisionError')
        self.assertEqual(subprocess.call([sys.executable, '-m', 'this'], stdout=subprocess.DEVNULL), 0)
        with self.assertRaises(FileNotFoundError):
            subprocess.run(python(''), cwd='/not/there')
        for starts in (['ros2', 'run', 'no_package', 'x'],
                       python('import subprocess; subprocess.run(["ros2", "run", "no_package", "x"])')):
            self.assertRegex(subprocess.run(starts, stderr=PIPE).stderr, rb'(\.py|<string>):\d+:1: .*no_package')
        self.assertEqual(subprocess.run(['ros2', 'run', 'no_package', 'x'], stderr=subprocess.DEVNULL).returncode, 1)

    def test_a_text_is_the_program_as_in_python(self):
        source = 'import pickle\nclass A: pass\npickle.dumps(A())\ndef f():\n    1 / 0\nf()'
        self.assertEqual(subprocess.run(python(source), stderr=PIPE, text=True).stderr, (
            'Traceback (most recent call last):\n  File "<string>", line 6, in <module>\n'
            '  File "<string>", line 5, in f\nZeroDivisionError: division by zero\n'))

    def test_a_deadlock_is_explained_to_whoever_reads_the_errors(self):
        source = 'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()'
        ended = subprocess.run(python(source), stderr=PIPE, text=True)
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r'^error ORR_GUEST_DEADLOCK: .*MainThread waits at <string>:4 for ')

    def test_time_and_signals(self):
        start = time.monotonic()
        process = subprocess.Popen(python('import time; print("here", flush=True); time.sleep(9)'), stdout=PIPE)
        with self.assertRaises(subprocess.TimeoutExpired) as caught:
            process.communicate(timeout=2)
        self.assertEqual(caught.exception.output, b'here\n')
        self.assertAlmostEqual(time.monotonic() - start, 2)
        self.assertIsNone(process.poll())
        self.assertEqual((process.communicate()[0], process.wait()), (b'here\n', 0))
        self.assertAlmostEqual(time.monotonic() - start, 9, delta=0.02)
        for send, code in ((lambda it: it.terminate(), -15), (lambda it: os.kill(it.pid, signal.SIGKILL), -9),
                           (lambda it: it.send_signal(signal.SIGINT), -2)):
            with subprocess.Popen(python('import time; time.sleep(9)'), stderr=subprocess.DEVNULL) as process:
                time.sleep(1)
                send(process)
                self.assertEqual(process.wait(1), code)
                process.kill()

    def test_a_program_does_what_it_does_at_an_instant_before_a_signal_of_that_instant(self):
        source = ('import time\ntry:\n  while True:\n    time.sleep(1)\n    print("woke", flush=True)\n'
                  'except KeyboardInterrupt:\n  print("interrupted", flush=True)\n')
        for number, code, last in ((signal.SIGINT, 0, 'interrupted\n'), (signal.SIGKILL, -9, '')):
            process = subprocess.Popen(python(source), stdout=PIPE, text=True)
            # Both wake up 2 s after its beginning, the parent first.
            time.sleep(2)
            process.send_signal(number)
            self.assertEqual((process.wait(), process.stdout.read()), (code, 'woke\nwoke\n' + last))

    def test_random_numbers_do_not_follow_from_the_name_of_the_interpreter(self):
        drawn = []
        with tempfile.TemporaryDirectory() as folder:
            for name in ('python3.98', 'python3.99'):
                link = os.path.join(folder, name)
                os.symlink(sys.executable, link)
                with subprocess.Popen([link, '-c', 'import random; print(random.random())'], stdout=PIPE) as process:
                    drawn.append((process.communicate()[0], process._child.name.rpartition('-')[0]))
        self.assertEqual([name for _, name in drawn], ['python', 'python'])
        self.assertNotEqual(drawn[0][0], drawn[1][0])

    def test_programs_that_nobody_waits_for_go_on(self):
        child = 'import time; time.sleep(2); print("late")'
        with tempfile.TemporaryFile() as file:
            start = time.monotonic()
            subprocess.run(python(f'import subprocess, sys; subprocess.Popen([sys.executable, "-c", {child!r}])'),
                           stdout=file)
            self.assertAlmostEqual(time.monotonic() - start, 2, delta=0.1)
            file.seek(0)
            self.assertEqual(file.read(), b'late\n')

    def test_a_parent_may_close_the_file_to_which_a_program_prints(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'out')
            with open(path, 'w') as file:
                process = subprocess.Popen(python('import time; time.sleep(1); print("late")'), stdout=file)
            self.assertEqual(process.wait(), 0)
            with open(path) as file:
                self.assertEqual(file.read(), 'late\n')

    def test_pipes(self):
        with subprocess.Popen(python('for _ in range(2): print(input()[::-1], flush=True)\ninput()'), text=True,
                              bufsize=1, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
            for word in ('ab', 'cd'):
                process.stdin.write(f'{word}\n')
                self.assertEqual(process.stdout.readline(), f'{word[::-1]}\n')
            self.assertRegex(process.communicate()[1], 'EOFError')
        long = 'x' * 300_000
        done = subprocess.run(python('print(input())'), input=long, capture_output=True, text=True)
        self.assertEqual(done.stdout, f'{long}\n')
        with tempfile.TemporaryFile() as file:
            subprocess.run(python('print(open(0).read())'), stdin=subprocess.DEVNULL, stdout=file)
            file.seek(0)
            self.assertEqual(file.read(), b'\n')

    def test_input_is_read_at_the_instant_at_which_it_is_written(self):
        source = ('import sys, time\nfor line in sys.stdin: print(line.strip(), time.time_ns(), flush=True)\n'
                  'print("end", time.time_ns())')
        process = subprocess.Popen(python(source), stdin=PIPE, stdout=PIPE, text=True)
        for word in ('a', 'b'):
            time.sleep(0.0123)
            process.stdin.write(f'{word}\n')
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), f'{word} {time.time_ns()}\n')
        time.sleep(0.0017)
        process.stdin.close()
        self.assertEqual((process.stdout.read(), process.wait()), (f'end {time.time_ns()}\n', 0))

    def test_folders_and_environments(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'here.py'), 'w') as file:
                file.write('import os, sys\nprint(os.getcwd(), os.environ.get("COLOR"), sys.argv[1:])')
            expected = f"{os.path.realpath(folder)} red ['x']\n"
            for words in (['here.py'], ['-m', 'here'], ['-c', 'import here']):
                found = subprocess.check_output([sys.executable, *words, 'x'], cwd=folder, text=True,
                                                env={**os.environ, 'COLOR': 'red'})
                self.assertEqual(found, expected)

    def test_pipes_are_watched_and_read_without_waiting(self):
        counts = python('import time\nfor i in range(3):\n print(i, flush=True); time.sleep(1)')
        start = time.monotonic()
        expected = [(float(i), b'%d\n' % i) for i in range(3)]
        with subprocess.Popen(counts, stdout=PIPE) as process:
            read = []
            while True:
                if select.select([process.stdout], [], [], 0.3)[0]:
                    text = os.read(process.stdout.fileno(), 100)
                    if not text:
                        break
                    read.append((since(start), text))
        self.assertEqual(read, expected)
        start = time.monotonic()
        with subprocess.Popen(counts, stdout=PIPE) as process:
            os.set_blocking(process.stdout.fileno(), False)
            read = []
            while process.poll() is None:
                line = process.stdout.readline()
                if line:
                    read.append((since(start), line))
                time.sleep(0.25)
        # Nothing has been printed when it looks for the first time.
        self.assertEqual(read, [(at + 0.25, text) for at, text in expected])
        start = time.monotonic()
        with subprocess.Popen(counts, stdout=PIPE) as process:
            read = queue.Queue()
            thread = threading.Thread(target=lambda: [read.put(line) for line in process.stdout])
            thread.start()
            self.assertEqual([(read.get(timeout=2), since(start)) for _ in range(3)],
                             [(text, at) for at, text in expected])
            thread.join()

    def test_programs_read_what_others_print(self):
        first = subprocess.Popen(python('print("x" * 200_000)'), stdout=PIPE)
        second = subprocess.Popen(python('print(len(input()))'), stdin=first.stdout, stdout=PIPE)
        first.stdout.close()
        self.assertEqual((second.communicate()[0], first.wait()), (b'200000\n', 0))

    def test_commands_that_a_shell_would_only_pass_on(self):
        done = subprocess.run('python3 -c "import time; time.sleep(7); print((1, 2))"', shell=True, stdout=PIPE)
        self.assertEqual(done.stdout, b'(1, 2)\n')
        pid = subprocess.Popen(python('raise SystemExit(3)')).pid
        self.assertEqual(os.waitpid(pid, 0), (pid, 3 << 8))

    def test_asyncio(self):
        asyncio.run(self.with_a_loop())

    async def with_a_loop(self):
        start = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            *python('import time\nfor i in range(3):\n print(i, flush=True); time.sleep(1)'), stdout=PIPE)
        read = [(since(start), line) async for line in process.stdout]
        self.assertEqual(read, [(float(i), b'%d\n' % i) for i in range(3)])
        self.assertEqual((await process.wait(), since(start)), (0, 3))
        process = await asyncio.create_subprocess_exec(*python('print(input()[::-1])'), stdin=PIPE, stdout=PIPE)
        self.assertEqual(await process.communicate(b'ab\n'), (b'ba\n', None))
        process = await asyncio.create_subprocess_shell('python3 -c "import time; time.sleep(99)"')
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), 2)
        process.terminate()
        self.assertEqual((await process.wait(), since(start)), (-15, 5))

        class Protocol(asyncio.SubprocessProtocol):
            said, lost = [], asyncio.get_running_loop().create_future()

            def pipe_data_received(self, fd, data):
                self.said.append((fd, data))

            def connection_lost(self, error):
                self.lost.set_result(error)

        transport, protocol = await asyncio.get_running_loop().subprocess_exec(
            Protocol, *python('import sys; print(1); print(2, file=sys.stderr); sys.exit(5)'))
        await protocol.lost
        self.assertEqual((sorted(protocol.said), transport.get_returncode()), ([(1, b'1\n'), (2, b'2\n')], 5))
        transport.close()

    def test_nodes(self):
        rclpy.init()
        heard = []
        node = rclpy.create_node('parent')
        node.create_subscription(String, 'chatter', lambda message: heard.append(int(message.data)), 1)
        process = subprocess.Popen(python(NODE), stdout=PIPE, text=True)
        while len(heard) < 3:
            rclpy.spin_once(node)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate(), ('interrupted\n', None))
        self.assertEqual([late - early for early, late in zip(heard, heard[1:])], [10 ** 9] * 2)
        rclpy.shutdown()


class LaunchTest(unittest.TestCase):
    def test_a_launch_writes_to_a_program_that_waits_for_input(self):
        reader = ExecuteProcess(cmd=python('print(input())'), output='screen', cached_output=True)
        write = ProcessStdin(text=b'some text\n', process_matcher=matches_action(reader))
        start = time.monotonic()
        service = LaunchService()
        service.include_launch_description(LaunchDescription([
            reader, RegisterEventHandler(OnProcessStart(target_action=reader, on_start=[EmitEvent(event=write)]))]))
        self.assertEqual(service.run(), 0)
        self.assertEqual(reader.get_stdout(), 'some text\n')
        self.assertLess(time.monotonic() - start, 1)


if __name__ == '__main__':
    unittest.main()
