// Cost of the operations on messages: normalize, copy, encode, decode.
// Run: npm run build && node bench/cdr.bench.mjs
// Prints nanoseconds per operation: the best of seven rounds, because noise only adds time.

import { parse } from '@foxglove/rosmsg';
import { MessageReader, MessageWriter } from '@foxglove/rosmsg2-serialization';
import { CdrWriter, TypeRegistry } from '../dist/interfaces/index.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
let sink;

function nanoseconds(operation, count) {
  for (let i = 0; i < count; i++) sink = operation();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < count; i++) sink = operation();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / count);
  }
  return best;
}

function report(label, name, input, count) {
  const type = types.message(name);
  const value = type.normalize(input);
  const bytes = type.encode(value);
  const writer = new CdrWriter();
  const definitions = parse(type.schemaText, { ros2: true });
  const baseWriter = new MessageWriter(definitions);
  const baseReader = new MessageReader(definitions);
  const rows = {
    normalize: () => type.normalize(input),
    copy: () => type.copy(value),
    'encode into a warm writer': () => {
      writer.reset();
      return type.encodeInto(writer, value);
    },
    'encode, fresh array': () => type.encode(value),
    'encode, baseline (rosmsg2-serialization)': () => baseWriter.writeMessage(value),
    decode: () => type.decode(bytes),
    'decode, byte arrays as views': () => type.decode(bytes, { view: true }),
    'decode, baseline (rosmsg2-serialization)': () => baseReader.readMessage(bytes),
  };
  for (const [operation, run] of Object.entries(rows)) {
    const figure = nanoseconds(run, count).toFixed(0).padStart(8);
    console.log(`${label.padEnd(20)} ${operation.padEnd(42)} ${figure} ns`);
  }
}

const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const header = { stamp: { sec: 1, nanosec: 2 }, frame_id: 'imu_link' };

report('UInt64', 'std_msgs/msg/UInt64', { data: 123n }, 200_000);
report(
  'Imu',
  'sensor_msgs/msg/Imu',
  {
    header,
    orientation: { x: 0.5, y: 0.5, z: 0.5, w: 0.5 },
    orientation_covariance: nine,
    angular_velocity: { x: 1.5, y: 2.5, z: 3.5 },
    angular_velocity_covariance: nine,
    linear_acceleration: { x: 0.1, y: 0.2, z: 9.8 },
    linear_acceleration_covariance: nine,
  },
  50_000,
);
report(
  'PointCloud2 100 KB',
  'sensor_msgs/msg/PointCloud2',
  {
    header,
    height: 1,
    width: 6250,
    fields: ['x', 'y', 'z', 'i'].map((name, i) => ({ name, offset: 4 * i, datatype: 7, count: 1 })),
    is_bigendian: false,
    point_step: 16,
    row_step: 100_000,
    data: new Uint8Array(100_000).fill(3),
    is_dense: true,
  },
  3_000,
);
const cloud = new Uint8Array(102_400);
const target = new Uint8Array(102_400);
console.log(
  `${'memcpy 100 KB'.padEnd(20)} ${'into warm memory'.padEnd(42)} ${nanoseconds(
    () => target.set(cloud),
    3_000,
  )
    .toFixed(0)
    .padStart(8)} ns`,
);
if (sink === null) console.log(sink);
