/** Large contents pass through memory that a guest shares; what a guest says about it is not trusted. */
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Channel } from './channel.js';
import { FrameKind, HEADER_BYTES, IN_MEMORY } from './frame_kinds.js';
import { FrameWriter } from './frame_writer.js';
import { SharedMemory } from './shared_memory.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const HALF = 1 << 18;
const LIMIT = 1 << 17;

/** A file without a name, as a guest has one. */
function nameless(size = 2 * HALF): number {
  const path = join(folder, 'shared');
  const file = openSync(path, 'w+');
  unlinkSync(path);
  ftruncateSync(file, size);
  return file;
}

/** A PUBLISH of subject 7 that claims to have its end there. */
function published(head: Uint8Array, place: number, count: number): Buffer {
  const out = new FrameWriter().begin(FrameKind.PUBLISH, 7, IN_MEMORY).raw(head);
  return Buffer.from(out.u32(place).u32(count).end().take());
}

function channelOver(bytes: Uint8Array, memory?: number): Channel {
  const path = join(folder, 'said');
  writeFileSync(path, bytes);
  const channel = new Channel(openSync(path, 'r'), openSync('/dev/null', 'w'), LIMIT);
  if (memory !== undefined) expect(channel.share(process.pid, memory)).toBe(true);
  return channel;
}

describe.skipIf(process.platform !== 'linux')('memory that a guest shares', () => {
  it('carries the end of a frame to Orrery', () => {
    const file = nameless();
    const head = fc.uint8Array({ maxLength: 40 });
    const end = fc.uint8Array({ maxLength: 3000 });
    fc.assert(
      fc.property(head, end, fc.nat(HALF - 3000), (before, bytes, place) => {
        writeSync(file, bytes, 0, bytes.length, place);
        const channel = channelOver(published(before, place, bytes.length), file);
        const frame = channel.read();
        channel.close();
        expect([frame.kind, frame.subject, frame.keepsBytes]).toEqual([20, 7, true]);
        expect(Buffer.from(frame.rest())).toEqual(Buffer.concat([before, bytes]));
      }),
    );
    closeSync(file);
  });

  it('carries large input to the guest, and none that does not fit', () => {
    const file = nameless();
    const memory = SharedMemory.open(process.pid, file)!;
    fc.assert(
      fc.property(fc.integer({ min: 65_536, max: HALF + 10 }), fc.nat(255), (size, value) => {
        const bytes = new Uint8Array(size).fill(value);
        const out = new FrameWriter().begin(FrameKind.RUN, 3).u32(9).raw(bytes).end(memory);
        const parts = out.takeParts();
        const said = Buffer.from(parts[0]!);
        expect(parts.length).toBe(size > HALF ? 2 : 1);
        expect(said[5]).toBe(size > HALF ? 0 : IN_MEMORY);
        if (size > HALF) return;
        expect(said.readUInt32LE(0)).toBe(said.length - 4);
        const [place, count] = [
          said.readUInt32LE(HEADER_BYTES + 4),
          said.readUInt32LE(said.length - 4),
        ];
        const found = Buffer.alloc(count);
        expect(readSync(file, found, 0, count, place)).toBe(size);
        expect(found.equals(bytes)).toBe(true);
      }),
      { numRuns: 20 },
    );
    memory.close();
    closeSync(file);
  });

  it('ends a guest that makes false claims', () => {
    const file = nameless();
    const none = new Uint8Array();
    for (const [bytes, shared, why] of [
      [published(none, 0, 10), undefined, 'memory that is not shared'],
      [published(none, HALF, 1), file, 'outside of the shared memory'],
      [published(none, 0xffff_ffff, 0xffff_ffff), file, 'outside of the shared memory'],
      [published(none, 0, LIMIT), file, 'larger than the limit'],
      [published(new Uint8Array(100_000), 0, 1), file, 'a long frame has its end in shared memory'],
      [new FrameWriter().begin(FrameKind.DONE, 1, IN_MEMORY).end().take(), file, 'not shared'],
    ] as const) {
      const channel = channelOver(bytes, shared);
      expect(() => channel.read(), why).toThrow(why);
      channel.close();
    }
    const channel = channelOver(published(none, 0, 100), file);
    ftruncateSync(file, 10);
    expect(() => channel.read()).toThrow('taken away');
    channel.close();
    closeSync(file);
  });

  it('must be a file without a name', () => {
    const named = join(folder, 'named');
    writeFileSync(named, new Uint8Array(100));
    const [file, device, empty] = [openSync(named, 'r+'), openSync('/dev/null', 'r+'), nameless(0)];
    for (const descriptor of [file, device, empty, -1, 0.5, Number.NaN, 100_000]) {
      expect(SharedMemory.open(process.pid, descriptor), String(descriptor)).toBeUndefined();
    }
    for (const each of [file, device, empty]) closeSync(each);
  });
});
