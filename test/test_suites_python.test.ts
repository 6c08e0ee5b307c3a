/** Test files in Python that do not run themselves are run by pytest or unittest, in virtual time. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON, python } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-suites-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CASES = `
import time
import unittest

import rclpy
from std_msgs.msg import String


class WaitingTest(unittest.TestCase):
    def setUp(self):
        rclpy.init()
        self.addCleanup(rclpy.shutdown)

    def test_hears_itself_after_an_hour(self):
        node = rclpy.create_node('waiting')
        heard = []
        node.create_subscription(String, 'said', heard.append, 10)
        time.sleep(3600)
        node.create_publisher(String, 'said', 10).publish(String(data='now'))
        rclpy.spin_once(node)
        self.assertEqual([message.data for message in heard], ['EXPECTED'])
`;

const FUNCTIONS = `
import pytest


@pytest.mark.parametrize('number', [1, 2])
def test_small(number):
    assert number < 3


def test_large():
    assert 3 > 2
`;

const STYLE = `
from ament_flake8.main import main_with_errors


def test_flake8():
    assert main_with_errors(argv=[])[0] == 0
`;

const PROGRAM = `
import sys


def test_of_the_motor():
    raise RuntimeError


if __name__ == '__main__':
    print('started with', sys.argv[1:])
`;

describe.skipIf(PYTHON === undefined)('test suites in Python', () => {
  const hasPytest = PYTHON !== undefined && python(['-c', 'import pytest']).status === 0;
  const run = (name: string, text: string, ...words: string[]) => {
    writeFileSync(join(folder, name), text);
    return orrery(['run', join(folder, name), '--no-record', ...words]);
  };

  it('are run if their file does not run them', () => {
    const passed = run('test_waiting.py', CASES.replace('EXPECTED', 'now'));
    expect(passed.stdout).toContain('after 3600.000 s of virtual time');
    expect(passed.stdout + passed.stderr).toMatch(/1 passed|Ran 1 test/);
    expect(passed.status).toBe(0);
    const failed = run('waiting_test.py', CASES.replace('EXPECTED', 'never'));
    expect(failed.stdout + failed.stderr).toMatch(/1 failed|failures=1/);
    expect(failed.status).toBe(1);
  });

  it.skipIf(!hasPytest)('take the arguments of pytest', () => {
    const all = run('test_functions.py', FUNCTIONS);
    expect(all.stdout).toContain('3 passed');
    const some = run('test_functions.py', FUNCTIONS, '--', '-k', 'large');
    expect(some.stdout).toContain('1 passed, 2 deselected');
    expect(some.status).toBe(0);
  });

  it.skipIf(!hasPytest)('are run by -m pytest, a folder at a time, with its options', () => {
    writeFileSync(join(folder, 'test_functions.py'), FUNCTIONS);
    const words = ['--no-record', 'python3', '-m', 'pytest', folder, '-k', 'large or test_waiting'];
    writeFileSync(join(folder, 'test_waiting.py'), CASES.replace('EXPECTED', 'now'));
    writeFileSync(join(folder, 'test_flake8.py'), STYLE);
    const { stdout, status } = orrery(['run', ...words, '-rs']);
    expect(stdout).toContain('after 3600.000 s of virtual time');
    expect(stdout).toContain('2 passed, 1 skipped');
    expect(stdout).toContain('ament_flake8 is not installed, so style is not checked');
    expect(status).toBe(0);
  });

  it.skipIf(!hasPytest)('measure nothing, since computing takes no virtual time', () => {
    const options = ['disable', 'enable'].map(
      (word) => `parser.addoption('--benchmark-${word}', action='store_true')`,
    );
    const plugin = `def pytest_addoption(parser):\n    ${options.join('\n    ')}\n`;
    writeFileSync(join(folder, 'measures.py'), plugin);
    const test = 'def test_one(pytestconfig):\n    assert pytestconfig.option.benchmark_disable\n';
    writeFileSync(join(folder, 'test_benchmark.py'), test);
    const words = ['-m', 'pytest', join(folder, 'test_benchmark.py'), '-p', 'measures'];
    const env = ['--env', `PYTHONPATH=${folder}`];
    const plain = ['-p', 'no:benchmark'];
    const run = (...more: string[]) =>
      orrery(['run', '--no-record', ...env, ...words, ...plain, ...more]);
    expect(run().stdout).toContain('1 passed');
    expect(run('--benchmark-enable').stdout).toContain('1 failed');
  });

  it('are run by -m unittest; modules that do not exist are named', () => {
    writeFileSync(join(folder, 'test_waiting.py'), CASES.replace('EXPECTED', 'now'));
    const words = ['discover', '-s', folder, '-p', 'test_waiting.py'];
    const passed = orrery(['run', '--no-record', '-m', 'unittest', ...words]);
    expect(passed.stderr).toMatch(/^OK/m);
    expect(passed.status).toBe(0);
    const missing = orrery(['run', '--no-record', '-m', 'no_such_module']);
    expect(missing.stderr).toContain('No module named no_such_module');
    expect(missing.status).toBe(1);
  });

  it.skipIf(!hasPytest)('include files of a package, which cannot run themselves', () => {
    mkdirSync(join(folder, 'parts'), { recursive: true });
    writeFileSync(join(folder, 'parts', '__init__.py'), '');
    writeFileSync(join(folder, 'parts', 'words.py'), "WORD = 'word'\n");
    const { stdout, status } = run(
      'parts/test_words.py',
      `import unittest

from .words import WORD


class Words(unittest.TestCase):
    def test_word(self):
        self.assertEqual(WORD, 'word')


if __name__ == '__main__':
    unittest.main()
`,
    );
    expect(stdout).toContain('1 passed');
    expect(status).toBe(0);
  });

  it('do not include files that run themselves', () => {
    const { stdout, status } = run('test_program.py', PROGRAM, '--', 'one');
    expect(stdout).toContain("started with ['one']");
    expect(status).toBe(0);
  });
});
