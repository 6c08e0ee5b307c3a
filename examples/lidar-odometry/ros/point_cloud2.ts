import type { HeaderMsg } from './messages.js';

/** `sensor_msgs/msg/PointField`. */
export interface PointFieldMsg {
  readonly name: string;
  readonly offset: number;
  readonly datatype: number;
  readonly count: number;
}

/** `sensor_msgs/msg/PointCloud2`. */
export interface PointCloud2Msg {
  readonly header: HeaderMsg;
  readonly height: number;
  readonly width: number;
  readonly fields: readonly PointFieldMsg[];
  readonly is_bigendian: boolean;
  readonly point_step: number;
  readonly row_step: number;
  readonly data: Uint8Array;
  readonly is_dense: boolean;
}

const UINT32 = 6;
const FLOAT32 = 7;
const FLOAT64 = 8;
const SIZES: Readonly<Record<number, number>> = { [UINT32]: 4, [FLOAT32]: 4, [FLOAT64]: 8 };

/** Names under which drivers publish the time of a point. */
const TIME_NAMES = ['t', 'timestamp', 'time'];

/**
 * The positions of a cloud of any layout, x, y, z interleaved: float32 unless the cloud has
 * float64 fields. Invalid points (NaN) are kept, so that times stay in step.
 */
export function readPositions(cloud: PointCloud2Msg): Float32Array | Float64Array {
  const axes = ['x', 'y', 'z'].map((name) => {
    const field = cloud.fields.find((f) => f.name === name);
    if (field === undefined) throw new Error(`the point cloud has no field ${name}`);
    if (field.datatype !== FLOAT32 && field.datatype !== FLOAT64) {
      throw new Error(`field ${name} of the point cloud is neither float32 nor float64`);
    }
    return field;
  });
  const count = checkedCount(cloud, axes);
  const wide = axes.some((field) => field.datatype === FLOAT64);
  const xyz = wide ? new Float64Array(3 * count) : new Float32Array(3 * count);
  for (const [axis, field] of axes.entries()) readField(cloud, field, xyz, axis, 3);
  return xyz;
}

/**
 * The times of the points, or undefined if the cloud has none: the last field named `t`,
 * `timestamp` or `time` (uint32, float32 or float64), in whatever unit it has.
 */
export function readTimes(cloud: PointCloud2Msg): Float64Array | undefined {
  const field = cloud.fields.filter((f) => TIME_NAMES.includes(f.name)).at(-1);
  if (field === undefined) return undefined;
  if (SIZES[field.datatype] === undefined) {
    throw new Error(
      `time field ${field.name} of the point cloud has unsupported type ${field.datatype}`,
    );
  }
  const times = new Float64Array(checkedCount(cloud, [field]));
  readField(cloud, field, times, 0, 1);
  return times;
}

/** Number of points, after making sure that no field of any point lies outside the data. */
function checkedCount(cloud: PointCloud2Msg, fields: readonly PointFieldMsg[]): number {
  const { width, height, point_step, row_step, data } = cloud;
  const count = width * height;
  if (count === 0) return 0;
  const end = Math.max(...fields.map((f) => f.offset + SIZES[f.datatype]!));
  const needed = (height - 1) * row_step + (width - 1) * point_step + end;
  if (end > point_step || (height > 1 && row_step < width * point_step) || needed > data.length) {
    throw new Error(
      `the point cloud promises ${width} x ${height} points of ${point_step} bytes, ` +
        `but its ${data.length} bytes of data do not hold them`,
    );
  }
  return count;
}

/** Copies one field of all points to target[start], target[start + stride], ... */
function readField(
  cloud: PointCloud2Msg,
  field: PointFieldMsg,
  target: Float32Array | Float64Array,
  start: number,
  stride: number,
): void {
  const { width, height, point_step, row_step, data } = cloud;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = !cloud.is_bigendian;
  let o = start;
  for (let row = 0; row < height; row++) {
    let at = row * row_step + field.offset;
    for (let column = 0; column < width; column++, at += point_step, o += stride) {
      if (field.datatype === FLOAT32) target[o] = view.getFloat32(at, little);
      else if (field.datatype === FLOAT64) target[o] = view.getFloat64(at, little);
      else target[o] = view.getUint32(at, little);
    }
  }
}

/**
 * Builds a cloud of x, y, z (float32) and, if `times` are given, `time` (float32).
 * @param xyz - x, y, z interleaved, metres
 */
export function createPointCloud2(
  header: HeaderMsg,
  xyz: ArrayLike<number>,
  times?: ArrayLike<number>,
): PointCloud2Msg {
  const count = Math.floor(xyz.length / 3);
  const names = times === undefined ? ['x', 'y', 'z'] : ['x', 'y', 'z', 'time'];
  const step = 4 * names.length;
  const data = new Uint8Array(step * count);
  const view = new DataView(data.buffer);
  for (let i = 0; i < count; i++) {
    view.setFloat32(step * i, xyz[3 * i]!, true);
    view.setFloat32(step * i + 4, xyz[3 * i + 1]!, true);
    view.setFloat32(step * i + 8, xyz[3 * i + 2]!, true);
    if (times !== undefined) view.setFloat32(step * i + 12, times[i]!, true);
  }
  return {
    header,
    height: 1,
    width: count,
    fields: names.map((name, i) => ({ name, offset: 4 * i, datatype: FLOAT32, count: 1 })),
    is_bigendian: false,
    point_step: step,
    row_step: step * count,
    data,
    is_dense: true,
  };
}
