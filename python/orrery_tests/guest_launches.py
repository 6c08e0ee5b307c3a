"""The node of a launch that a program runs, and its timers."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import rclpy
from launch import LaunchDescription, LaunchService
from launch.actions import (
    ExecuteProcess, LogInfo, OpaqueCoroutine, OpaqueFunction, RegisterEventHandler, Shutdown, TimerAction)
from launch.event_handlers import OnExecutionComplete, OnProcessExit, OnProcessIO
from launch_ros.actions import ROSTimer, SetUseSimTime
from launch_ros.ros_adapters import ROSAdapter, get_ros_adapter, get_ros_node
from rclpy.clock import Clock, ClockType
from rclpy.executors import ShutdownException
from rosgraph_msgs.msg import Clock as ClockMessage


LAUNCH = """
import sys
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration


def generate_launch_description():
    program = 'import sys, time; time.sleep(float(sys.argv[1])); print("waited")'
    return LaunchDescription([
        DeclareLaunchArgument('seconds'),
        ExecuteProcess(cmd=[sys.executable, '-c', program, LaunchConfiguration('seconds')], output='screen')])
"""


class LaunchNodeTest(unittest.TestCase):
    def launch(self, *entities):
        service = LaunchService(debug=True)
        service.include_launch_description(LaunchDescription(list(entities)))
        self.assertEqual(service.run(), 0)

    def test_processes_have_the_names_that_are_printed(self):
        seen = []
        for name in (None, 'mine'):
            process = ExecuteProcess(cmd=[sys.executable, '-c', ''], name=name)
            self.assertEqual(process.name, name)
            self.launch(process, RegisterEventHandler(OnProcessExit(
                on_exit=lambda event, context: seen.append((event.action.name, event.process_name)))))
        for named, label in zip(seen, ('python3', 'mine')):
            self.assertEqual(named, (named[0],) * 2)
            self.assertRegex(named[0], rf'\A{label}\S*-\d+\Z')

    def test_a_launch_is_shut_down_once_however_often_it_is_interrupted(self):
        text = textwrap.dedent("""
            import signal, sys, threading, time
            from launch import LaunchDescription, LaunchService
            from launch.actions import ExecuteProcess, LogInfo, RegisterEventHandler
            from launch.event_handlers import OnShutdown
            service = LaunchService()
            service.include_launch_description(LaunchDescription([
                RegisterEventHandler(OnShutdown(on_shutdown=[LogInfo(msg='over')])),
                ExecuteProcess(cmd=[sys.executable, '-c', 'import time; time.sleep(3)'])]))
            print(service.run())
            """)
        process = subprocess.Popen([sys.executable, '-c', text], stdout=subprocess.PIPE, text=True)
        for seconds in (1, 0.5, 0.5):
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
        printed = process.communicate()[0].splitlines()
        self.assertEqual(sum(line.endswith(': over') for line in printed), 1)
        self.assertEqual(sum(line.endswith('ctrl-c (SIGINT)') for line in printed), 1)
        self.assertEqual(sum(line.endswith('(SIGINT) again, ignoring...') for line in printed), 2)
        self.assertEqual(printed[-1], '0')

    def test_an_adapter_spins_its_node_until_its_shutdown(self):
        adapter = ROSAdapter()
        first = adapter.ros_context, adapter.ros_node, adapter.ros_executor
        fired = threading.Event()
        first[1].create_timer(0.001, fired.set)
        self.assertTrue(fired.wait(timeout=5.0))
        self.assertRaises(RuntimeError, adapter.start)
        adapter.shutdown()
        self.assertRaises(RuntimeError, adapter.shutdown)
        self.assertIsNone(adapter.ros_node)
        self.assertRaises(ShutdownException, first[2].wait_for_ready_callbacks, timeout_sec=0)
        adapter.start()
        self.addCleanup(adapter.shutdown)
        for old, new in zip(first, (adapter.ros_context, adapter.ros_node, adapter.ros_executor)):
            self.assertIsNot(old, new)

    def test_a_launch_has_one_node(self):
        def ask(context):
            node = get_ros_node(context)
            self.assertIs(node, get_ros_adapter(context).ros_node)
            self.assertRegex(node.get_name(), r'^launch_ros_\d+$')
        self.launch(OpaqueFunction(function=ask))

    def test_options_of_the_interpreter_stand_before_a_program(self):
        for options in ([], ['-u'], ['-S', '-Bs'], ['-X', 'dev', '-Wignore', '-I']):
            for program in (['-c', 'import sys; print(sys.argv[1:])'], ['-m', 'timeit', '-n', '1', '-r', '1']):
                said = []
                heard = OnProcessIO(on_stdout=lambda event: said.append(event.text.decode()))
                process = ExecuteProcess(cmd=[sys.executable, *options, *program, '2'])
                self.launch(RegisterEventHandler(heard), process)
                self.assertRegex(''.join(said), r"\['2'\]|1 loop")

    def test_a_shell_gets_a_command_as_it_is_written(self):
        said = []
        heard = OnProcessIO(on_stdout=lambda event: said.append(event.text.decode()))
        code = "'import sys; print(sys.argv[1:])'"
        process = ExecuteProcess(cmd=[[sys.executable, ' -c ', code, ' "a  b" ', '"c d"']], shell=True)
        self.launch(RegisterEventHandler(heard), process)
        self.assertEqual(''.join(said), "['a  b', 'c d']\n")

    def test_each_action_completes_once(self):
        async def wait(_context):
            await asyncio.sleep(1)

        process = ExecuteProcess(cmd=[sys.executable, '-c', 'import time; time.sleep(2)'])
        actions = [LogInfo(msg='go'), process, TimerAction(period=3.0, actions=[]), ROSTimer(period=4.0, actions=[]),
                   OpaqueCoroutine(coroutine=wait)]
        start, over = time.time(), []
        handlers = [RegisterEventHandler(OnExecutionComplete(
            target_action=action, on_completion=lambda event, _context: over.append(
                (type(event.action).__name__, round(time.time() - start)))))
            for action in actions]
        self.launch(*handlers, *actions)
        self.assertEqual(over, [('LogInfo', 0), ('OpaqueCoroutine', 1), ('ExecuteProcess', 2), ('TimerAction', 3),
                                ('ROSTimer', 4)])

    def test_what_a_program_does_is_heard_at_that_instant(self):
        source = 'import time\nfor _ in range(3):\n time.sleep(0.0123)\n print(time.time_ns(), flush=True)'
        heard, said, ends = [], [], []
        io = OnProcessIO(on_stdout=lambda event: (said.append(int(event.text)), heard.append(time.time_ns()), None)[-1])
        exit_ = OnProcessExit(on_exit=lambda _event, _context: ends.append(time.time_ns()))
        self.launch(RegisterEventHandler(io), RegisterEventHandler(exit_),
                    ExecuteProcess(cmd=[sys.executable, '-c', source]))
        self.assertEqual(len(said), 3)
        self.assertEqual(heard, said)
        self.assertEqual(ends, said[-1:])

    def test_a_launch_is_part_of_the_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, 'wait.launch.py')
            with open(file, 'w', encoding='utf-8') as out:
                out.write(LAUNCH)
            start = time.monotonic()
            for command in (['ros2', 'launch', file, 'seconds:=2.5'], f'ros2 launch {file} seconds:=1.5'):
                done = subprocess.run(command, shell=isinstance(command, str), stdout=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 0)
                self.assertRegex(done.stdout, r'(?m)^\[python.*-1\] waited$')
            self.assertAlmostEqual(time.monotonic() - start, 4, delta=1e-6)
        for words, said in ((['no_package', 'x.launch.py'], "package 'no_package' not found"),
                            (['no.launch.py'], 'neither a file')):
            done = subprocess.run(['ros2', 'launch', *words], stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)

    def test_processes_may_see_a_terminal(self):
        for setting, code in ((None, 0), (False, 0), (True, 3)):
            process = ExecuteProcess(emulate_tty=setting, cmd=[
                sys.executable, '-c', 'import os, sys; assert "ORRERY_EMULATE_TTY" not in os.environ; '
                'sys.exit(sys.stdout.isatty() + 2 * sys.stderr.isatty())'])
            self.launch(process)
            self.assertEqual(process.return_code, code)

    def test_a_ctrl_c_calls_the_handler_of_a_program(self):
        own = ('import signal, time; goes = [1]; signal.signal(signal.SIGINT, lambda *_: goes.clear())\n'
               'while goes: time.sleep(1)\nprint("tidy")')
        loop = ('import asyncio, signal\nasync def main():\n stop = asyncio.Event()\n'
                ' asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)\n'
                ' try: await asyncio.wait_for(stop.wait(), 99)\n finally: print("tidy")\nasyncio.run(main())')
        task = ('import asyncio\nasync def main():\n try: await asyncio.sleep(99)\n finally: print("tidy")\n'
                'asyncio.run(main())')
        caught = 'import time\ntry: time.sleep(99)\nexcept KeyboardInterrupt: print("tidy")'
        for source, code in ((own, 0), (loop, 0), (task, -2), (caught, 0)):
            # A program that is interrupted at once is interrupted when it has started.
            for wait in ([TimerAction(period=2.5, actions=[Shutdown()])], [Shutdown()]):
                said = []
                heard = OnProcessIO(on_stdout=lambda event: said.append(event.text))
                process = ExecuteProcess(cmd=[sys.executable, '-c', source])
                self.launch(RegisterEventHandler(heard), process, *wait)
                self.assertEqual((b''.join(said), process.return_code), (b'tidy\n', code))

    def test_its_timers_act_after_their_time(self):
        for kind in (TimerAction, ROSTimer):
            start, ends = time.time(), []
            self.launch(kind(period=1.0, actions=[
                OpaqueFunction(function=lambda _: ends.append(time.time()))]))
            self.assertEqual(len(ends), 1)
            self.assertGreater(ends[0] - start, 1.0)
            self.assertLess(ends[0] - start, 1.1)

    def test_ros_timers_follow_a_simulated_clock(self):
        rclpy.init()
        self.addCleanup(rclpy.try_shutdown)
        node = rclpy.create_node('clock')
        publisher = node.create_publisher(ClockMessage, '/clock', 10)
        message = ClockMessage()

        def publish():
            message.clock.sec += 100
            publisher.publish(message)
        node.create_timer(1, publish, clock=Clock(clock_type=ClockType.SYSTEM_TIME))
        executor = rclpy.executors.SingleThreadedExecutor()
        executor.add_node(node)
        thread = threading.Thread(target=executor.spin)
        thread.start()
        start, ends = time.time(), []
        timer = ROSTimer(period=200, actions=[OpaqueFunction(function=lambda _: ends.append(time.time()))])
        over = OnExecutionComplete(target_action=timer, on_completion=lambda *_: ends.append(time.time()))
        # What comes later in the description counts, too.
        self.launch(RegisterEventHandler(over), timer, SetUseSimTime(True))
        executor.shutdown()
        thread.join()
        self.assertEqual(len(ends), 2)
        self.assertAlmostEqual(ends[0] - start, 2, delta=0.1)


if __name__ == '__main__':
    unittest.main()
