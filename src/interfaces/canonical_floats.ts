/**
 * Messages whose bytes hold floats, according to their other fields. The sign of a computed NaN
 * depends on when the engine optimises the program and on the CPU; so each NaN in them becomes the
 * canonical one, as in float fields. Other values are left unchanged, to the bit.
 */
import { HOST_IS_LITTLE_ENDIAN } from './arrays.js';
import type { MessageObject, MessageType } from './message_type.js';
import { pixelsOf } from './pixels.js';
import { lookBetweenFields, lookForNan, undeclaredFloats } from './undeclared_floats.js';

const EXPONENT = 0x7f800000;
const NAN_32 = 0x7fc00000;
const EXPONENT_64 = 0x7ff00000;
const NAN_64 = 0x7ff80000;
const NOT_SIGN = 0x7fffffff;

/** Floats of one size at equal distances. */
interface Floats {
  readonly size: number;
  readonly start: number;
  readonly stride: number;
  readonly count: number;
  readonly littleEndian: boolean;
}

/** A `sensor_msgs/PointField` that holds floats; its two datatypes. */
const FLOAT32 = 7;
const FLOAT64 = 8;
/**
 * Colours packed into the bits of a float, by the convention of PCL; many of them look like NaN.
 */
const PACKED_COLOURS = /^rgba?$/;

interface PointField {
  readonly name: string;
  readonly offset: number;
  readonly datatype: number;
  readonly count: number;
}

type PointCloud = {
  readonly height: number;
  readonly width: number;
  readonly fields: readonly PointField[];
  readonly is_bigendian: boolean;
  readonly point_step: number;
  readonly row_step: number;
  readonly data: Uint8Array;
};

type Image = {
  readonly height: number;
  readonly encoding: string;
  readonly is_bigendian: number;
  readonly step: number;
  readonly data: Uint8Array;
};

/** For each type: what its definition must look like, and the function. */
const TYPES: Readonly<Record<string, [readonly string[], (message: MessageObject) => void]>> = {
  'sensor_msgs/msg/PointCloud2': [
    ['height', 'width', 'fields', 'is_bigendian', 'point_step', 'row_step', 'data'],
    (message) => canonicalCloud(message as PointCloud),
  ],
  'sensor_msgs/msg/Image': [
    ['height', 'encoding', 'is_bigendian', 'step', 'data'],
    (message) => canonicalImage(message as Image),
  ],
};

/**
 * Returns the given message, with every NaN in its bytes made canonical, or reported where nothing
 * declares the bytes as floats.
 */
export type CanonicalFloats = (message: MessageObject) => MessageObject;

/** The function for a type whose own fields may hold floats in bytes; undefined for any other. */
export function canonicalFloats(type: MessageType): CanonicalFloats | undefined {
  const [names, change] = (Object.hasOwn(TYPES, type.name) && TYPES[type.name]) || [];
  const fields = type.fields.map(({ name }) => name);
  if (
    names === undefined ||
    change === undefined ||
    !names.every((name) => fields.includes(name))
  ) {
    return undeclared(type);
  }
  return (message) => {
    if (message.data instanceof Uint8Array) change(message);
    return message;
  };
}

/** Cached, because the slow path asks for every message. */
const kept = new WeakMap<MessageType, { readonly canonical: CanonicalFloats | undefined }>();

function undeclared(type: MessageType): CanonicalFloats | undefined {
  const known = kept.get(type);
  if (known !== undefined) return known.canonical;
  const look = undeclaredFloats(type);
  const canonical: CanonicalFloats | undefined =
    look &&
    ((message) => {
      look(message);
      return message;
    });
  kept.set(type, { canonical });
  return canonical;
}

function canonicalCloud(cloud: PointCloud): void {
  const { point_step: step, width, data } = cloud;
  if (step === 0 || data.length === 0) return;
  const starts32: number[] = [];
  const starts64: number[] = [];
  const reach = Math.min(step, data.length);
  for (const { name, offset, datatype, count } of cloud.fields) {
    const size = datatype === FLOAT32 ? 4 : datatype === FLOAT64 ? 8 : 0;
    if (size === 0 || PACKED_COLOURS.test(name)) continue;
    const starts = size === 4 ? starts32 : starts64;
    const end = Math.min(reach, offset + size * Math.max(1, count));
    // More floats than bytes would mean overlapping fields, which have no meaning.
    for (let at = offset; at + size <= end && starts.length < reach; at += size) starts.push(at);
  }
  const littleEndian = !cloud.is_bigendian;
  const places = starts32.reduce((all, start) => all | start, step | cloud.row_step);
  if (starts64.length === 0 && (places & 3) === 0 && isFinite32(data, littleEndian)) return;
  const packedRows = cloud.row_step <= width * step;
  // The padding of rows is not examined.
  if (packedRows) {
    lookBetweenFields(data, step, gapsOf(cloud, reach), 'sensor_msgs/msg/PointCloud2.data');
  }
  if (starts32.length + starts64.length === 0) return;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const rowStep = packedRows ? data.length : cloud.row_step;
  for (let row = 0; row < data.length; row += rowStep) {
    const stop = packedRows ? data.length : Math.min(row + width * step, data.length);
    canonicalFields(view, { size: 4, row, stop, step, starts: starts32, littleEndian });
    canonicalFields(view, { size: 8, row, stop, step, starts: starts64, littleEndian });
  }
}

