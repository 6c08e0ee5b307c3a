import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { BagMessageTypes, hashBag, importKitti, KITTI_TOPICS, openBag } from '../index.js';
import { temporaryDirectory } from '../testing.test_support.js';
import { compose, invert, quaternionOf } from './quaternion.js';

const directory = temporaryDirectory();
const registry = new TypeRegistry({ amentPrefixPath: '' });
const shared = process.env.ORRERY_SHARED ?? resolve(import.meta.dirname, '../../../../shared');
const real = join(shared, 'data/kitti00_first6');

// The velodyne looks along x, the camera along z: x_cam = -y, y_cam = -z, z_cam = x.
const TR = '0 -1 0 0.5 0 0 -1 0 1 0 0 -0.25';

/** A sequence in the layout of the benchmark with scans of one point each. */
function synthetic(name: string, scans = 3): string {
  const root = join(directory, name);
  const sequence = join(root, 'sequences', '07');
  mkdirSync(join(sequence, 'velodyne'), { recursive: true });
  mkdirSync(join(root, 'poses'));
  for (let index = 0; index < scans; index++) {
    const bytes = Buffer.from(Float32Array.of(index, 1, 2, 0.5).buffer);
    const file = join(sequence, 'velodyne', `${String(index).padStart(6, '0')}.bin`);
    if (index === 1) writeFileSync(`${file}.gz`, gzipSync(bytes));
    else writeFileSync(file, bytes);
  }
  writeFileSync(join(sequence, 'times.txt'), '0.000000e+00\n1.037359e-01\n2.075000e-01\n');
  writeFileSync(join(sequence, 'calib.txt'), `P0: 1 0 0 0 0 1 0 0 0 0 1 0\nTr: ${TR}\n`);
  // The camera moves 2 m along its z axis in each step: the velodyne along its x axis.
  const poses = [0, 1, 2].map((index) => `1 0 0 0 0 1 0 0 0 0 1 ${2 * index}`);
  writeFileSync(join(root, 'poses', '07.txt'), `${poses.join('\n')}\n`);
  return sequence;
}

interface Point {
  x: number;
  y: number;
  z: number;
}

