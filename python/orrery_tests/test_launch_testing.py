"""What tests of launched processes use: expected output, proxies, results."""

import contextlib
import io
import os
import re
import sys
import tempfile
import threading
import unittest

from launch import Action, LaunchContext, LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessIO, OnProcessStart
from launch.events.process import ProcessExited, ProcessStarted, ProcessStderr, ProcessStdout
from launch.substitutions import LocalSubstitution
from launch_testing import ActiveIoHandler, ActiveProcInfoHandler, ProcInfoHandler
from launch_testing.asserts import SequentialTextChecker
from launch_testing.event_handlers import StdoutReadyListener
from launch_testing.junitxml import unittestResultsToXml
from launch_testing.test_result import FailResult, TestResult
from launch_testing.tools import (
    ProcessProxy, basic_output_filter, expect_output, expected_output_from_file, launch_process)
from launch_testing.tools.text import build_text_match
from launch_testing.util import NoMatchingProcessException, resolveProcesses

_LINES = ['pid 7', 'set out', 'turn left', 'turn right', 'arrive']
_TEXT = '\n'.join(_LINES)


class ExpectedOutputTest(unittest.TestCase):
    def test_texts_lines_and_patterns_in_their_order(self):
        turn = re.compile('turn .*')
        for expected, is_there, is_strict in (
                ({'expected_text': _TEXT}, True, True), ({'expected_lines': _LINES}, True, True),
                ({'expected_text': 'turn left'}, True, False),
                ({'expected_text': ['set', 'arrive']}, True, False),
                ({'expected_text': ['arrive', 'set']}, False, False),
                ({'expected_text': re.compile('pid')}, True, True),
                ({'expected_text': turn}, True, False),
                ({'expected_lines': ['set', turn, 'right']}, True, False),
                ({'expected_lines': ['pid', 'set', turn, turn, 'arrive']}, True, True),
                ({'expected_lines': ['right', 'left']}, False, False),
                ({'expected_lines': re.compile('.')}, True, True),
                ({'expected_lines': 'nowhere'}, False, False)):
            for given in ({'text': _TEXT}, {'lines': _LINES},
                          {'text': _TEXT.replace('\n', '\r\n')}):
                with self.subTest(expected, given=given):
                    self.assertEqual(expect_output(**expected, **given), is_there)
                    self.assertEqual(expect_output(**expected, **given, strict=True), is_strict)

    def test_one_of_each_pair_must_be_given(self):
        for given in ({}, {'text': 'a'}, {'text': 'a', 'lines': ['a'], 'expected_text': 'a'},
                      {'text': 'a', 'expected_text': 'a', 'expected_lines': ['a']},
                      {'text': 'a', 'expected_text': 7}, {'text': 'a', 'expected_lines': 7}):
            with self.assertRaises(ValueError):
                expect_output(**given)

    def test_a_match_says_where_it_is(self):
        self.assertEqual(build_text_match(['set', 'left'])(_TEXT), (6, 23))

    def test_lines_are_left_out(self):
        self.assertEqual(basic_output_filter(filtered_patterns=['turn (l|r)'])(_TEXT),
                         'set out\narrive')
        self.assertEqual(basic_output_filter(['set', 'turn'])('set\nleft\r\nturn'), 'left\r\n')

    def test_expected_output_is_read_from_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'expected')
            with self.assertRaisesRegex(RuntimeError, 'expected'):
                expected_output_from_file(path)
            with open(f'{path}.regex', 'w') as file:
                file.write('turn .*\nar+ive')
            self.assertTrue(expect_output(expected_lines=expected_output_from_file(path),
                                          text=_TEXT))
            with open(f'{path}.txt', 'w') as file:
                file.write(r'tab\there')
            self.assertEqual(expected_output_from_file(path), [r'tab\there'])
            self.assertEqual(expected_output_from_file(path, encoding='unicode_escape'),
                             ['tab\there'])


