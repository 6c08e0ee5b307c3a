"""Launch tests as functions of pytest: beside a launch, after it, and what is marked wrongly."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

_FUNCTION_SCOPE = '''
    import sys

    import launch
    import launch_pytest
    import pytest
    from launch_pytest import tools

    SAYS = 'import sys; print("out"); print("err", file=sys.stderr)'


    @pytest.fixture
    def process():
        return launch.actions.ExecuteProcess(cmd=[sys.executable, '-c', SAYS], cached_output=True)


    @launch_pytest.fixture
    def description(process):
        return launch.LaunchDescription([process])


    def is_out(output):
        assert output == 'out\\n'


    @pytest.mark.launch(fixture=description)
    def test_function(process, launch_context):
        assert tools.wait_for_start_sync(launch_context, process, timeout=170)
        tools.wait_for_output_sync(launch_context, process, is_out, timeout=170)
        assert not tools.wait_for_stderr_sync(
            launch_context, process, lambda text: text == 'other', timeout=0.1)
        assert tools.wait_for_exit_sync(launch_context, process, timeout=170)


    @pytest.mark.launch(fixture=description)
    async def test_coroutine(process, launch_context):
        await tools.wait_for_start(launch_context, process, timeout=170)
        await tools.wait_for_output(launch_context, process, is_out, timeout=170)
        assert await tools.wait_for_stderr(
            launch_context, process, lambda text: text == 'err\\n', timeout=170)
        await tools.wait_for_exit(launch_context, process, timeout=170)


    @pytest.mark.launch(fixture=description)
    def test_before_and_after(process, launch_context):
        tools.wait_for_output_sync(launch_context, process, is_out, timeout=170)
        tools.wait_for_exit_sync(launch_context, process, timeout=170)
        yield
        assert process.return_code == 0


    @pytest.mark.launch(fixture=description, shutdown=True)
    async def test_after(process):
        assert process.return_code is not None
'''

_MODULE_SCOPE = '''
    import launch
    import launch_pytest
    import pytest

    order = []


    @launch_pytest.fixture(scope='module', params=['a', 'b'])
    def description(request):
        ready = launch_pytest.actions.ReadyToTest()
        return launch.LaunchDescription([ready]), request.param


    @pytest.mark.launch(fixture=description, shutdown=True)
    def test_end(description):
        order.append(f'end {description[1]}')


    @pytest.mark.launch(fixture=description)
    async def test_parts(description):
        order.append(f'first {description[1]}')
        yield
        order.append(f'then {description[1]}')


    @pytest.mark.launch(fixture=description)
    def test_beside(description):
        order.append(f'beside {description[1]}')


    def test_order():
        one = [f'{each} a' for each in ('first', 'beside', 'end', 'then')]
        assert order == one + [each[:-1] + 'b' for each in one]
'''

_WRONG = '''
    import launch_pytest
    import pytest
    from launch import LaunchDescription
    from launch_pytest.actions import ReadyToTest


    @launch_pytest.fixture
    def nothing():
        return [object, 'text']


    @launch_pytest.fixture
    def twice_ready():
        return LaunchDescription([ReadyToTest(), ReadyToTest()])


    @launch_pytest.fixture(scope='module')
    def description():
        return LaunchDescription([ReadyToTest()])


    @pytest.mark.launch(fixture=nothing)
    def test_of_nothing():
        pass


    @pytest.mark.launch(fixture=twice_ready)
    def test_twice_ready():
        pass


    @pytest.mark.launch
    def test_of_no_fixture():
        pass


    @pytest.mark.launch(fixture=description, shutdown=True)
    async def test_only_after():
        yield


    @pytest.mark.launch(fixture=description)
    def test_yields_twice():
        yield
        yield


    @pytest.mark.launch(fixture=description)
    async def test_fails_before():
        assert False
        yield
'''


@unittest.skipIf(importlib.util.find_spec('pytest') is None, 'pytest is not installed')
class LaunchPytestTest(unittest.TestCase):
    def _run(self, text, **neighbours):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in {'test_some': text, **neighbours}.items():
                with open(os.path.join(folder, f'{name}.py'), 'w') as out:
                    out.write(textwrap.dedent(content))
            done = subprocess.run(
                [sys.executable, '-m', 'pytest', '-p', 'no:cacheprovider', 'test_some.py'],
                cwd=folder, env={**os.environ, 'PYTHONPATH': os.pathsep.join(
                    [_HERE, os.environ.get('PYTHONPATH', '')])}, capture_output=True,
                text=True, check=False)
        *_, last = done.stdout.splitlines()
        return {kind: int(number) for number, kind in re.findall(
            r'(\d+) (passed|failed|skipped|error)', last)}, done.stdout

    def test_one_launch_for_each_test(self):
        counts, out = self._run(_FUNCTION_SCOPE)
        self.assertEqual(counts, {'passed': 4}, out)

    def test_one_launch_for_a_module(self):
        # Two launches with four parts each, and the test of their order.
        counts, out = self._run(_MODULE_SCOPE)
        self.assertEqual(counts, {'passed': 9}, out)

    def test_files_beside_it_may_be_impossible_to_import(self):
        counts, out = self._run(
            'def test_passes():\n    pass\n',
            test_raises='def generate_test_description():\n    pass\nraise OSError("none")\n',
            test_skips='import pytest\ndef generate_test_description():\n    pass\n'
                       'pytest.skip("none", allow_module_level=True)\n')
        self.assertEqual(counts, {'passed': 1}, out)

    def test_what_is_wrong_is_named(self):
        counts, out = self._run(_WRONG)
        # What only runs after a `yield` is skipped if what is before it has failed.
        self.assertEqual(counts, {'failed': 4, 'passed': 1, 'skipped': 2, 'error': 2}, out)
        for text in ('must be either a launch description', 'only one ReadyToTest action',
                     '"fixture" keyword argument is required',
                     'must stop iteration after yielding once',
                     'generator or async generator based launch test items cannot be marked'):
            self.assertIn(text, out)


if __name__ == '__main__':
    unittest.main()
