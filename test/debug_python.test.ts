/** `orrery debug` at callbacks in Python: their places, moving back and forth, and pdb in them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT } from './orrery_command.js';
import { PYTHON } from './python.js';

const ADDER = join(ROOT, 'test/programs/debug/adder.py');
const folder = mkdtempSync(join(tmpdir(), 'orrery-debug-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(PYTHON === undefined)('the debugger at callbacks in Python', () => {
  const run = join(folder, 'run');

  beforeAll(() => {
    cpSync(ADDER, join(folder, 'adder.py'));
    const { status } = orrery(['run', join(folder, 'adder.py'), '--until', '5s', '--record', run]);
    expect(status).toBe(0);
  });

  it('shows their code, goes back, and opens pdb in them', () => {
    const commands = ['next', 'pdb', 'p self.sum', 'n', 'p before, message.data', 'c'];
    const more = ['back', 'pdb', 'q', 'step', 'pdb', 'to #999'];
    const { stdout, stderr } = orrery([
      ...['debug', run, '--at', '4s'],
      ...[...commands, ...more].flatMap((command) => ['-c', command]),
    ]);
    const [tick] = stdout.split(/^(?=#\d+ at )/m);
    expect(tick).toMatch(/^#7 at 4\.0+ s {2}\/adder timer .*\n.*adder\.py:15:1 in tick/);
    expect(stdout).toMatch(/→ 19 │ {5}def heard\(self, message\):/);
    expect(stdout).toContain('-> before = self.sum\n18\n');
    expect(stdout).toContain('-> self.sum += message.data\n(18, 12)\n');
    expect(stdout).toContain('This callback is over.');
    expect(stderr).toContain('ORR_DEBUG_NO_STOP');
  });

  it('repeats bit by bit what pdb has inspected', () => {
    const commands = ['pdb', 'p self.number', 'c', 'continue'];
    const { stdout, status } = orrery([
      ...['debug', run, '--callback', '3'],
      ...commands.flatMap((command) => ['-c', command]),
    ]);
    expect(stdout).toContain('The run is over: "until" at 5.000000000 s.');
    expect(status).toBe(0);
  });
});
