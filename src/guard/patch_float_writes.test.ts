import { afterEach, beforeEach, expect, it } from 'vitest';
import { patchFloatWrites, seesBits } from './patch_float_writes.js';
import { Patches } from './patches.js';

const patches = new Patches();
beforeEach(() => patchFloatWrites(patches));
afterEach(() => patches.restore());

/** A NaN with the sign bit set, as some processors make it. */
const [negative32] = new Float32Array(new Uint32Array([0xffc00000]).buffer);
const [negative64] = new Float64Array(new Uint32Array([0, 0xfff80000]).buffer);
const VALUES = [Number.NaN, -Number.NaN, Number.NaN * -1, negative32!, negative64!];

it.each([true, false])('a DataView writes the positive NaN only (little-endian: %s)', (little) => {
  for (const value of VALUES) {
    const view = new DataView(new ArrayBuffer(20), 3);
    view.setFloat32(1, value, little);
    view.setFloat64(6, value, little);
    expect(view.getUint32(1, little)).toBe(0x7fc00000);
    expect(view.getBigUint64(6, little)).toBe(0x7ff8000000000000n);
  }
});

it('a Buffer writes the positive NaN only, and returns where it ends', () => {
  for (const value of VALUES) {
    const buffer = Buffer.alloc(27);
    expect(buffer.writeFloatLE(value)).toBe(4);
    expect(buffer.writeFloatBE(value, 5)).toBe(9);
    expect(buffer.writeDoubleLE(value, 10)).toBe(18);
    expect(buffer.writeDoubleBE(value, 19)).toBe(27);
    expect(buffer.toString('hex')).toBe('0000c07f007fc0000000000000000000f87f007ff8000000000000');
  }
});

it('writes every other number, and refuses wrong arguments, as before', () => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat32(0, -0, true);
  view.setFloat64(0, Number.NEGATIVE_INFINITY);
  expect(view.getBigUint64(0)).toBe(0xfff0000000000000n);
  expect(() => view.setFloat32(5, Number.NaN)).toThrow(RangeError);
  expect(() => Buffer.alloc(3).writeFloatLE(Number.NaN)).toThrow(RangeError);
  expect([view.setFloat32.length, Buffer.prototype.writeFloatLE.length]).toEqual([2, 1]);
});

it('knows the programs that may look at floats through their bytes', () => {
  expect(seesBits('new Float32Array(4)')).toBe(true);
  expect(seesBits('new Uint8Array(message.data.buffer)')).toBe(true);
  expect(seesBits('publisher.publish({ data: [0, 0, 192, 127] })')).toBe(false);
});
