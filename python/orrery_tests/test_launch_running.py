"""Launches that run, with processes of this machine."""

import contextlib
import io
import queue
import signal
import sys
import threading
import unittest

import launch.events
from launch import EventHandler, LaunchDescription, LaunchService
from launch.actions import (
    EmitEvent, ExecuteLocal, ExecuteProcess, OpaqueFunction, RegisterEventHandler, Shutdown,
    TimerAction)
from launch.event_handlers import OnProcessExit, OnProcessIO, OnShutdown
from launch.events.process import SignalProcess

#: SIGINT ends this at any time; a Python that is still starting exits with 1 instead.
_ENDLESS = ['sleep', '1000']


def python(source, **settings):
    return ExecuteProcess(cmd=[sys.executable, '-S', '-c', source], **settings)


class RunningLaunchTest(unittest.TestCase):
    def run_launch(self, *entities, **settings):
        service = LaunchService(**settings)
        service.include_launch_description(LaunchDescription(list(entities)))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            code = service.run()
        self.printed = printed.getvalue()
        return code

    def test_a_launch_reports_under_the_name_of_its_log(self):
        for settings, name in (({}, 'launch'), ({'log_file_name': 'arm'}, 'arm'), ({'log_file_name': 'arm.log'}, 'arm')):
            self.assertEqual(self.run_launch(OpaqueFunction(function=len), **settings), 1)
            self.assertIn(f'[ERROR] [{name}]: Caught exception', self.printed)

    def test_a_process_prints_and_ends(self):
        process = python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)",
                         name='it', output='screen', additional_env={'A': 'b'})
        seen, ended = {1: b'', 2: b''}, []

        def print_seen(event):
            seen[event.fd] += event.text
        code = self.run_launch(
            RegisterEventHandler(OnProcessIO(on_stdout=print_seen, on_stderr=print_seen)),
            RegisterEventHandler(OnProcessExit(
                target_action=process, on_exit=lambda event, _: ended.append(event.returncode))),
            process)
        self.assertEqual((code, seen, ended), (0, {1: b'out\n', 2: b'err\n'}, [3]))
        self.assertEqual(process.return_code, 3)
        self.assertEqual(process.process_details['env']['A'], 'b')
        self.assertRegex(self.printed, r'\[it-\d+\] out\n')

    def test_it_is_started_again(self):
        ends = []
        process = python('', respawn=True, respawn_max_retries=2,
                         on_exit=lambda event, _: ends.append(event.returncode))
        self.assertEqual(self.run_launch(process), 0)
        self.assertEqual(ends, [0, 0, 0])

    def test_a_failure_ends_the_others(self):
        ends = []

        class Fails(ExecuteLocal):
            def execute(self, context):
                raise RuntimeError('no')
        process = ExecuteProcess(
            cmd=_ENDLESS, on_exit=lambda event, _: ends.append(event.returncode))
        self.assertEqual(self.run_launch(process, Fails(
            process_description=process.process_description)), 1)
        self.assertEqual(ends, [-signal.SIGINT])
        self.assertIn('Caught exception in launch', self.printed)

    def test_shutdown_cancels_timers_that_do_not_outlast_it(self):
        for cancelled, expected in (('True', ['first']), ('False', ['first', 'second'])):
            reasons = []
            self.run_launch(
                RegisterEventHandler(OnShutdown(
                    on_shutdown=lambda event, _: reasons.append(event.reason))),
                TimerAction(period=0.05, actions=[Shutdown(reason='first')]),
                TimerAction(period='0.1', actions=[Shutdown(reason='second')],
                            cancel_on_shutdown=cancelled))
            self.assertEqual(reasons, expected)

    def test_a_process_can_be_signalled(self):
        process = ExecuteProcess(cmd=_ENDLESS)
        self.run_launch(process, TimerAction(period=0.1, actions=[EmitEvent(event=SignalProcess(
            signal_number=signal.SIGKILL,
            process_matcher=launch.events.matches_action(process)))]))
        self.assertEqual(process.return_code, -signal.SIGKILL)

    def test_what_cannot_be_started_is_named(self):
        self.assertEqual(self.run_launch(ExecuteProcess(cmd=['/no/such/program'])), 0)
        self.assertIn('/no/such/program', self.printed)

    def test_a_launch_ends_whatever_a_command_is(self):
        for command in ([], [''], ['a\0b']):
            self.assertEqual(self.run_launch(ExecuteProcess(cmd=command)), 0)

    def test_events_from_other_threads(self):
        handled = queue.Queue()
        service = LaunchService()
        service.include_launch_description(LaunchDescription([RegisterEventHandler(EventHandler(
            matcher=lambda event: not isinstance(event, launch.events.ExecutionComplete),
            entities=OpaqueFunction(function=lambda context: handled.put(
                context.locals.event))))]))
        own = launch.Event()
        thread = threading.Thread(target=service.run, kwargs={'shutdown_when_idle': False})
        thread.start()
        service.emit_event(own)
        self.assertIs(handled.get(timeout=30), own)
        service.shutdown()
        thread.join()
        self.assertIsInstance(handled.get(timeout=30), launch.events.Shutdown)


if __name__ == '__main__':
    unittest.main()
