import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { Graph, Publisher, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { RunDirectory, type RunOutcome, writeRunFile } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { RunObserver } from '../trace/index.js';
import { diffRuns, diffText } from './index.js';

const types = new TypeRegistry();
let work: string;
let made = 0;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'orrery-verify-test-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

interface Recipe {
  readonly length: number;
  /** The publication that is wrong, from 1; 0: none. */
  readonly wrong?: number;
  /** The callback, counted from 1, after which the relay forgets everything; 0: none. */
  readonly forgets?: number;
}

/** Records a talker and a relay that turns `/x` into `/y`, one ms apart; returns the run directory. */
async function record({ length, wrong = 0, forgets = 0 }: Recipe): Promise<string> {
  const path = join(work, `run${made++}`);
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const directory = await RunDirectory.create(path, graph, '{}');
  const observer = new RunObserver(graph, directory.sinks);
  graph.observers.add('record', observer);
  const executor = new EventsExecutor(kernel);
  const type = types.message('geometry_msgs/msg/Point');
  const talker = graph.createNode({ name: 'talker' });
  const relay = graph.createNode({ name: 'relay' });
  const x = new Publisher(talker, '/x', type);
  const y = new Publisher(relay, '/y', type);
  let count = 0;
  new Timer(talker, 1_000_000, () => {
    x.publish({ x: ++count, y: count === wrong ? -1 : 0, z: 0 });
  });
  new Subscription(relay, '/x', type, (message) => y.publish(message));
  relay.state = () => ({ seen: count === forgets ? 0n : BigInt(count) });
  for (const node of [talker, relay]) node.attach(executor);
  kernel.turn(Number.POSITIVE_INFINITY, { until: length * 1_000_000 });
  directory.close();
  // Only the parts that a comparison reads.
  const outcome: unknown = {
    ...{ end: 'until', exitCode: 0, errors: [], warnings: [], leaks: [], modules: [], results: {} },
    ...{ digest: observer.digest(), start: 0n, stop: graph.time, callbacks: graph.callbacks },
    ...{ instants: kernel.instants, messages: graph.messages, wallSeconds: 1 },
  };
  const config: unknown = {
    ...{ name: 'test', stop: {}, models: {}, proof: {} },
    system: { programs: [], bags: [], rosArgs: [] },
  };
  writeRunFile(join(path, 'run.json'), config as RunConfig, outcome as RunOutcome);
  return path;
}

describe('diffRuns', () => {
  it('says that equal runs are the same', async () => {
    const diff = await diffRuns(await record({ length: 50 }), await record({ length: 50 }));
    expect(diff).toMatchObject({ same: true, first: undefined, nodes: [], topics: [] });
  });

  it("sees that a node's state differs before the node sends anything different", async () => {
    const diff = await diffRuns(
      await record({ length: 50 }),
      await record({ length: 50, forgets: 20 }),
    );
    expect(diff.first).toMatchObject({ place: 40, difference: 'state' });
    expect(diff.verdict).toMatch(/^Callback 40, \/relay .* left its node in a different state/);
  });

  it('finds the first differing callback and field anywhere in the run', async () => {
    const length = 6000; // 12,000 callbacks: two checkpoints
    const right = await record({ length });
    const places = fc.oneof(fc.integer({ min: 1, max: length }), fc.constantFrom(2048, 2049, 4096));
    await fc.assert(
      fc.asyncProperty(places, async (wrong) => {
        const other = await record({ length, wrong });
        const diff = await diffRuns(right, other);
        expect(diff.first).toMatchObject({ place: 2 * wrong - 1, difference: 'output' });
        expect(diff.first?.a?.entity).toMatch(/^\/talker timer /);
        expect(diff.message).toMatchObject({
          topic: '/x',
          timeA: BigInt(wrong) * 1_000_000n,
          fields: [{ path: 'y', a: '0', b: '-1' }],
        });
        expect(diff.nodes).toEqual(['/relay', '/talker']);
        rmSync(other, { recursive: true });
      }),
      { numRuns: 12 },
    );
  });

  it('says that one run ended earlier', async () => {
    const diff = await diffRuns(await record({ length: 50 }), await record({ length: 40 }));
    expect(diff.first).toMatchObject({ place: 81, difference: 'missing', b: undefined });
    expect(diff.verdict).toContain('The second run ended before callback 81, /talker timer');
  });

  it('describes the difference as text', async () => {
    const diff = await diffRuns(await record({ length: 9 }), await record({ length: 9, wrong: 7 }));
    expect(diffText(diff)).toContain('What differs in the message on /x:\n  y: 0 → -1\n');
  });

  it('refuses a directory that is not a run', async () => {
    const directory = mkdtempSync(join(work, 'none'));
    await expect(diffRuns(directory, directory)).rejects.toThrow('no readable run.json');
    writeFileSync(join(directory, 'run.json'), '{}');
    await expect(diffRuns(directory, directory)).rejects.toThrow('no readable run.json');
  });
});
