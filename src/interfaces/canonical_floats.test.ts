import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const cloudType = types.message('sensor_msgs/msg/PointCloud2');
const imageType = types.message('sensor_msgs/msg/Image');

const [FLOAT32, FLOAT64, UINT8] = [7, 8, 2];
const SIZES = { [FLOAT32]: 4, [FLOAT64]: 8, [UINT8]: 1 };

function field(name: string, offset: number, datatype: number, count = 1) {
  return { name, offset, datatype, count };
}

/** Floats of 32 bits, NaN of both signs and with other bits among them. */
const word = fc.oneof(
  fc.constantFrom(0x7fc00000, 0xffc00000, 0xffffffff, 0x7f800001, 0x7f800000, 0xff800000),
  fc.integer({ min: 0, max: 0xffffffff }),
);
const fields = fc.array(
  fc.record({
    datatype: fc.constantFrom(FLOAT32, FLOAT64, UINT8),
    gap: fc.nat(5),
    count: fc.nat(3),
  }),
  { maxLength: 4 },
);
const layout = fc.record({
  fields,
  height: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 0, max: 5 }),
  padding: fc.nat(5),
  rowPadding: fc.nat(9),
  is_bigendian: fc.boolean(),
  words: fc.array(word, { minLength: 1, maxLength: 40 }),
});

function cloudOf(shape: typeof layout extends fc.Arbitrary<infer T> ? T : never) {
  let step = 0;
  const placed = shape.fields.map(({ datatype, gap, count }, i) => {
    const offset = step + gap;
    step = offset + SIZES[datatype]! * Math.max(1, count);
    return field(`f${i}`, offset, datatype, count);
  });
  const point_step = step + shape.padding;
  const row_step = point_step * shape.width + shape.rowPadding;
  const data = new Uint8Array(row_step * shape.height);
  const view = new DataView(data.buffer);
  for (let i = 0; i + 4 <= data.length; i += 4) {
    view.setUint32(i, shape.words[(i / 4) % shape.words.length]!, !shape.is_bigendian);
  }
  const { height, width, is_bigendian } = shape;
  return { height, width, fields: placed, is_bigendian, point_step, row_step, data };
}

/** The expected bytes, computed float by float in the simplest way. */
function expectedOf(cloud: ReturnType<typeof cloudOf>): Uint8Array {
  const data = cloud.data.slice();
  const view = new DataView(data.buffer);
  const little = !cloud.is_bigendian;
  for (let row = 0; row < cloud.height; row++) {
    for (let column = 0; column < cloud.width; column++) {
      for (const { datatype, offset, count } of cloud.fields) {
        for (let i = 0; i < Math.max(1, count); i++) {
          const point = row * cloud.row_step + column * cloud.point_step + offset;
          const at = point + i * SIZES[datatype]!;
          if (datatype === FLOAT32 && Number.isNaN(view.getFloat32(at, little))) {
            view.setUint32(at, 0x7fc00000, little);
          }
          if (datatype === FLOAT64 && Number.isNaN(view.getFloat64(at, little))) {
            view.setBigUint64(at, 0x7ff8000000000000n, little);
          }
        }
      }
    }
  }
  return data;
}

describe('the points of a PointCloud2', () => {
  it('hold only one kind of NaN, and are otherwise what was published', () => {
    fc.assert(
      fc.property(layout, (shape) => {
        const cloud = cloudOf(shape);
        const given = cloud.data.slice();
        const expected = expectedOf(cloud);
        for (const strict of [false, true]) {
          const { data } = cloudType.normalize(cloud, { strict });
          expect(Buffer.compare(data as Uint8Array, expected)).toBe(0);
        }
        expect(Buffer.compare(cloud.data, given)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same whichever sign a NaN has', () => {
    const cloud = (nan: number) => {
      const floats = new Float32Array([1, 2, 3, 4, 5, 6, 7, 8]);
      new Uint32Array(floats.buffer)[2] = nan;
      const data = new Uint8Array(floats.buffer);
      const xyzi = ['x', 'y', 'z', 'intensity'].map((name, i) => field(name, 4 * i, FLOAT32));
      const shape = { height: 1, width: 2, point_step: 16, row_step: 32 };
      return cloudType.encode(cloudType.normalize({ ...shape, fields: xyzi, data }));
    };
    expect(cloud(0xffc00000)).toEqual(cloud(0x7fc00000));
  });

  it('are examined at their places, also when each word of the bytes is a finite float', () => {
    for (const at of [0, 1, 2, 3, 4, 7, 64, 68, 97, 124]) {
      const data = new Uint8Array(128);
      const view = new DataView(data.buffer);
      view.setUint32(at, 0xffc00000, true);
      const shape = { height: 1, width: 1, point_step: 128, row_step: 128 };
      const cloud = { ...shape, fields: [field('x', at, FLOAT32)], data };
      const { data: canonical } = cloudType.normalize(cloud);
      expect((canonical as Uint8Array)[at + 3]).toBe(0x7f);
    }
  });

  it('keep colours that are packed into floats', () => {
    const data = new Uint8Array([0x10, 0x20, 0xc0, 0xff]);
    const fields = [field('rgb', 0, FLOAT32)];
    const shape = { height: 1, width: 1, point_step: 4, row_step: 4 };
    expect(cloudType.normalize({ ...shape, fields, data }).data).toEqual(data);
  });

  it('take time proportional to the bytes, whatever the other fields say', () => {
    const data = new Uint8Array(1000).fill(255);
    const huge = 2 ** 32 - 1;
    const fields = [field('x', 0, FLOAT32, huge), field('y', huge, FLOAT64, huge)];
    for (const step of [0, 1, 7, 1000, huge]) {
      const shape = { height: huge, width: huge, point_step: step, row_step: 1 };
      expect(cloudType.normalize({ ...shape, fields, data }).data).toHaveLength(1000);
    }
  });
});

describe('the pixels of an Image', () => {
  const bytes = (words: number[]) => new Uint8Array(new Uint32Array(words).buffer);

  it('of floats hold only one kind of NaN', () => {
    const image = { height: 1, width: 2, step: 8, data: bytes([0xffc00000, 0xff800000]) };
    const canonical = bytes([0x7fc00000, 0xff800000]);
    expect(imageType.normalize({ ...image, encoding: '32FC1' }).data).toEqual(canonical);
    const doubles = { ...image, encoding: '64FC1', data: bytes([1, 0xfff80000]) };
    expect(imageType.normalize(doubles).data).toEqual(bytes([0, 0x7ff80000]));
    expect(imageType.normalize({ ...image, encoding: 'bgra8' }).data).toEqual(image.data);
  });

  it('of floats may have padded rows', () => {
    const data = new Uint8Array([0, 0, 0xc0, 0xff, 9, 0, 0, 0xc0, 0xff, 9]);
    const image = { height: 2, width: 1, step: 5, encoding: '32FC1', data };
    expect([...(imageType.normalize(image).data as Uint8Array)]).toEqual([
      ...[0, 0, 0xc0, 0x7f, 9],
      ...[0, 0, 0xc0, 0x7f, 9],
    ]);
  });
});
