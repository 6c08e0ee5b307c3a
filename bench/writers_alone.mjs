// The floor of a recording: what its writers take of the thread that records, for a message of eight bytes and the row
// of a callback, when nothing else runs and the second thread has always packed and written already: it only says so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBag, SecondPacker, Stamp, startPackingThread } from '../dist/bag/index.js';
import { CallbackBlock } from '../dist/trace/index.js';

/** As those of a run's trace (src/record/trace_writer.ts). */
const TRACE_CHUNK_BYTES = 1 << 17;
const TOPICS = 5;
/** Messages at one instant. */
const AT_ONCE = 4;

/** Answers that a chunk has an eighth of its bytes, and that it is written; the fields are those of src/bag/packing_slot.ts. */
const PACKS_NOTHING = `
import { workerData } from 'node:worker_threads';
const { signal, slots } = workerData;
const heads = slots.map((shared) => new Int32Array(shared, 0, 14));
while (Atomics.load(signal, 1) === 0) {
  const seen = Atomics.load(signal, 0);
  for (const head of heads) {
    if (Atomics.compareExchange(head, 0, 1, 2) !== 1) continue;
    head[3] = head[2] >> 3;
    head[7] = head[2];
    head[13] = 1;
    Atomics.store(head, 0, 3);
    Atomics.notify(head, 0);
  }
  Atomics.wait(signal, 0, seen);
}`;

/**
 * Writes callbacks with a message each; calls `each` with their number after every one.
 *
 * @param {number} count
 */
export async function writeAlone(count, each) {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-writers-'));
  const code = new URL(`data:text/javascript,${encodeURIComponent(PACKS_NOTHING)}`);
  const packer = new SecondPacker({ start: (shared) => startPackingThread(shared, code) });
  const open = (name, options) =>
    createBag(join(directory, name), { ...options, inPlace: true }, packer);
  const bag = await open('recording.mcap', {});
  const trace = await open('trace.mcap', { chunkBytes: TRACE_CHUNK_BYTES });
  const topics = Array.from({ length: TOPICS }, (_, i) =>
    bag.addTopic({ name: `/topic_${i}`, type: 'std_msgs/msg/UInt64' }),
  );
  const rows = trace.addTopic({ name: '/callbacks', type: 'orrery_msgs/msg/Callbacks' });
  const block = new CallbackBlock();
  const entity = block.compared.meet('/node timer');
  const stamp = new Stamp();
  const bytes = Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const publishers = [1];
  // One that changes, as in a run.
  const record = {
    ...{ number: 0, cause: 0, input: 0, output: 0, outputs: 1 },
    ...{ thread: 0, duration: 0, overwritten: 0, waited: 0, travelled: 0, state: 0 },
    ...{ sequence: 0, published: 1, publishers: [], sequences: [0] },
  };
  for (let i = 1, mixed = 1; i <= count; i++) {
    mixed = Math.imul(mixed, 0x5bd1e995) ^ (mixed >>> 13);
    bytes[4] = mixed;
    bytes[5] = i;
    if (i % AT_ONCE === 0) stamp.low += 1_000;
    bag.writeStamped(topics[i % TOPICS], stamp, stamp, i, bytes);
    record.number = i;
    record.cause = i - 1;
    record.input = mixed;
    record.output = ~mixed;
    record.sequence = i - 1;
    record.sequences[0] = i;
    const isLast = block.add(record, entity, stamp, 1, publishers);
    if (isLast || block.isFull) {
      trace.writeTables(rows, stamp, stamp, 0, block);
      if (isLast) block.compared.pass();
      block.clear();
    }
    each(i);
  }
  for (const writer of [bag, trace]) writer.discard();
  packer.close();
  rmSync(directory, { recursive: true });
}
