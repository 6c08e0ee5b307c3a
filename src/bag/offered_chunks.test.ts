/** Whenever another thread packs and writes chunks, files are the same, and whole up to the last checkpoint. */
import { copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCompressor } from './compression.js';
import { createBag, openBag, SecondPacker } from './index.js';
import { OfferedChunks } from './offered_chunks.js';
import { PackingSlot } from './packing_slot.js';
import { temporaryDirectory } from './testing.test_support.js';

const directory = temporaryDirectory();
await loadCompressor();

/** A message whose bytes compress well or not at all, a checkpoint, or that the other thread packs a chunk, or cannot. */
const steps = fc.array(
  fc.oneof(
    fc.record({ bytes: fc.integer({ min: 0, max: 900 }), isNoise: fc.boolean() }),
    fc.constantFrom('checkpoint', 'pack', 'pack', 'fail'),
  ),
  { minLength: 20, maxLength: 120 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

/** Bytes of a message. */
function content(bytes: number, isNoise: boolean, turn: number): Uint8Array {
  let x = turn + 1;
  return new Uint8Array(bytes).map(() => {
    x = Math.imul(x, 0x5bd1e995) ^ (x >>> 13);
    return isNoise ? x : turn;
  });
}

/** What plays the second thread: it packs a chunk when it is told to, or fails with it. */
function second(from = 0) {
  let chunks: OfferedChunks | undefined;
  let slots: readonly PackingSlot[] = [];
  const start: ConstructorParameters<typeof SecondPacker>[0] = {
    from,
    start: (shared) => {
      chunks = new OfferedChunks(shared);
      slots = shared.slots.map((memory) => new PackingSlot(memory));
    },
  };
  return {
    packer: new SecondPacker(start),
    pack: () => chunks?.packNext(),
    fail: () => slots.find((slot) => slot.claim())?.answer(undefined, false),
  };
}

/** Records in these steps; `look` gets the number of messages that the last checkpoint holds. */
async function record(
  path: string,
  all: readonly Step[],
  { packer, pack, fail }: Partial<ReturnType<typeof second>>,
  look?: (kept: number) => Promise<void>,
): Promise<Buffer> {
  const options = { chunkBytes: 1000, inPlace: true, overwrite: true };
  const bag = await createBag(path, options, packer);
  const topic = bag.addTopic({ name: '/t', type: 'std_msgs/msg/String' });
  let kept = 0;
  for (const [turn, step] of all.entries()) {
    const time = BigInt(turn);
    if (step === 'pack') pack?.();
    else if (step === 'fail') fail?.();
    else if (step === 'checkpoint') bag.checkpoint();
    else bag.write(topic, time, time, turn, content(step.bytes, step.isNoise, turn));
    if (step === 'checkpoint') kept = bag.messageCount;
    await look?.(kept);
  }
  bag.close();
  return readFileSync(path);
}

describe('chunks that another thread packs and writes', () => {
  it('are where they would be without it, and nothing of a checkpoint is lost before the next', async () => {
    const path = join(directory, 'bag.mcap');
    const copy = join(directory, 'copy.mcap');
    const look = async (kept: number) => {
      copyFileSync(path, copy);
      const bag = await openBag(copy, { recover: true });
      expect([...bag.messages()].length).toBeGreaterThanOrEqual(kept);
      bag.close();
    };
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const alone = await record(path, all, {});
        expect((await record(path, all, second(), look)).equals(alone)).toBe(true);
      }),
    );
  });

  it('are written by it, oldest first', async () => {
    const path = join(directory, 'order.mcap');
    const { packer, pack } = second();
    const bag = await createBag(path, { chunkBytes: 1000, inPlace: true }, packer);
    const topic = bag.addTopic({ name: '/t', type: 'std_msgs/msg/String' });
    const sizes: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      // A chunk each.
      bag.write(topic, 0n, 0n, turn, content(1000, true, turn));
      const before = statSync(path).size;
      // As if the thread had much else to do.
      if (turn !== 2) pack();
      sizes.push(statSync(path).size - before);
    }
    // The first chunk starts the thread.
    expect(sizes.map((size) => size > 0)).toEqual([false, true, false, true, true]);
    bag.discard();
  });

  it('do not reach a file that took the name of the right one', async () => {
    const path = join(directory, 'name.mcap');
    const { packer, pack } = second(5000);
    const bag = await createBag(path, { chunkBytes: 1000, inPlace: true }, packer);
    const topic = bag.addTopic({ name: '/t', type: 'std_msgs/msg/String' });
    const moved = join(directory, 'moved.mcap');
    renameSync(path, moved);
    writeFileSync(path, 'another');
    for (let turn = 0; turn < 50; turn++) {
      bag.write(topic, 0n, 0n, turn, content(300, true, turn));
      pack();
    }
    bag.close();
    expect(readFileSync(path, 'utf8')).toBe('another');
    const read = await openBag(moved);
    expect([...read.messages()].length).toBe(50);
    read.close();
  });
});
