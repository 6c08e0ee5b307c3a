/** A recording has the same bytes whichever thread packs its chunks, and whatever happens to the second thread. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBag, SecondPacker, Stamp, startPackingThread, verifyBag } from '../src/bag/index.js';
import { COMMAND, program, ROOT, temporaryDirectory } from './orrery_command.js';

const THREAD = pathToFileURL(join(ROOT, 'dist/bag/packing_thread.js'));
const CHUNK_BYTES = 1 << 15;

/** Sizes of messages; the largest does not fit into the memory of a chunk. */
const SIZES = [0, 8, 40, 40, 300, 5000, 40, CHUNK_BYTES + (1 << 17)];
const MESSAGES = 6000;

/** Fills memory with data that compresses well, or not at all. */
function fill(bytes: Uint8Array, turn: number): Uint8Array {
  let x = turn + 1;
  for (let i = 0; i < bytes.length; i++) {
    x = Math.imul(x, 0x5bd1e995) ^ (x >>> 13);
    bytes[i] = turn % 400 < 200 ? turn : x;
  }
  return bytes;
}

/** A message of a table with three columns. */
function table(turn: number) {
  const words = new Int32Array(3 * (turn % 50));
  for (let i = 0; i < words.length; i++)
    words[i] = i % 3 === 0 ? 0 : Math.imul(turn + i, 0x5bd1e995);
  return {
    head: Int32Array.of(turn),
    tables: [{ columns: 3, steps: 0b100, words, begin: 0, end: words.length }],
  };
}

/** Records the same messages on three topics, with checkpoints between them; in a second file, some of them are tables. */
async function record(packer?: SecondPacker, directory = temporaryDirectory()): Promise<Buffer> {
  const paths = ['bag.mcap', 'tables.mcap'].map((name) => join(directory, name));
  const options = { inPlace: true, chunkBytes: CHUNK_BYTES };
  const bag = await createBag(paths[0]!, options, packer);
  const other = await createBag(paths[1]!, options, packer);
  const type = 'std_msgs/msg/String';
  const topics = ['/a', '/b', '/c'].map((name) => bag.addTopic({ name, type }));
  for (const name of ['/a', '/b', '/c']) other.addTopic({ name, type });
  const stamp = new Stamp();
  for (let turn = 0; turn < MESSAGES; turn++) {
    const size = turn % 500 === 499 ? SIZES.at(-1)! : SIZES[turn % (SIZES.length - 1)]!;
    // Not in the order of their times.
    const time = BigInt(turn) * 1_000_000_007n + (turn % 97 === 0 ? 5_000_000_000n : 0n);
    const topic = topics[turn % 3]!;
    const bytes = fill(new Uint8Array(size), turn);
    bag.write(topic, time, time + 3n, turn, bytes);
    if (turn % 10 === 0) other.write(topic, time, time, turn, bytes);
    stamp.set(time);
    other.writeTables(topic, stamp, stamp, turn, table(turn));
    if (turn % 1700 === 1600) {
      bag.checkpoint();
      // What is written for a checkpoint alone is not in the file later.
      other.checkpoint(() => other.writeTables(topic, stamp, stamp, 0, table(9)));
    }
    // As a run does between instants.
    if (turn % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  bag.close();
  other.close();
  packer?.close();
  return Buffer.concat(paths.map((path) => readFileSync(path)));
}

const directoryOfAlone = temporaryDirectory();
const alone = await record(undefined, directoryOfAlone);

/** Starts a thread that runs this file, with shared memory. */
const script = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { workerData } from 'node:worker_threads';
       const heads = workerData.slots.map((shared) => new Int32Array(shared, 0, 1));
       const take = (head) => Atomics.compareExchange(head, 0, 1, 2) === 1;
       ${code}`,
    )}`,
  );

/** Records with a thread that runs this file from the first chunk on. */
function packed(file: URL): SecondPacker {
  return new SecondPacker({
    start: (shared) => {
      const thread = startPackingThread(shared, file);
      onTestFinished(async () => void (await thread.terminate()));
    },
    from: 0,
    patience: 200,
  });
}

describe('a second thread that packs', () => {
  it('gives the same bytes', async () => {
    expect((await record(packed(THREAD))).equals(alone)).toBe(true);
  });

  it.each([
    ['cannot start', "throw new Error('no')"],
    ['never begins', 'for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
    [
      'cannot pack',
      'for (;;) for (const head of heads) if (take(head)) { Atomics.store(head, 0, 4); Atomics.notify(head, 0); }',
    ],
    ['does not finish', 'for (;;) for (const head of heads) take(head);'],
    [
      'writes half a chunk and ends',
      // The right bytes, as those of a thread that was killed while it wrote: they may arrive at any later time.
      `import { openSync, readFileSync, writeSync } from 'node:fs';
       import { basename } from 'node:path';
       while (!heads.some(take));
       for (const { identity, place } of workerData.files) {
         const descriptor = openSync(identity.path, 'r+');
         const at = new Float64Array(place)[1];
         const right = readFileSync(${JSON.stringify(`${directoryOfAlone}/`)} + basename(identity.path));
         writeSync(descriptor, right, at, Math.min(9000, right.length - at), at);
       }
       process.exit();`,
    ],
    ['ends in the middle', 'while (!heads.some(take)); process.exit();'],
  ])('may be one that %s', async (_what, code) => {
    expect((await record(packed(script(code)))).equals(alone)).toBe(true);
  });
});

describe('a long run', () => {
  it('leaves the same files with one processor and with two', () => {
    const files = ['one_processor.cjs', 'two_processors.cjs'].map((surroundings) => {
      const directory = join(temporaryDirectory(), 'run');
      const words = ['run', program('endless_talker.cjs'), '--until', '70s', '--record', directory];
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--require', program(surroundings), COMMAND, ...words],
        { encoding: 'utf8' },
      );
      expect(stderr.includes('a thread packs')).toBe(surroundings.startsWith('two'));
      expect(status).toBe(0);
      return ['recording.mcap', 'trace.mcap'].map((name) => readFileSync(join(directory, name)));
    });
    const [[recording, trace], [other, otherTrace]] = files as [Buffer[], Buffer[]];
    expect(recording!.equals(other!)).toBe(true);
    expect(trace!.equals(otherTrace!)).toBe(true);
  });

  it('keeps what was written when there is no more room', async () => {
    const directory = join(temporaryDirectory(), 'run');
    const words = ['run', program('endless_talker.cjs'), '--until', '140s', '--record', directory];
    // In units of 1 KiB: about half of what it writes.
    const limited = ['-c', 'ulimit -f 2000; exec "$0" "$@"', process.execPath];
    const preload = ['--require', program('two_processors.cjs')];
    const { status, stderr } = spawnSync('bash', [...limited, ...preload, COMMAND, ...words], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('a thread packs');
    expect(stderr).toContain('ORR_OUTPUT_UNWRITABLE');
    expect(status).toBe(1);
    const { exitStatus, messageCount } = await verifyBag(join(directory, 'recording.mcap'));
    // Not closed, but sound.
    expect(exitStatus).toBe(3);
    expect(messageCount).toBeGreaterThan(30_000);
  });
});