/** Bytes of each datatype of a `sensor_msgs/PointField`, from `INT8`; 0 if there is no such type. */
const FIELD_BYTES = [0, 1, 1, 2, 2, 4, 4, 4, 8];

/** The bytes of a point that belong to no field. */
function gapsOf({ fields }: PointCloud, step: number): [from: number, to: number][] {
  const gaps: [number, number][] = [];
  let end = 0;
  for (const { offset, datatype, count } of fields.toSorted((a, b) => a.offset - b.offset)) {
    if (offset > end) gaps.push([end, Math.min(offset, step)]);
    end = Math.max(end, offset + (FIELD_BYTES[datatype] ?? 0) * Math.max(1, count));
  }
  if (end < step) gaps.push([end, step]);
  return gaps.filter(([from, to]) => to - from >= 4);
}

interface RowOfPoints {
  readonly size: number;
  readonly row: number;
  readonly stop: number;
  readonly step: number;
  readonly starts: readonly number[];
  readonly littleEndian: boolean;
}

/** Points that consist only of floats form one sequence; otherwise there is one per field. */
function canonicalFields(view: DataView, points: RowOfPoints): void {
  const { size, row, stop, step, starts, littleEndian } = points;
  if (starts.length * size === step && starts.every((start, i) => start === i * size)) {
    const count = Math.floor((stop - row) / size);
    canonical(view, { size, start: row, stride: size, count, littleEndian });
    return;
  }
  for (const offset of starts) {
    const start = row + offset;
    const count = Math.floor((stop - start - size) / step) + 1;
    canonical(view, { size, start, stride: step, count, littleEndian });
  }
}

function canonicalImage(image: Image): void {
  const { data, encoding } = image;
  if (data.length === 0) return;
  const { floatBytes: size, areIntegers } = pixelsOf(encoding);
  if (size === 0) {
    if (!areIntegers) lookForNan(data, 'sensor_msgs/msg/Image.data');
    return;
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const littleEndian = image.is_bigendian === 0;
  if (size === 4 && (image.step & 3) === 0 && isFinite32(data, littleEndian)) return;
  // Rows whose padding is not a multiple of a float are separate sequences; all others form one.
  const rowStep = image.step >= size && image.step % size !== 0 ? image.step : data.length;
  for (let start = 0; start < data.length; start += rowStep) {
    const count = Math.floor(Math.min(rowStep, data.length - start) / size);
    canonical(view, { size, start, stride: size, count, littleEndian });
  }
}

/**
 * Whether none of the words of `data` is NaN or infinite when read as a float; false if that cannot
 * be determined quickly. Four times as fast as checking each field, which it usually saves.
 */
function isFinite32(data: Uint8Array, littleEndian: boolean): boolean {
  if (((data.byteOffset | data.byteLength) & 3) !== 0) return false;
  if (littleEndian !== HOST_IS_LITTLE_ENDIAN) return false;
  const f = new Float32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  const last = f.length - 15;
  // The sum of so few finite floats is finite in 64 bits, so times 0 it is 0; with a NaN or an
  // infinity it is not.
  let sum = 0;
  let i = 0;
  for (; i < last; i += 16) {
    const a = f[i]! + f[i + 1]! + f[i + 2]! + f[i + 3]!;
    const b = f[i + 4]! + f[i + 5]! + f[i + 6]! + f[i + 7]!;
    const c = f[i + 8]! + f[i + 9]! + f[i + 10]! + f[i + 11]!;
    const d = f[i + 12]! + f[i + 13]! + f[i + 14]! + f[i + 15]!;
    sum += (a + b + c + d) * 0;
  }
  for (; i < f.length; i++) sum += f[i]! * 0;
  return sum === 0;
}

function canonical(view: DataView, floats: Floats): void {
  if (floats.size === 4) canonicalFloat32s(view, floats);
  else canonicalFloat64s(view, floats);
}

function canonicalFloat32s(view: DataView, floats: Floats): void {
  const { start, stride, count, littleEndian } = floats;
  const offset = view.byteOffset + start;
  const aligned = ((offset | stride) & 3) === 0;
  if (aligned && count > 0 && littleEndian === HOST_IS_LITTLE_ENDIAN) {
    const length = (count - 1) * (stride >> 2) + 1;
    canonicalWords(new Int32Array(view.buffer, offset, length), stride >> 2);
    return;
  }
  for (let i = 0, at = start; i < count; i++, at += stride) {
    if ((view.getInt32(at, littleEndian) & NOT_SIGN) > EXPONENT) {
      view.setInt32(at, NAN_32, littleEndian);
    }
  }
}

/** The common case: several times as fast as byte by byte. */
function canonicalWords(words: Int32Array, stride: number): void {
  const { length } = words;
  for (let i = 0; i < length; i += stride) {
    if ((words[i]! & NOT_SIGN) > EXPONENT) words[i] = NAN_32;
  }
}

function canonicalFloat64s(view: DataView, floats: Floats): void {
  const { start, stride, count, littleEndian } = floats;
  const [high, low] = littleEndian ? [4, 0] : [0, 4];
  for (let i = 0, at = start; i < count; i++, at += stride) {
    const top = view.getInt32(at + high, littleEndian) & NOT_SIGN;
    if (top < EXPONENT_64) continue;
    if (top === EXPONENT_64 && view.getInt32(at + low, littleEndian) === 0) continue;
    view.setInt32(at + high, NAN_64, littleEndian);
    view.setInt32(at + low, 0, littleEndian);
  }
}
