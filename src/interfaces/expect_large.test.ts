import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from './index.js';

const BYTES = 1_000_000;
const image = new TypeRegistry().message('sensor_msgs/msg/Image');

/** Whether every byte of the array has this value. */
function isFilledWith(data: Uint8Array, byte: number): boolean {
  return Buffer.alloc(BYTES, byte).equals(data);
}

describe('large arrays', () => {
  it('each belong to one message for as long as they are kept, whatever their owners do', () => {
    const kept: { readonly data: Uint8Array; readonly byte: number }[] = [];
    const buffers = new Set<ArrayBufferLike>();
    const source = image.normalize({ data: new Uint8Array(BYTES) });
    for (let round = 0; round < 120; round++) {
      const given = source.data as Uint8Array;
      given.fill(round);
      const copies = [
        image.copy(source),
        image.normalize(source),
        image.decode(image.encode(source)),
      ];
      const arrays = copies.map((copy) => copy.data as Uint8Array);
      for (const data of arrays) {
        expect([data.byteOffset, data.buffer.byteLength, isFilledWith(data, round)]).toEqual([
          0,
          BYTES,
          true,
        ]);
      }
      const [keeps, mutates, detaches] = arrays as [Uint8Array, Uint8Array, Uint8Array];
      mutates.fill(255);
      if (round % 8 === 0) {
        kept.push({ data: keeps, byte: round });
        // A transferred array leaves an empty one behind; its memory lives on elsewhere.
        const moved = structuredClone(detaches, { transfer: [detaches.buffer as ArrayBuffer] });
        expect(detaches).toHaveLength(0);
        kept.push({ data: moved, byte: round });
      }
    }
    for (const { data, byte } of kept) {
      expect(isFilledWith(data, byte)).toBe(true);
      buffers.add(data.buffer);
    }
    expect(buffers.size).toBe(kept.length);
  });

  it('leave no trace of how their memory is collected', () => {
    expect(runInNewContext('typeof gc')).toBe('undefined');
  });
});
