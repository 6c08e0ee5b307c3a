/**
 * A cell with a node in JavaScript, one in Python and one in C over DDS, which use everything that the others offer:
 * lifecycle, parameters, services and actions in both directions, transforms, logs, namespaces, the clock.
 */
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** How often the system is run. */
const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 2);

const SYSTEM = ['mixed.launch.xml', `arm:=${peers.arm}`];

beforeAll(() => {
  cpSync(fileURLToPath(new URL('mixed_system', import.meta.url)), sandbox.folder, {
    recursive: true,
  });
});

function launch(until: string, ...more: readonly string[]): { digest: string; said: string[] } {
  const args = ['launch', ...SYSTEM, '--until', until, '--strict', ...more];
  const { stdout, stderr, status } = sandbox.orrery(args);
  expect(status, stdout + stderr).toBe(0);
  const said = stdout.split('\n').filter((line) => /^\d\.\d\d (hq|eye) /.test(line));
  return { digest: /^digest (\w+)$/m.exec(stdout)?.[1] ?? '', said };
}

/** What the head of the cell must report about each means of communication. */
const EXPECTED = {
  'manages a node in C': [
    '0.10 hq arm is unconfigured',
    '0.10 hq transition unconfigured inactive',
    '0.10 hq transition inactive active',
    '0.10 hq configured true activated true',
    '0.10 hq arm is active',
  ],
  'sets, gets and describes its parameters': [
    '0.10 hq changed /cell/arm speed',
    '0.10 hq speed true 0.75 3',
  ],
  'calls its services, and serves it': [
    '0.10 hq sum 42n',
    '0.20 eye sum 104',
    '0.15 hq log arm got the sum 1001',
    '0.30 hq log arm got the sum 1004',
  ],
  'has its actions done': [
    '0.15 hq feedback 0',
    '0.30 hq feedback 0,1,4,9',
    '0.30 hq reached 0,1,4,9 true',
    '0.50 eye accepted True',
    '0.60 eye reached [0, 1]',
  ],
  'does an action for it': [
    '0.10 hq log cell.eye counts',
    '0.10 hq log arm may count',
    '0.10 hq log arm counted 3 numbers',
  ],
  'knows its transforms, joined with others': [
    '0.15 eye sees no tool',
    '0.20 hq camera at 2.5',
    '0.30 hq camera at 4.5',
  ],
};

describe.skipIf(peers.arm === undefined || PYTHON === undefined)(
  'a cell of three languages',
  () => {
    const told: string[] = [];
    let digest = '';

    it('has one digest', { timeout: 3_600_000 }, () => {
      const first = launch('0.65s', '--record', 'a');
      for (let run = 1; run < RUNS; run++) expect(launch('0.65s', '--no-record')).toEqual(first);
      told.push(...first.said);
      digest = first.digest;
    });

    it.each(Object.entries(EXPECTED))('%s', (_, lines) => {
      expect(told).toEqual(expect.arrayContaining(lines));
    });

    it('can answer `why` across the processes, and the doctor says how each process is followed', () => {
      // The subscription of hq to the feedback of the arm.
      const asked = ['debug', 'a', '--at', '0.14s', '--break-on', '/cell/reach/_action/feedback'];
      const { stdout } = sandbox.orrery([...asked, '-c', 'next', '-c', 'why', '-c', 'who /rosout']);
      expect(stdout).toContain(
        'took message 1 on /cell/reach/_action/feedback, published by /cell/arm',
      );
      expect(stdout).toContain('its clock went to 0.150000000 s, and the timers that were due ran');
      expect(stdout).toMatch(
        /the time 0\.150000000 s comes from #\d+ \/cell\/arm user_timer clock of arm/,
      );
      expect(stdout).toMatch(
        /on \/rosout .*published by \/cell\/arm .* client \/cell\/count\/_action\/get_result/,
      );
      const { stdout: said } = sandbox.orrery(['doctor', 'a']);
      expect(said).toContain('arm: its parameter services tell when its callbacks are over.');
      expect(said).toMatch(/^eye\S*: it runs in lockstep/m);
    }, 300_000);

    it('can be verified and explored, and runs differ only if a fault makes them differ', () => {
      const verified = sandbox.orrery(['verify', ...SYSTEM, '--until', '0.2s', '--runs', '1']);
      expect(verified.status, verified.stdout + verified.stderr).toBe(0);
      const check = 'topic:/rosout: level <= 20';
      // A process has callbacks before which it may crash.
      const fault = ['--fault', 'crash:/cell/arm', '--check', check];
      const explored = ['explore', ...SYSTEM, '--until', '0.2s', '--runs', '3', ...fault];
      const { stdout, stderr, status } = sandbox.orrery([...explored, '--jobs', '1']);
      expect(status, stdout + stderr).toBe(0);
      sandbox.write(
        'freeze.yaml',
        'faults: [{fault: freeze, node: /cell/arm, at: 0.2s, until: 0.4s}]\n',
      );
      const frozen = launch('0.65s', '--record', 'b', '--models', 'freeze.yaml');
      expect(frozen.digest).not.toBe(digest);
      const differs = sandbox.orrery(['diff', 'a', 'b']);
      expect(differs.status, differs.stdout).toBe(1);
      expect(differs.stdout).toContain('/cell/arm');
    }, 600_000);
  },
);
