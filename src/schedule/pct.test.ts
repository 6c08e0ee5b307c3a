/** Probabilistic concurrency testing finds a bug of depth d as often as it guarantees. */
import { describe, expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { Graph, Timer } from '../graph/index.js';
import { Kernel } from '../kernel/index.js';
import { applyExploration } from './apply_exploration.js';
import type { ScheduleReport, Strategy } from './exploration.js';

const RUNS = 5000;
const NODES = ['a', 'b', 'c'];

/** Three nodes whose timers run every ms, at the same instants, four times. */
function run(strategy: Strategy): { readonly order: string; readonly report: ScheduleReport } {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const schedule = applyExploration(graph, { delays: [], losses: [], strategy });
  const executor = new EventsExecutor(kernel);
  let order = '';
  for (const name of NODES) {
    const node = graph.createNode({ name });
    node.attach(executor);
    new Timer(node, 1e6, () => {
      order += name;
    });
  }
  kernel.turn(Number.POSITIVE_INFINITY, { until: 4e6 });
  return { order, report: schedule.report() };
}

/** `c` before `a` in the first round, `a` before `c` in the second, and so on: d changes of mind. */
function isBug(order: string, depth: number): boolean {
  return [0, 1, 2].slice(0, depth).every((round) => {
    const done = order.slice(3 * round, 3 * round + 3);
    return done.indexOf('c') < done.indexOf('a') === (round % 2 === 0);
  });
}

describe('PCT', () => {
  it.each([1, 2, 3])('finds a bug of depth %i', (depth) => {
    const { points, lanes } = run({ kind: 'replay', decisions: [] }).report;
    expect([points, lanes]).toEqual([8, 3]);
    const found = Array.from({ length: RUNS }, (_, seed) => {
      const strategy = { kind: 'pct', seed: `${seed}`, depth, points } as const;
      return isBug(run(strategy).order, depth);
    }).filter(Boolean).length;
    const guarantee = 1 / (lanes * points ** (depth - 1));
    expect(found / RUNS).toBeGreaterThanOrEqual(guarantee);
  });

  it('does not find it with a smaller depth', () => {
    const { points } = run({ kind: 'replay', decisions: [] }).report;
    for (let seed = 0; seed < RUNS; seed++) {
      const { order } = run({ kind: 'pct', seed: `${seed}`, depth: 1, points });
      expect(isBug(order, 2)).toBe(false);
    }
  });
});
