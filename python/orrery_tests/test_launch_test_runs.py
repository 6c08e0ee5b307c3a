"""Launch tests as suites: what a module becomes, its runner, its command, and its report."""

import contextlib
import io
import os
import sys
import tempfile
import textwrap
import types
import unittest
import xml.etree.ElementTree as ET
from unittest import mock

import launch_testing
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess
from launch_testing.actions import GTest, PyTest, ReadyToTest, Test
from launch_testing.junitxml import unittestResultsToXml
from launch_testing.launch_test import main
from launch_testing.loader import LoadTestsFromPythonModule, TestRun
from launch_testing.test_result import FailResult, SkipResult
from launch_testing.test_runner import LaunchTestRunner
from launch_testing.tools.output import (
    get_default_filtered_patterns, get_default_filtered_prefixes)
from launch_testing_ros import tools as ros_tools

_FILE = textwrap.dedent('''
    import unittest

    import launch
    import launch_testing
    import launch_testing.actions


    @launch_testing.markers.keep_alive
    def generate_test_description():
        return launch.LaunchDescription([launch_testing.actions.ReadyToTest()])


    class BesideTest(unittest.TestCase):
        def test_it(self):
            pass
''')


def _module(describe, before=(), after=()):
    module = types.ModuleType('made')
    module.generate_test_description = describe
    module.Before = type('Before', (unittest.TestCase,), {each.__name__: each for each in before})
    module.After = launch_testing.post_shutdown_test()(
        type('After', (unittest.TestCase,), {each.__name__: each for each in after}))
    return LoadTestsFromPythonModule(module)


def _described(*words):
    return lambda: LaunchDescription([
        ExecuteProcess(cmd=[sys.executable, '-c', '; '.join(words)], output='log'),
        ReadyToTest()])


def _quietly(run):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        result = run()
    return result, out.getvalue()


class RunnerTest(unittest.TestCase):
    def test_processes_that_end_before_the_tests_fail_them_and_show_why(self):
        with mock.patch('launch_testing.test_runner._RunnerWorker._run_test'):
            for words, is_shown in ((['print("seen")'], False),
                                    (['print("seen")', 'raise SystemExit(3)'], True)):
                runner = LaunchTestRunner([TestRun('', _described(*words), {}, [], [])])
                results, out = _quietly(runner.run)
                self.assertEqual([each.wasSuccessful() for each in results.values()], [False])
                self.assertEqual('exited with 3' in out and 'seen' in out, is_shown)

    def test_a_parametrized_launch_fails_by_itself(self):
        def test_two(self, number, proc_output):
            proc_output.assertWaitFor('up', stream='stdout', timeout=170)
            self.assertNotEqual(number, 2)

        def test_three(self, number):
            self.assertNotEqual(number, 3)

        @launch_testing.parametrize('number', [1, 2, 3])
        def describe(number):
            return _described('import time', 'print("up", flush=True)', 'time.sleep(600)')()
        runner = LaunchTestRunner(_module(describe, [test_two], [test_three]))
        results, _ = _quietly(runner.run)
        self.assertEqual([each.wasSuccessful() for each in results.values()], [True, False, False])

    def test_a_description_may_have_more_time(self):
        def describe():
            return LaunchDescription([ExecuteProcess(
                cmd=[sys.executable, '-c', 'import time; time.sleep(600)'], output='log')] + [
                    ReadyToTest()] * 0)
        self.assertEqual(launch_testing.ready_to_test_action_timeout(7)(describe)
                         .__ready_to_test_action_timeout__, 7)
        for order in (0, 1):
            decorators = [launch_testing.parametrize('number', [1, 2]),
                          launch_testing.ready_to_test_action_timeout(7)]

            def numbered(number):
                return LaunchDescription([ReadyToTest()])
            for decorate in reversed(decorators) if order else decorators:
                numbered = decorate(numbered)
            self.assertEqual(numbered.__ready_to_test_action_timeout__, 7)
            self.assertTrue(numbered.__parametrized__)
            self.assertEqual([given for _, given in numbered], [{'number': 1}, {'number': 2}])
        self.assertEqual([run.timeout for run in _module(describe)], [7])


