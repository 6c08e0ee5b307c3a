import type { Points } from '../../../model/drawable.js';
import type { LaserScan, PointCloud, PointField } from './scene_messages.js';

/** The most points of a cloud; of more, an even selection is shown. */
const MOST_POINTS = 1_000_000;

type Read = (view: DataView, at: number) => number;

/** How each datatype constant of `sensor_msgs/msg/PointField` is stored. */
const READERS: Readonly<Record<number, { readonly bytes: number; read(little: boolean): Read }>> = {
  1: { bytes: 1, read: () => (view, at) => view.getInt8(at) },
  2: { bytes: 1, read: () => (view, at) => view.getUint8(at) },
  3: { bytes: 2, read: (little) => (view, at) => view.getInt16(at, little) },
  4: { bytes: 2, read: (little) => (view, at) => view.getUint16(at, little) },
  5: { bytes: 4, read: (little) => (view, at) => view.getInt32(at, little) },
  6: { bytes: 4, read: (little) => (view, at) => view.getUint32(at, little) },
  7: { bytes: 4, read: (little) => (view, at) => view.getFloat32(at, little) },
  8: { bytes: 8, read: (little) => (view, at) => view.getFloat64(at, little) },
};

/** @throws Error that says why the cloud cannot be drawn */
export function pointsOfCloud(cloud: PointCloud): Omit<Points, 'pose'> {
  const { data, point_step: step, row_step: row, width, height } = cloud;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const reader = (name: string) => readerOf(cloud, name);
  const [x, y, z] = [reader('x'), reader('y'), reader('z')];
  if (x === undefined || y === undefined || z === undefined) {
    throw new Error('It has no fields x, y and z.');
  }
  const rowBytes = row === 0 ? step * width : row;
  if (step <= 0 || rowBytes * (height - 1) + step * width > data.length) {
    throw new Error(`It says ${width * height} points, and has the bytes of fewer.`);
  }
  const count = width * height;
  const every = Math.max(1, Math.ceil(count / MOST_POINTS));
  const positions = new Float32Array(Math.ceil(count / every) * 3);
  const places = new Uint32Array(positions.length / 3);
  let kept = 0;
  for (let i = 0; i < count; i += every) {
    const at = Math.floor(i / width) * rowBytes + (i % width) * step;
    const [px, py, pz] = [x(view, at), y(view, at), z(view, at)];
    if (!Number.isFinite(px + py + pz)) continue;
    positions.set([px, py, pz], kept * 3);
    places[kept++] = at;
  }
  const shown = places.subarray(0, kept);
  const colours = coloursOf(cloud, view, shown, reader);
  return { kind: 'points', positions: positions.slice(0, kept * 3), colours, size: 2 };
}

function readerOf(cloud: PointCloud, name: string): Read | undefined {
  const field: PointField | undefined = cloud.fields.find((each) => each.name === name);
  const how = field && READERS[field.datatype];
  if (field === undefined || how === undefined) return undefined;
  if (field.offset + how.bytes > cloud.point_step) return undefined;
  const read = how.read(!cloud.is_bigendian);
  return (view, at) => read(view, at + field.offset);
}

/** The cloud's own colours, or colours for its intensity or height. */
function coloursOf(
  cloud: PointCloud,
  view: DataView,
  places: Uint32Array,
  reader: (name: string) => Read | undefined,
): Uint8Array<ArrayBuffer> {
  const packed = ['rgb', 'rgba'].find((name) => cloud.fields.some((field) => field.name === name));
  const field = cloud.fields.find(({ name }) => name === packed);
  if (field !== undefined && field.offset + 4 <= cloud.point_step) {
    const colours = new Uint8Array(places.length * 3);
    for (const [i, place] of places.entries()) {
      // The field contains the bytes of 0xAARRGGBB, whatever its datatype.
      const bits = view.getUint32(place + field.offset, !cloud.is_bigendian);
      colours.set([(bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255], i * 3);
    }
    return colours;
  }
  const read = reader('intensity') ?? reader('z')!;
  return rainbow(Float64Array.from(places, (place) => read(view, place)));
}

/** Colours from dark blue over green to yellow, which rise in brightness (after viridis). */
const STEPS = [
  ...[
    [68, 1, 84],
    [59, 82, 139],
    [33, 145, 140],
    [94, 201, 98],
  ],
  [253, 231, 37],
] as const;

function rainbow(values: Float64Array): Uint8Array<ArrayBuffer> {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const colours = new Uint8Array(values.length * 3);
  const range = most > least ? most - least : 1;
  for (const [i, value] of values.entries()) {
    const at = Math.min(1, Math.max(0, (value - least) / range)) * (STEPS.length - 1) || 0;
    const low = Math.min(STEPS.length - 2, Math.floor(at));
    const [a, b] = [STEPS[low]!, STEPS[low + 1]!];
    for (let c = 0; c < 3; c++) colours[i * 3 + c] = a[c]! + (b[c]! - a[c]!) * (at - low);
  }
  return colours;
}

/** The end points of the rays that hit something. */
export function pointsOfScan(scan: LaserScan): Omit<Points, 'pose'> {
  const { ranges, angle_min: from, angle_increment: step, range_min, range_max } = scan;
  const positions: number[] = [];
  for (let i = 0; i < Math.min(ranges.length, MOST_POINTS); i++) {
    const range = ranges[i]!;
    if (!(range >= range_min && range <= range_max) || !Number.isFinite(range)) continue;
    const angle = from + i * step;
    positions.push(range * Math.cos(angle), range * Math.sin(angle), 0);
  }
  return {
    kind: 'points',
    positions: Float32Array.from(positions),
    colours: undefined,
    size: 4,
  };
}
