/** Checks questions about what a node handled first against a direct implementation of their meaning. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createBag, Stamp } from '../bag/index.js';
import { Digest } from '../kernel/index.js';
import { TraceWriter } from '../record/index.js';
import { askRuns } from './ask_runs.js';
import { parseQuestion } from './question.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-order-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
let runs = 0;

/** A callback; its index in the list is its start time in ms. */
interface Handled {
  readonly entity: keyof typeof ENTITIES;
  readonly value: number;
  readonly duration: number;
}

const ENTITIES = {
  a: { node: '/n', kind: 'subscription', name: '/a', period: null },
  b: { node: '/n', kind: 'subscription', name: '/b', period: null },
  timer: { node: '/n', kind: 'timer', name: 'timer#1', period: 50_000_000 },
  elsewhere: { node: '/m', kind: 'subscription', name: '/a', period: null },
} as const;

const nameOf = ({ node, kind, name }: (typeof ENTITIES)[keyof typeof ENTITIES]) =>
  `${node} ${kind} ${name}`;

const contentOf = (value: number) => Uint8Array.of(0, 1, 0, 0, value);

function digestOf(content: Uint8Array): number {
  const digest = new Digest();
  digest.bytes(content);
  return digest.lane;
}

/** Records a run of these callbacks; the trace has them in the order in which they ended. */
async function recorded(all: readonly Handled[], leaveOut?: number): Promise<string> {
  const directory = join(work, `${++runs}`);
  mkdirSync(directory);
  const recording = await createBag(join(directory, 'recording.mcap'));
  const topics = new Map(
    ['/a', '/b'].map((name) => [
      name,
      recording.addTopic({ name, type: 'std_msgs/msg/UInt8', schema: 'uint8 data\n' }),
    ]),
  );
  all.forEach(({ entity, value }, i) => {
    const topic = topics.get(ENTITIES[entity].name);
    if (topic === undefined || i === leaveOut) return;
    recording.write(topic, BigInt(i) * 1_000_000n, BigInt(i) * 1_000_000n, i + 1, contentOf(value));
  });
  recording.close();
  await writeTrace(join(directory, 'trace.mcap'), all);
  return directory;
}

async function writeTrace(file: string, all: readonly Handled[]): Promise<void> {
  const trace = await TraceWriter.create(file);
  const stamp = new Stamp();
  const numbers = new Map<string, number>();
  const ended = all
    .map((callback, i) => ({ ...callback, i, end: i + callback.duration }))
    .sort((x, y) => x.end - y.end);
  for (const { entity, value, duration, i, end } of ended) {
    const fields = { number: i + 1, duration: duration * 1_000_000, sequence: i + 1 };
    const record = { ...NOTHING, ...fields, input: digestOf(contentOf(value)) };
    stamp.set(BigInt(end) * 1_000_000n);
    const number = numbers.get(entity) ?? trace.meet(nameOf(ENTITIES[entity]), stamp);
    numbers.set(entity, number);
    trace.callback(record as never, number, stamp, 1, []);
  }
  const entities = Object.values(ENTITIES);
  const description = {
    format: 'orrery-system/1',
    end: 0,
    entities,
    executors: [],
    publishers: [],
  };
  stamp.set(10n ** 9n);
  trace.close(stamp, description as never);
}

const NOTHING = {
  ...{ cause: 0, outputs: 0, output: 0, thread: 0, overwritten: 0, waited: 0, travelled: 0 },
  ...{ state: 0, published: 0, publishers: [], sequences: [] },
};

const handled = fc.array(
  fc.record({
    entity: fc.constantFrom('a' as const, 'b' as const, 'timer' as const, 'elsewhere' as const),
    value: fc.nat(2),
    duration: fc.nat(5),
  }),
  { maxLength: 24 },
);

/** What a test may ask for, and which callbacks that selects. */
const ASKED: Readonly<Record<string, (callback: Handled) => boolean>> = {
  '/a': ({ entity }) => entity === 'a',
  '/b': ({ entity }) => entity === 'b',
  '/a: data > 0': ({ entity, value }) => entity === 'a' && value > 0,
  '/b: data == 1': ({ entity, value }) => entity === 'b' && value === 1,
  'timer 50ms': ({ entity }) => entity === 'timer',
};

describe('a question about what a node handled first', () => {
  it.each([
    ['before', false, false],
    ['not before', true, false],
    ['before each', false, true],
    ['not before each', true, true],
  ])('finds what the direct implementation finds for A %s B', async (relation, missing, each) => {
    const asked = fc.constantFrom(...Object.keys(ASKED));
    await fc.assert(
      fc.asyncProperty(handled, asked, asked, async (all, first, second) => {
        const seconds = all.flatMap((callback, i) => (ASKED[second]!(callback) ? [i] : []));
        const looked = each ? seconds : seconds.slice(0, 1);
        const expected = looked.filter((at, place) => {
          const since = place === 0 ? 0 : looked[place - 1]!;
          return all.slice(since, at).some(ASKED[first]!) !== missing;
        });
        const run = await recorded(all);
        const [answer] = await askRuns([run], `${first} ${relation} ${second} at /n`);
        expect(answer).toMatchObject({ count: expected.length, undecided: 0 });
        expect(answer!.stamps).toEqual(expected.map((at) => BigInt(at) * 1_000_000n));
        expect(answer!.isEvaluated).toBe(seconds.length > 0);
      }),
      { numRuns: 30 },
    );
  });

  it("lists the node's topics and timers if the run lacks the one asked for", async () => {
    const run = await recorded([{ entity: 'a', value: 0, duration: 0 }]);
    const ask = (question: string) => askRuns([run], question);
    await expect(ask('/a before /b at /nn')).rejects.toThrow(/No node \/nn .*did you mean "\/n"/);
    await expect(ask('/a before /c at /n')).rejects.toThrow(/\/n has no callback of \/c.*\/b/);
    await expect(ask('timer 1s before /b at /n')).rejects.toThrow(/it has \/a, \/b, timer 50ms/);
    const file = join(run, 'recording.mcap');
    await expect(askRuns([file], '/a before /b at /n')).rejects.toThrow(/no trace of callbacks/);
  });

  it('does not judge a message that was not recorded', async () => {
    const run = await recorded([{ entity: 'a', value: 0, duration: 0 }], 0);
    const asked = askRuns([run], '/a: data > 0 before /b at /n');
    await expect(asked).rejects.toMatchObject({ code: 'ORR_ASK_CONTENT' });
  });

  it('is distinguished from other questions by its form', () => {
    expect(parseQuestion('/a before /b at /n')).toMatchObject({ each: false, missing: false });
    const quoted = parseQuestion('/a: data == " before " before each /b at /n/m');
    expect(quoted).toMatchObject({ each: true, node: '/n/m', second: { text: '/b' } });
    expect(() => parseQuestion('/a before /b')).toThrow(/not a question|comparison|topic/);
    expect(() => parseQuestion('/a before /b before /c at /n')).toThrow(/"before" twice/);
    expect(() => parseQuestion('timer soon before /b at /n')).toThrow(/duration/);
  });
});
