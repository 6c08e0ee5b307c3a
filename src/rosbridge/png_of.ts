/** Texts as pictures, which is how rosbridge's `png` compresses them. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** 8 bits for each of red, green and blue. */
const DEPTH_AND_COLOUR = [8, 2] as const;
const CHANNELS = 3;
/** Fills the last pixels after the text: white space in JSON. */
const PADDING = 0x0a;

/** The bytes of a text as the pixels of a PNG picture that is about as wide as it is high. */
export function pngOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pixels = Math.ceil(bytes.length / CHANNELS);
  const width = Math.max(1, Math.floor(Math.sqrt(pixels)));
  const height = Math.max(1, Math.ceil(pixels / width));
  const row = width * CHANNELS;
  // Each row begins with the number of its filter, 0: none.
  const rows = Buffer.alloc((row + 1) * height, PADDING);
  for (let y = 0; y < height; y++) {
    rows[y * (row + 1)] = 0;
    bytes.copy(rows, y * (row + 1) + 1, y * row, Math.min(bytes.length, (y + 1) * row));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(DEPTH_AND_COLOUR, 8);
  const parts = [
    part('IHDR', header),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...parts]);
}

function part(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}