class ProcessesTest(unittest.TestCase):
    def test_a_proxy_follows_its_process(self):
        info, output = ActiveProcInfoHandler(), ActiveIoHandler()
        action = ExecuteProcess(cmd=['ls', '-l'], name='ls')
        proxy = ProcessProxy(action, info, output, output_filter=str.upper)
        self.assertEqual((proxy.running, proxy.terminated, proxy.output), (False, False, ''))
        action.prepare(LaunchContext())
        known = {'action': action, 'name': 'ls', 'cmd': ['ls'], 'pid': 7}
        info.append(ProcessStarted(**known))
        self.assertFalse(proxy.wait_for_output(lambda text: 'A' in text, timeout=0.01))
        output.append(ProcessStdout(text=b'a\n', **known))
        output.append(ProcessStderr(text=b'b\n', **known))
        self.assertTrue(proxy.wait_for_output(timeout=1))
        self.assertEqual((proxy.stdout, proxy.stderr, proxy.output), ('A\n', 'B\n', 'A\nB\n'))
        self.assertEqual((proxy.running, proxy.wait_for_shutdown(timeout=0.01)), (True, False))
        info.append(ProcessExited(returncode=3, **known))
        self.assertTrue(proxy.wait_for_shutdown(timeout=1))
        self.assertEqual((proxy.running, proxy.exit_code), (False, 3))
        with self.assertRaises(TypeError):
            ProcessProxy(action, info, output, output_filter='none')
        with self.assertRaises(TypeError):
            ProcessProxy(Action(), info, output)

    def test_a_process_runs_while_its_context_lasts(self):
        info, output, service = ActiveProcInfoHandler(), ActiveIoHandler(), LaunchService()
        service.include_launch_description(LaunchDescription([
            RegisterEventHandler(OnProcessIO(on_stdout=output.append, on_stderr=output.append)),
            RegisterEventHandler(OnProcessStart(on_start=lambda event, _: info.append(event))),
            RegisterEventHandler(OnProcessExit(on_exit=lambda event, _: info.append(event)))]))
        thread = threading.Thread(target=service.run, kwargs={'shutdown_when_idle': False})
        thread.start()
        endless = ExecuteProcess(cmd=[
            sys.executable, '-S', '-u', '-c', 'import time\nprint("up")\ntime.sleep(1000)'])
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                with launch_process(service, endless, info, output) as process:
                    self.assertTrue(process.wait_for_output(lambda text: 'up' in text, timeout=30))
                self.assertTrue(process.wait_for_shutdown(timeout=30))
        finally:
            service.shutdown()
            thread.join()

    def test_a_process_that_was_not_started_is_named_as_well_as_it_can_be(self):
        for word, shown in (('-v', 'ls -v'), (LocalSubstitution('option'), 'Unknown')):
            with self.assertRaisesRegex(NoMatchingProcessException, shown):
                resolveProcesses(ProcInfoHandler(), process=ExecuteProcess(cmd=['ls', word]))

    def test_a_listener_describes_its_actions(self):
        action = Action()
        listener = StdoutReadyListener(ready_txt='up', actions=[action])
        self.assertEqual(listener.describe()[1], [action])

    def test_a_text_that_does_not_follow_is_shown_with_its_surroundings(self):
        for found, shown in (((), _LINES[:3]), (('pid',), _LINES[:3]), (('pid 7',), _LINES[:4]),
                             (('left',), _LINES[1:]), (('arri',), _LINES[2:])):
            checker = SequentialTextChecker([_TEXT])
            for text in found:
                checker.assertInStdout(text)
            with self.assertRaises(AssertionError) as caught:
                checker.assertInStdout('nowhere')
            self.assertEqual(checker.get_nearby_lines(), '\n'.join(shown))
            self.assertIn('\n'.join(shown), str(caught.exception))


class ResultsTest(unittest.TestCase):
    def test_results_become_suites_with_their_tests(self):
        class Some(unittest.TestCase):
            def test_a(self):
                pass

            def test_b(self):
                self.fail('b <fails>')

            def test_c(self):
                raise KeyError('c')

            @unittest.skip('d is skipped')
            def test_d(self):
                pass

        with open(os.devnull, 'w') as nowhere:
            result = unittest.TextTestRunner(stream=nowhere, resultclass=TestResult).run(
                unittest.TestLoader().loadTestsFromTestCase(Some))
        root = unittestResultsToXml(
            name='all', test_results={'first': result, 'none': FailResult()}).getroot()
        self.assertEqual((root.get('tests'), [suite.get('name') for suite in root]),
                         (str(result.testsRun), ['first', 'none']))
        suite = root[0]
        self.assertEqual([suite.get(key) for key in ('tests', 'failures', 'errors', 'skipped')],
                         [str(result.testsRun), '1', '1', '1'])
        self.assertEqual([(case.get('classname'), case.get('name')) for case in suite],
                         [(f'{__name__}.Some', f'test_{letter}') for letter in 'abcd'])
        marks = {case.get('name'): (each.tag, each.get('message'))
                 for case in suite for each in case}
        self.assertEqual({name: tag for name, (tag, _) in marks.items()},
                         {'test_b': 'failure', 'test_c': 'error', 'test_d': 'skipped'})
        self.assertIn('b <fails>', marks['test_b'][1])
        self.assertEqual(marks['test_d'][1], 'd is skipped')


if __name__ == '__main__':
    unittest.main()
