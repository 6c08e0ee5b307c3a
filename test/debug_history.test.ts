/** What the debugger reads from a trace is equal to what a reader of all its records finds. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Debug from '../src/debug/index.js';
import type * as Records from '../src/record/index.js';
import { orrery } from './command_process.js';
import { program, ROOT, temporaryDirectory } from './orrery_command.js';

const built = (room: string): Promise<unknown> =>
  import(new URL(`dist/${room}/index.js`, `file://${ROOT}/`).href);
const { openDebugSession } = (await built('debug')) as typeof Debug;
const { TraceReader } = (await built('record')) as typeof Records;

const folder = temporaryDirectory();
const models = join(folder, 'models.yaml');

/** Every callback and publication of a trace, in the order of the file. */
async function readAll(directory: string) {
  const trace = await TraceReader.open(directory);
  const { publishers } = trace.system()!.description;
  const records = [...trace.records()];
  trace.close();
  // With virtual durations, publications leave later and have their own records.
  const later = new Map<number, string>();
  for (const record of records) {
    if (record.kind === 'callback') continue;
    const { cause, publisher } = record.publication;
    later.set(cause, publishers[publisher - 1]!.topic);
  }
  return records.flatMap((record) => {
    if (record.kind === 'publication') return [];
    const { entity, number, time, ...callback } = record.callback;
    const [node, kind, name] = entity.split(' ');
    const published = callback.publishers.map((publisher, i) => {
      return { ...publishers[publisher - 1]!, sequence: callback.sequences[i]!, cause: number };
    });
    return [{ number, node, kind, name, time, published, later: later.get(number) }];
  });
}

describe.each([
  ['without virtual durations', []],
  ['with callbacks that take time and end out of order', ['--models', models]],
])('a trace of many blocks %s', (name, options) => {
  const directory = join(folder, name);
  let session: Debug.DebugSession;
  let all: Awaited<ReturnType<typeof readAll>>;

  beforeAll(async () => {
    writeFileSync(
      models,
      'execution_times:\n' +
        '  - { node: /counter, time: { uniform: { min: 1ms, max: 900ms } } }\n' +
        'executors: [{ name: busy, policy: multi, threads: 4, nodes: [/counter] }]\n' +
        "callback_groups: [{ node: /counter, name: all, type: reentrant, callbacks: ['**'] }]\n",
    );
    const programs = [program('debug/numbers.cjs'), program('debug/counter.ts')];
    const run = ['run', ...programs, '--until', '900s', '--record', directory, ...options];
    expect(orrery(run).stderr).toBe('');
    session = await openDebugSession(directory);
    all = await readAll(directory);
    expect(all.length).toBeGreaterThan(9000);
  });
  afterAll(async () => {
    await session.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const property = (check: (number: number) => void) =>
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        check(1 + Math.floor(share * session.history.callbacks));
      }),
      { numRuns: 25 },
    );

  it.each([{ topic: '/number' }, { topic: '/total' }, { node: '/counter' }])(
    'at break %o',
    (at) => {
      const hits = all
        .filter(({ node, kind, name: entity, published, later }) => {
          if (node === at.node || (later !== undefined && later === at.topic)) return true;
          if (kind === 'subscription' && entity === at.topic) return true;
          return published.some(({ topic }) => topic === at.topic);
        })
        .map(({ number }) => number);
      property((number) => {
        const after = hits.filter((hit) => hit > number);
        const before = hits.filter((hit) => hit < number);
        const next = after.length === 0 ? undefined : Math.min(...after);
        expect(session.history.nextHit(number, [at])).toBe(next);
        const previous = before.length === 0 ? undefined : Math.max(...before);
        expect(session.history.previousHit(number, [at])).toBe(previous);
      });
    },
  );

  it('at a time', () => {
    const { start, duration } = session.history;
    fc.assert(
      fc.property(fc.nat({ max: duration }), (ns) => {
        const time = start + BigInt(ns);
        for (const node of [undefined, '/counter']) {
          const later = all.filter(
            (each) => each.time >= time && (node ?? each.node) === each.node,
          );
          const first = later.length === 0 ? undefined : Math.min(...later.map((c) => c.number));
          expect(session.history.firstAt(time, node)).toBe(first);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('of the last message before a callback', () => {
    const onNumber = all
      .flatMap(({ published }) => published)
      .filter(({ topic }) => topic === '/number');
    property((number) => {
      const last = onNumber.filter(({ cause }) => cause < number).at(-1);
      const found = session.history.lastMessage('/number', number);
      expect(found?.sequence).toBe(last?.sequence);
      expect(found?.by?.number).toBe(last?.cause);
      if (found !== undefined) expect(found.content).toMatchObject({ data: expect.anything() });
    });
  });
});
