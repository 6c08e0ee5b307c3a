/** Processes on Fast DDS and Cyclone DDS in one system have one order. */
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { heard, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

describe.skipIf(peers.fastros === undefined || peers.ros === undefined)(
  'processes on Fast DDS',
  () => {
    it('have one order with others on Cyclone DDS, with timers of their own', () => {
      const others = [
        `${peers.fastros} --node p1 --sub /m --sleep 0.03 --pub /d1`,
        `${peers.fastros} --node clocked --timer 0.05 --sleep 0.01 --pub /d2`,
      ];
      const t = '--sub /d1 --sleep 0.002 --pub /seen --sub /d2';
      const nodes = { p2: '--sub /m --sleep 0.01±0.01 --pub /d2', t };
      const file = writeSystem(sandbox, 'fast.launch.xml', nodes, others);
      const ran = [0, 1].map(() => runSystem(sandbox, file, { args: ['--strict'] }));
      for (const { status, text, digest } of ran) {
        expect(status, text).toBe(0);
        expect(digest).toBe(ran[0]!.digest);
      }
      const got = heard(ran[0]!, 't');
      const paths = got.filter((each) => each.startsWith('p'));
      expect(paths).toEqual([0, 1, 2].flatMap((n) => [`p1(m${n})`, `p2(m${n})`]));
      expect(got.filter((each) => each.startsWith('clocked'))).toHaveLength(7);
      expect(heard(ran[1]!, 't')).toEqual(got);
      // What their callbacks send can be learnt, also for timers, which the run knows only by their outputs.
      sandbox.orrery(['launch', file, '--until', '0.35s', '--record', 'run']);
      const learnt = sandbox.orrery(['graph', 'learn', 'run']).stdout;
      expect(learnt).toContain('/clocked\n  timer 50 ms → /d2; 7 times\n');
      expect(learnt).toContain('/p1\n  /m → /d1; 3 times\n');
      expect(learnt).toContain('/t\n  /d1 → /seen; 3 times\n  /d2 → nothing; 10 times\n');
    }, 240_000);

    it('pair messages by approximate time as C++ does, in one order', () => {
      const others = [
        `${peers.fastros} --node fast --sub /m --sleep 0.03 --pub /d1`,
        `${peers.fastros} --node slow --timer 0.25 --sleep 0.03 --pub /d2`,
        `${peers.fastros} --node pairs --sync /d1:0.1 --sync /d2:0.25 --sleep 0.01 --pub /seen`,
      ];
      const file = writeSystem(sandbox, 'pairs.launch.xml', {}, others);
      const ran = [0, 1, 2].map(() =>
        runSystem(sandbox, file, { until: '1.15s', args: ['--strict'] }),
      );
      for (const { status, text, digest } of ran) {
        expect(status, text).toBe(0);
        expect(digest).toBe(ran[0]!.digest);
      }
      const seen = [...ran[0]!.text.matchAll(/seen pairs\((.*)\)$/gm)].map(([, what]) => what);
      // The nearest pairs: at 0.2 and 0.25 s, the earlier of two equally near ones, 0.5 and 0.5 s, 0.7 and 0.75 s,
      // 1.0 and 1.0 s.
      expect(seen, ran[0]!.text).toEqual([
        'fast(m1) with slow 0',
        'fast(m4) with slow 1',
        'fast(m6) with slow 2',
        'fast(m9) with slow 3',
      ]);
    }, 240_000);

    it('are followed by Status messages if they have no parameter services', () => {
      const p = `${peers.fastros} --node p1 --no-parameters --sub /m --sleep 0.02 --pub /seen --status`;
      const file = writeSystem(sandbox, 'status.launch.xml', {}, [p]);
      sandbox.write('status.yaml', 'callback_ends: [{ node: /p1, by: status }]\n');
      const { status, text } = runSystem(sandbox, file, {
        args: ['--strict', '--models', 'status.yaml'],
      });
      expect(status, text).toBe(0);
      expect([...text.matchAll(/seen (\S+)$/gm)].map(([, what]) => what)).toEqual(
        [0, 1, 2].map((n) => `p1(m${n})`),
      );
    }, 240_000);
  },
);
