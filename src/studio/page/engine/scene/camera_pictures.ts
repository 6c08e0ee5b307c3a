import type { Picture } from '../../../model/drawable.js';
import type { CameraImage, CompressedImage } from './scene_messages.js';

/** Larger pictures are not shown. */
const MOST_PIXELS = 64_000_000;

/** Offsets of red, green and blue in a pixel, and its size in bytes. */
const ENCODINGS: Readonly<
  Record<string, { readonly bytes: number; readonly at: readonly [number, number, number] }>
> = {
  rgb8: { bytes: 3, at: [0, 1, 2] },
  bgr8: { bytes: 3, at: [2, 1, 0] },
  rgba8: { bytes: 4, at: [0, 1, 2] },
  bgra8: { bytes: 4, at: [2, 1, 0] },
  '8UC3': { bytes: 3, at: [2, 1, 0] },
  '8UC4': { bytes: 4, at: [2, 1, 0] },
  mono8: { bytes: 1, at: [0, 0, 0] },
  '8UC1': { bytes: 1, at: [0, 0, 0] },
};
/** Encodings of numbers, which are shown from dark (least) to bright (greatest). */
const DEEP = new Set(['mono16', '16UC1', '32FC1']);
const FORMATS = { jpeg: 'image/jpeg', jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** @throws Error that says why the picture cannot be shown */
export function pictureOfImage(image: CameraImage, time: number): Picture {
  const { width, height, encoding } = image;
  if (width * height > MOST_PIXELS) throw new Error(`${width} × ${height} pixels are too many.`);
  const pixels = DEEP.has(encoding) ? deepPixels(image) : colourPixels(image);
  return { width, height, pixels, file: undefined, time };
}

function colourPixels(image: CameraImage): Uint8Array<ArrayBuffer> {
  const { width, height, encoding, step, data } = image;
  const how = Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding]! : undefined;
  if (how === undefined) throw new Error(`Images with the encoding ${encoding} are not shown.`);
  const row = rowBytes(image, how.bytes);
  if (row * (height - 1) + width * how.bytes > data.length) throw tooShort(image);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  const [red, green, blue] = how.at;
  for (let y = 0; y < height; y++) {
    let from = y * (step || row);
    let to = y * width * 4;
    for (let x = 0; x < width; x++, from += how.bytes, to += 4) {
      pixels[to] = data[from + red]!;
      pixels[to + 1] = data[from + green]!;
      pixels[to + 2] = data[from + blue]!;
    }
  }
  return pixels;
}

function deepPixels(image: CameraImage): Uint8Array<ArrayBuffer> {
  const { width, height, encoding, is_bigendian, data } = image;
  const bytes = encoding === '32FC1' ? 4 : 2;
  const row = rowBytes(image, bytes);
  if (row * (height - 1) + width * bytes > data.length) throw tooShort(image);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = is_bigendian === 0;
  const values = new Float32Array(width * height);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const at = Math.floor(i / width) * row + (i % width) * bytes;
    const value = bytes === 4 ? view.getFloat32(at, little) : view.getUint16(at, little);
    values[i] = value;
    if (Number.isFinite(value)) [least, most] = [Math.min(least, value), Math.max(most, value)];
  }
  const pixels = new Uint8Array(values.length * 4).fill(255);
  const scale = most > least ? 255 / (most - least) : 0;
  for (const [i, value] of values.entries()) {
    pixels.fill(Number.isFinite(value) ? (value - least) * scale : 0, i * 4, i * 4 + 3);
  }
  return pixels;
}

function rowBytes({ step, width }: CameraImage, bytes: number): number {
  return step === 0 ? width * bytes : step;
}

function tooShort({ width, height, data }: CameraImage): Error {
  return new Error(`It says ${width} × ${height} pixels; ${data.length} bytes are too few.`);
}

/** @throws Error that says why the picture cannot be shown */
export function pictureOfFile({ format, data }: CompressedImage, time: number): Picture {
  const name = Object.keys(FORMATS).find((each) => format.toLowerCase().includes(each));
  if (name === undefined) throw new Error(`Pictures in the format "${format}" are not shown.`);
  const type = FORMATS[name as keyof typeof FORMATS];
  const file = { type, bytes: new Uint8Array(data) };
  return { width: 0, height: 0, pixels: undefined, file, time };
}
