/** Whole numbers from 0 to 2^53 − 1 as the uint64 of a trace record, without a BigInt. */

/** Dividing by it gives the upper half. */
export const TWO_32 = 4294967296;

/** Division by a power of two is exact, and a DataView takes a number modulo 2^32. */
export function setUint64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value, true);
  view.setUint32(offset + 4, value / TWO_32, true);
}

export function uint64(view: DataView, offset: number): number {
  return view.getUint32(offset, true) + TWO_32 * view.getUint32(offset + 4, true);
}
