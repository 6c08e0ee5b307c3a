/**
 * A test suite written for wall-clock time runs unchanged: without a simulation, in virtual time, and paced.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { program, ROOT } from './orrery_command.js';

const SUITE = program('suite.cjs');
const PASSED = ['ok two nodes spin at once', 'ok requests are given up in time'];

/** The result lines of each test in TAP, or in the default format of Node 24. */
function outcomes(stdout: string): string[] {
  const line = /^(not ok|ok|✔|✖) (?:\d+ - )?(.*?)(?: \([\d.]+ms\))?$/gm;
  return [...stdout.matchAll(line)].map(
    ([, mark, name]) => `${mark === 'ok' || mark === '✔' ? 'ok' : 'not ok'} ${name}`,
  );
}

describe('a test suite', () => {
  it('passes in a separate process', () => {
    const library = join(ROOT, 'dist/client/rclnodejs.js');
    const { stdout } = spawnSync(process.execPath, [SUITE, library], { encoding: 'utf8' });
    expect(outcomes(stdout)).toEqual(PASSED);
  });

  it.each(['--digest content', '--real-time', '--rate 4', '--rate 0.5'])(
    'passes under the command with %s',
    (options) => {
      const { stdout } = orrery(['run', SUITE, '--no-record', ...options.split(' ')]);
      expect(outcomes(stdout)).toEqual(PASSED);
    },
  );

  it('has the same digest with any pacing', () => {
    const digests = [[], ['--rate', '4']].map((options) => {
      const { stdout } = orrery(['run', SUITE, '--no-record', '--json', ...options]);
      return /"digest":[^}]*"total":\s*"(\w+)"/.exec(stdout)?.[1];
    });
    expect(digests[0]).toMatch(/^\w{16}$/);
    expect(digests[1]).toBe(digests[0]);
  });
});
