/** Processes with several threads: how their callbacks are followed, and what is reported if nothing follows them. */
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { heard, type Ran, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 2);

/** Runs a system several times in strict mode; all runs must be equal. */
function strictly(name: string, nodes: Readonly<Record<string, string>>, models = '{}\n'): Ran {
  const file = writeSystem(sandbox, `${name}.launch.xml`, nodes);
  sandbox.write(`${name}.yaml`, models);
  const args = ['--strict', '--models', `${name}.yaml`];
  const ran = Array.from({ length: RUNS }, () => runSystem(sandbox, file, { args }));
  for (const { status, text, digest } of ran) {
    expect(status, text).toBe(0);
    expect(digest, text).toBe(ran[0]!.digest);
  }
  return ran[0]!;
}

const WORK = '--sub /m --sleep 0.02±0.01';
/** Much longer than an answer takes that does not wait for it. */
const LONG = '--sub /m --sleep 0.15';

describe.skipIf(peers.ros === undefined)('processes with several threads', () => {
  it('are followed in their default group, with services and timers', () => {
    const ran = strictly('threads', {
      p1: `--threads 4 ${WORK} --pub /d1 --timer 0.05 --sleep 0.003±0.003 --pub /d2`,
      p2: `--threads 4 ${WORK} --call /sum --as 7 --pub /d2`,
      t: '--threads 3 --sub /d1 --sleep 0.002±0.002 --pub /seen --sub /d2 --service /sum',
    });
    const got = heard(ran, 't').filter((each) => /^p\d\(/.test(each));
    expect(got).toEqual([0, 1, 2].flatMap((n) => [`p1(m${n})`, `p2(m${n})`]));
  }, 300_000);

  // Otherwise the parameter services come first, which answer every request before anything else is taken.
  it.each([
    ['a request and its response', '--call'],
    ['a request whose response has a callback of its own', '--ask'],
  ])(
    'are followed from %s, however unlucky the moments at which threads lose the processor',
    (_, asks) => {
      const halted = '--threads 3 --halt 0.004';
      const ran = strictly(`halted${asks}`, {
        p1: `${halted} --sub /m --pub /d1 --timer 0.05 --pub /d3`,
        p2: `${halted} --sub /m ${asks} /sum --as 7 --pub /d2`,
        t: `${halted} --sub /d1 --pub /seen --sub /d2 --service /sum --pub /seen`,
      });
      const got = heard(ran, 't').filter((each) => /^p\d\(/.test(each));
      const answers = (n: number) => (asks === '--ask' ? [`p2(${7 + n})`] : []);
      const all = [0, 1, 2].flatMap((n) => [`p1(m${n})`, `p2(m${n})`, ...answers(n)]);
      expect(got).toEqual(all);
    },
    300_000,
  );

  // In some releases, the events executor of rclcpp runs timers in a thread of its own by default.
  it.each([
    ['a reentrant group', `--threads 4 ${LONG} --group -1 --pub /out`],
    ['a group of their own', `--threads 4 ${LONG} --group 1 --pub /out`],
    ['a thread for timers', '--threads 4 --timer 0.05 --group 1 --sleep 0.15 --pub /out'],
    ['a thread that publishes', '--sub /m --thread 0.02 --pub /out'],
  ])(
    'are named when they send from %s, with what to do',
    (_, words) => {
      const nodes = { wild: words, other: '--sub /m --sleep 0.2 --pub /seen' };
      const file = writeSystem(sandbox, 'wild.launch.xml', nodes);
      const { status, text } = runSystem(sandbox, file, { args: ['--strict'] });
      expect(status, text).not.toBe(0);
      expect(text).toMatch(/wild sends on \/out outside of its callbacks.*callback_ends/);
    },
    300_000,
  );

  it('are followed in any group by Status messages, if that is declared', () => {
    const ran = strictly(
      'declared',
      {
        wild: `--threads 4 ${WORK} --group -1 --pub /d1 --status`,
        other: '--sub /m --sleep 0.002±0.002 --pub /d1',
        t: '--sub /d1 --pub /seen',
      },
      'callback_ends: [{ node: /wild, by: status }]\n',
    );
    expect(heard(ran, 't')).toEqual([0, 1, 2].flatMap((n) => [`wild(m${n})`, `other(m${n})`]));
  }, 300_000);
});
