import { varint } from './thrift_struct.js';

/** As many equal values as these are written once. */
const SHORTEST_RUN = 8;

/**
 * Small numbers in Parquet's hybrid of runs and packed bits: numbers in a dictionary, and whether there is a
 * value.
 *
 * @param width - bits of a number: 0 to 16
 */
export function parquetLevels(values: Uint16Array, count: number, width: number): Buffer {
  const parts: (Uint8Array | number[])[] = [];
  for (let at = 0; at < count; ) {
    const run = runLength(values, at, count);
    if (run >= SHORTEST_RUN) {
      const value = values[at]!;
      parts.push(
        varint(run * 2),
        width > 8 ? [value & 0xff, value >> 8] : width > 0 ? [value] : [],
      );
      at += run;
      continue;
    }
    // Packed values come in eights, and the last of all are filled up.
    let end = at;
    do end += 8;
    while (end < count && runLength(values, end, count) < SHORTEST_RUN);
    parts.push(
      varint(((end - at) / 8) * 2 + 1),
      packedBits(values, at, Math.min(end, count), width),
    );
    at = end;
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/** Numbers one after the other, from the lowest bit on; the bytes of eights are complete. */
export function packedBits(
  values: Uint16Array,
  from: number,
  to: number,
  width: number,
): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((to - from) / 8) * width);
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let i = from; i < to; i++) {
    held |= values[i]! << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>>= 8) bytes[at++] = held;
  }
  if (bits > 0) bytes[at] = held;
  return bytes;
}

/** How many equal values there are from here on. */
function runLength(values: Uint16Array, from: number, count: number): number {
  const value = values[from];
  let end = from + 1;
  while (end < count && values[end] === value) end++;
  return end - from;
}
