import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPointCloud2,
  type PointCloud2Msg,
  readPositions,
  readTimes,
} from './point_cloud2.js';

const header = { stamp: { sec: 1, nanosec: 2 }, frame_id: 'lidar' };
const float = fc.float({ noNaN: true });

/** A cloud with one field of each given type; `write` fills a point. */
function layout(
  fields: [name: string, offset: number, datatype: number][],
  step: number,
  points: number,
  big: boolean,
  write: (view: DataView, at: number, point: number) => void,
): PointCloud2Msg {
  const data = new Uint8Array(step * points);
  for (let i = 0; i < points; i++) write(new DataView(data.buffer), i * step, i);
  return {
    header,
    height: 1,
    width: points,
    fields: fields.map(([name, offset, datatype]) => ({ name, offset, datatype, count: 1 })),
    is_bigendian: big,
    point_step: step,
    row_step: step * points,
    data,
    is_dense: true,
  };
}

describe('PointCloud2', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(float, float, float, float), { maxLength: 20 }), (points) => {
        const xyz = Float32Array.from(points.flatMap((p) => p.slice(0, 3)));
        const times = Float32Array.from(points.map((p) => p[3]));
        const cloud = createPointCloud2(header, xyz, times);
        expect(readPositions(cloud)).toEqual(xyz);
        expect(readTimes(cloud)).toEqual(Float64Array.from(times));
        expect(readTimes(createPointCloud2(header, xyz))).toBeUndefined();
      }),
    );
  });

  it('is read in any layout: order, padding, byte order, float64, organised', () => {
    const cloud = layout(
      [
        ['timestamp', 0, 8],
        ['z', 8, 7],
        ['y', 12, 7],
        ['intensity', 16, 2],
        ['x', 20, 7],
      ],
      32,
      6,
      true,
      (view, at, i) => {
        view.setFloat64(at, 1e9 + i);
        view.setFloat32(at + 8, i + 0.75);
        view.setFloat32(at + 12, i + 0.5);
        view.setFloat32(at + 20, i + 0.25);
      },
    );
    const organised = { ...cloud, height: 2, width: 3, row_step: 96 };
    for (const c of [cloud, organised]) {
      const positions = readPositions(c);
      expect([...positions.subarray(6, 9)]).toEqual([2.25, 2.5, 2.75]);
      expect(readTimes(c)![5]).toBe(1e9 + 5);
    }
    const wide = layout(
      [
        ['x', 0, 8],
        ['y', 8, 8],
        ['z', 16, 8],
      ],
      24,
      1,
      false,
      (view, at) => view.setFloat64(at, 0.1, true),
    );
    expect(readPositions(wide)).toEqual(Float64Array.of(0.1, 0, 0));
  });

  it('takes the last time field, of the types drivers use', () => {
    const cloud = layout(
      [
        ['time', 0, 7],
        ['t', 4, 6],
      ],
      8,
      2,
      false,
      (view, at, i) => view.setUint32(at + 4, 4e9 + i, true),
    );
    expect([...readTimes(cloud)!]).toEqual([4e9, 4e9 + 1]);
    const bytes = { ...cloud, fields: [{ name: 't', offset: 0, datatype: 2, count: 1 }] };
    expect(() => readTimes(bytes)).toThrow('unsupported type');
  });

  it('is refused, never read beyond its end, when its sizes are wrong', () => {
    const good = createPointCloud2(header, Float32Array.of(1, 2, 3, 4, 5, 6));
    const wrong: Partial<PointCloud2Msg>[] = [
      { width: 3 },
      { height: 2 },
      { data: good.data.subarray(1) },
      { point_step: 8 },
      { fields: good.fields.map((f) => ({ ...f, offset: f.offset + 4 })) },
    ];
    for (const change of wrong) {
      expect(() => readPositions({ ...good, ...change })).toThrow(/point cloud/);
    }
    expect(() => readPositions({ ...good, fields: [] })).toThrow('no field x');
    expect(readPositions({ ...good, width: 0, data: new Uint8Array() }).length).toBe(0);
  });
});