class ResultTest(unittest.TestCase):
    def test_runs_that_never_began_are_reported_test_by_test(self):
        def test_one(self):
            raise AssertionError

        def test_two(self):
            raise AssertionError

        @unittest.skip('not today')
        def describe():
            raise AssertionError
        runs = _module(describe, [test_one], [test_one, test_two])
        (skipped,), _ = _quietly(lambda: LaunchTestRunner(runs).run().values())
        self.assertEqual((len(skipped.skipped), skipped.testsRun), (3, 3))
        suite = unittestResultsToXml(test_results={'run': SkipResult(runs[0], 'not today')}) \
            .getroot().find('testsuite')
        self.assertEqual((suite.get('skipped'), suite.get('tests')), ('3', '3'))
        self.assertEqual(suite.find('testcase/skipped').get('message'), 'not today')
        failed = unittestResultsToXml(name='failed', test_results={
            'run': FailResult(test_run=runs[0], message='it died')}).getroot()
        self.assertEqual((failed.get('failures'), failed[0].get('name')), ('3', 'run'))

    def test_the_command_writes_a_report(self):
        with tempfile.TemporaryDirectory() as folder:
            file, report = (os.path.join(folder, name) for name in ('some_test.py', 'out.xml'))
            with open(file, 'w') as out:
                out.write(_FILE)
            code, _ = _quietly(lambda: main([
                file, '--junit-xml', report, '--package-name', 'my_package']))
            self.assertEqual(code, 0)
            suite, = ET.parse(report).getroot()
            self.assertEqual(suite.get('name'), 'my_package.some_test.launch_tests')
            self.assertEqual(suite[0].get('name'), 'test_it')
            self.assertEqual(suite[0].get('classname'), 'some_test.BesideTest')
            _, out = _quietly(lambda: main([file, '--show-args']))
            self.assertIn('No arguments.', out)


class ActionTest(unittest.TestCase):
    def test_a_test_is_killed_when_its_time_is_over(self):
        hanging = Test(cmd=[sys.executable, '-c', 'import time; time.sleep(600)'], timeout=1.0)
        self.assertEqual(hanging.timeout, 1.0)
        service = LaunchService()
        service.include_launch_description(LaunchDescription([hanging]))
        self.assertEqual(_quietly(service.run)[0], 0)
        self.assertEqual(hanging.return_code, -9)

    def test_tests_of_frameworks_are_processes(self):
        self.assertEqual((GTest(path='a', timeout=5.0).path, PyTest(path='b').path), ('a', 'b'))
        *_, words = PyTest(path='b').cmd
        self.assertEqual(''.join(part.text for part in words), 'b')

    def test_output_is_kept_when_asked_for(self):
        said = ExecuteProcess(cmd=[sys.executable, '-c', 'print("said")'], cached_output=True)
        unsaid = ExecuteProcess(cmd=[sys.executable, '-c', ''])
        service = LaunchService()
        service.include_launch_description(LaunchDescription([said, unsaid]))
        _quietly(service.run)
        self.assertEqual((said.get_stdout(), said.get_stderr()), ('said\n', ''))
        with self.assertRaisesRegex(RuntimeError, 'cached output must be true'):
            unsaid.get_stdout()


class FilterTest(unittest.TestCase):
    def test_lines_of_an_implementation_are_left_out(self):
        self.assertEqual(get_default_filtered_prefixes(), ['pid', 'rc'])
        self.assertEqual(get_default_filtered_patterns(), [])
        with tempfile.TemporaryDirectory() as prefix:
            index = os.path.join(prefix, 'share', 'ament_index', 'resource_index')
            for name, text in (('rmw_output_prefixes', 'chatty'), ('rmw_output_patterns', '.*dds')):
                os.makedirs(os.path.join(index, name))
                with open(os.path.join(index, name, 'rmw_some'), 'w') as out:
                    out.write(f'{text}\n')
            with mock.patch.dict(os.environ, AMENT_PREFIX_PATH=prefix):
                leave_out = ros_tools.basic_output_filter(filtered_rmw_implementation='rmw_some')
                self.assertEqual(leave_out('chatty a\nb\nof dds\nrc 0\n'), 'b\n')
                self.assertEqual(ros_tools.basic_output_filter()('chatty\nrc 0\n'), 'chatty\n')
        with self.assertRaises(TypeError):
            ros_tools.get_rmw_output_filter('rmw_some', 'words')


if __name__ == '__main__':
    unittest.main()