describe('importKitti', () => {
  it('turns a sequence of the benchmark into point clouds, transforms and ground truth', async () => {
    const output = join(directory, 'kitti.mcap');
    const result = await importKitti(synthetic('a'), output, { registry, startTime: 10n ** 18n });
    expect(result.messageCount).toBe(10);
    const bag = await openBag(output);
    const types = new BagMessageTypes(bag, registry);
    const messages = [...bag.messages()].map(({ topic, logTime, data }) => ({
      topic,
      time: logTime - 10n ** 18n,
      value: types.of(topic).decode(data),
    }));
    const of = (topic: string) => messages.filter((message) => message.topic === topic);
    expect(messages.slice(0, 4).map(({ topic }) => topic)).toEqual([
      KITTI_TOPICS.tfStatic,
      KITTI_TOPICS.tf,
      KITTI_TOPICS.groundTruth,
      KITTI_TOPICS.pointCloud,
    ]);
    expect(of(KITTI_TOPICS.pointCloud).map(({ time }) => time)).toEqual([
      0n,
      103_735_900n,
      207_500_000n,
    ]);
    const cloud = of(KITTI_TOPICS.pointCloud)[1]!.value as { data: Uint8Array };
    expect(cloud).toMatchObject({
      header: { stamp: { sec: 1_000_000_000, nanosec: 103_735_900 }, frame_id: 'velo_link' },
      width: 1,
      point_step: 16,
      is_dense: true,
      fields: ['x', 'y', 'z', 'i'].map((name, index) => ({
        name,
        offset: 4 * index,
        datatype: 7,
        count: 1,
      })),
    });
    expect(new Float32Array(cloud.data.slice().buffer)).toEqual(Float32Array.of(1, 1, 2, 0.5));
    const positions = of(KITTI_TOPICS.groundTruth).map(
      ({ value }) => (value as { pose: { pose: { position: Point } } }).pose.pose.position,
    );
    expect(positions).toEqual([0, 2, 4].map((x) => ({ x, y: 0, z: 0 })));
    const { transforms } = of(KITTI_TOPICS.tfStatic)[0]!.value as { transforms: object[] };
    expect(transforms).toMatchObject([
      { header: { frame_id: 'base_link' }, child_frame_id: 'velo_link' },
      {
        header: { frame_id: 'velo_link' },
        child_frame_id: 'camera_gray_left',
        transform: {
          translation: { x: 0.25, y: 0.5, z: 0 },
          rotation: { x: -0.5, y: 0.5, z: -0.5, w: 0.5 },
        },
      },
    ]);
    expect(
      bag.topics.find(({ name }) => name === '/tf_static')?.offeredQosProfiles[0]?.durability,
    ).toBe('transient_local');
    bag.close();
  });

  it.each([
    ['times.txt', '0\nx\n2\n', /times.txt line 2/],
    ['times.txt', '0\n', /1 stamps for 3 scans/],
    ['calib.txt', 'P0: 1\n', /no line 'Tr:'/],
    ['velodyne/000002.bin', 'seventeen bytes..', /17 bytes/],
    ['velodyne/000001.bin.gz', 'not gzip', /not a gzip file/],
    ['../../poses/07.txt', '1 2 3\n', /07.txt line 1/],
  ])('names what is wrong with %s', async (file, text, expected) => {
    const sequence = synthetic(`wrong-${Math.abs(text.length)}-${file.replace(/\W/g, '')}`);
    writeFileSync(join(sequence, file), text);
    const output = join(directory, 'wrong.mcap');
    await expect(importKitti(sequence, output, { registry })).rejects.toThrow(expected);
    expect(existsSync(output)).toBe(false);
  });

  it.skipIf(!existsSync(real))(
    `imports the real scans in ${real} (skipped when absent)`,
    async () => {
      const output = join(directory, 'real');
      await importKitti(real, output, {
        registry,
        calib: join(real, 'calib_Tr.txt'),
        poses: join(real, 'gt_cam0_first6.txt'),
      });
      const bag = await openBag(output);
      expect(bag.topics.map(({ name, messageCount }) => [name, messageCount])).toEqual([
        ['/tf_static', 1],
        ['/tf', 6],
        ['/kitti/ground_truth/odom', 6],
        ['/kitti/velo/pointcloud', 6],
      ]);
      const types = new BagMessageTypes(bag, registry);
      const xs: number[] = [];
      for (const message of bag.messages({ topics: ['/kitti/ground_truth/odom'] })) {
        const { pose } = types.of(message.topic).decode(message.data) as {
          pose: { pose: { position: Point } };
        };
        xs.push(pose.pose.position.x);
      }
      // The car drives forward, about 0.86 m between scans.
      expect(xs[0]).toBeCloseTo(0, 6);
      for (let index = 1; index < 6; index++)
        expect(xs[index]! - xs[index - 1]!).toBeCloseTo(0.86, 1);
      const again = join(directory, 'again');
      await importKitti(real, again, {
        registry,
        calib: join(real, 'calib_Tr.txt'),
        poses: join(real, 'gt_cam0_first6.txt'),
        compression: 'none',
      });
      expect(hashBag(await openBag(again))).toEqual(hashBag(bag));
      bag.close();
    },
  );
});

describe('rigid transforms', () => {
  const unit = fc.double({ min: -1, max: 1, noNaN: true });
  const rotation = fc
    .tuple(unit, unit, unit, unit)
    .filter((q) => Math.hypot(...q) > 0.1)
    .map((q) => q.map((value) => value / Math.hypot(...q)) as [number, number, number, number]);

  it('quaternionOf inverts the matrix of a quaternion, and invert undoes compose', () => {
    fc.assert(
      fc.property(rotation, fc.tuple(unit, unit, unit), ([x, y, z, w], [tx, ty, tz]) => {
        const t = [
          1 - 2 * (y * y + z * z),
          2 * (x * y - z * w),
          2 * (x * z + y * w),
          tx,
          2 * (x * y + z * w),
          1 - 2 * (x * x + z * z),
          2 * (y * z - x * w),
          ty,
          2 * (x * z - y * w),
          2 * (y * z + x * w),
          1 - 2 * (x * x + y * y),
          tz,
        ];
        const q = quaternionOf(t);
        expect(Math.abs(q.x * x + q.y * y + q.z * z + q.w * w)).toBeCloseTo(1, 9);
        expect(q.w).toBeGreaterThanOrEqual(0);
        const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
        compose(t, invert(t)).forEach((value, index) => {
          expect(value).toBeCloseTo(identity[index]!, 9);
        });
      }),
    );
  });
});
