/**
 * What goes wrong in a Python program without ending it, or without a word: threads that end by an exception, and a
 * function `main` that nothing calls. The run's warnings name program, file and line.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-silent-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function warningsOf(name: string, text: string, command = 'run'): string[] {
  const file = join(folder, `${name}.py`);
  writeFileSync(file, text);
  const launch = join(folder, `${name}.yaml`);
  writeFileSync(launch, `launch: [{ executable: { cmd: python3 ${file} } }]\n`);
  const what = command === 'run' ? file : launch;
  const { stderr } = orrery([command, what, '--until', '5s', '--no-record']);
  return stderr.match(/^warning: .*$/gm) ?? [];
}

const HEAD = 'import sys, threading, time, _thread\nimport rclpy\n';
const MAIN = `${HEAD}def main():\n  rclpy.init()\n  rclpy.spin(rclpy.create_node("victim"))\n`;
const RAISES = 'def work(*_):\n  time.sleep(0.5)\n  raise ValueError("no camera")\n';

/** Name, the end of a file whose function `main` makes a node, and whether nothing calls it. */
const ENDS: readonly (readonly [string, string, boolean])[] = [
  ['no_end', '', true],
  ['other_name', 'if __name__ == "main": main()', true],
  ['other_side', "if '__main' == __name__:\n  sys.exit(main())", true],
  ['other_branch', 'if __name__ == "main":\n  pass\nelse:\n  main()', false],
  ['usual', 'if __name__ == "__main__": main()', false],
  ['in_thread', 'threading.Thread(target=main).start()', false],
  ['exit', 'sys.exit()', false],
  ['raises', '1 / 0', false],
  ['other_node', 'rclpy.init()\nrclpy.create_node("other")', false],
  ['replaced', 'main = None', false],
  ['not_own', 'from typing import cast as main', false],
  ['handed_on', 'TASKS = [main]', false],
];

/** Name, what a program does, and the names of the threads of which a warning tells. */
const THREADS: readonly (readonly [string, string, readonly string[]])[] = [
  ['thread', 'threading.Thread(target=work, name="reader").start()', ['reader']],
  ['timer', 't = threading.Timer(1, work); t.name = "late"; t.start()', ['late']],
  ['bare', '_thread.start_new_thread(work, ())', ['thread 1']],
  ['many', 'for i in range(500): threading.Thread(target=work, name="reader").start()', ['reader']],
  ['leaves', 'threading.Thread(target=sys.exit).start()', []],
  [
    'own_hook',
    'threading.excepthook = lambda args: None\nthreading.Thread(target=work).start()',
    [],
  ],
  [
    'shutdown',
    'spinner = threading.Thread(target=rclpy.spin, args=[node]); spinner.start()\ntime.sleep(0.5)\nrclpy.shutdown()\nspinner.join()',
    [],
  ],
];

describe.skipIf(PYTHON === undefined)('a Python program', () => {
  it('shows the traceback of a bare thread as Python does', () => {
    const file = join(folder, 'shows.py');
    writeFileSync(file, `${HEAD}${RAISES}_thread.start_new_thread(work, ())\ntime.sleep(1)\n`);
    expect(orrery(['run', file, '--until', '2s', '--no-record']).stderr).toMatch(
      /^Exception ignored in thread started by:? <function work at 0x\w+>:?\nTraceback \(most recent call last\):\n {2}File "\S+shows.py", line 5, in work\n/m,
    );
  });

  it.each(ENDS)('whose main is called or not: %s', (name, end, isUncalled) => {
    const told = warningsOf(name, `${MAIN}${end}\n`);
    expect(told.some((warning) => warning.includes('nothing calls its function main'))).toBe(
      isUncalled,
    );
    if (isUncalled) {
      expect(told.join('\n')).toContain(
        `The program ${name} has ended without a node, and nothing calls its function main (${name}.py:3). Call it at`,
      );
    }
  });

  it.each([
    ['main()', false],
    ['', true],
  ])('that is a module which ends with %j', (end, isUncalled) => {
    writeFileSync(join(folder, 'as_module.py'), `def main():\n  print('called')\n\n\n${end}\n`);
    const words = ['run', '-m', 'as_module', '--until', '1s', '--no-record'];
    const { stdout, stderr, status } = orrery(words, { cwd: folder });
    expect(status).toBe(0);
    expect(stdout.includes('called\n')).toBe(!isUncalled);
    expect(stderr.includes('nothing calls its function main (as_module.py:1)')).toBe(isUncalled);
  });

  it.each(THREADS)('whose threads end by exceptions: %s', (name, text, threads) => {
    const program = `${HEAD}${RAISES}rclpy.init()\nnode = rclpy.create_node("victim")\n${text}\ntime.sleep(3)\n`;
    const expected = threads.map((thread) =>
      expect.stringMatching(
        `The program ${name} goes on without its thread "${thread}", which ended, ${name}.py:5, at [01].5\\d\\d s with an exception that nothing handled: ValueError: no camera`,
      ),
    );
    for (const command of ['run', 'launch'])
      expect(warningsOf(name, program, command)).toEqual(expected);
  });
});
