import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createBag } from '../bag/index.js';
import { type MessageObject, TypeRegistry } from '../interfaces/index.js';
import { evalCommand } from './eval.js';

const SHARED = process.env.ORRERY_SHARED ?? join(import.meta.dirname, '../../../shared');
const VECTORS = join(SHARED, 'vectors/evo/evo_vectors.json');
const TRUTH = join(SHARED, 'data/kitti_raw_0001/gt_kitti.txt');
const ESTIMATE = join(SHARED, 'vectors/kiss-icp/d0001_kitti.txt');

const folder = mkdtempSync(join(tmpdir(), 'orrery-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A curve of `count` poses, 0.1 s apart, lifted by `lift` metres. */
function curve(count: number, lift = 0) {
  return Array.from({ length: count }, (_, i) => ({
    stamp: { sec: Math.floor(i / 10), nanosec: (i % 10) * 1e8 },
    position: { x: i, y: (i * i) / 100, z: lift },
    orientation: { x: 0, y: 0, z: 0, w: 1 },
  }));
}

function tum(name: string, lift: number): string {
  const file = join(folder, name);
  const rows = curve(30, lift).map(
    ({ position: { x, y, z } }, i) => `${(i / 10).toFixed(1)} ${x} ${y} ${z} 0 0 0 1\n`,
  );
  writeFileSync(file, rows.join(''));
  return file;
}

async function recording(): Promise<string> {
  const file = join(mkdtempSync(join(folder, 'bag-')), 'poses.mcap');
  const types = new TypeRegistry();
  const bag = await createBag(file);
  const write = (name: string, typeName: string, message: MessageObject, sequence: number) => {
    const type = types.message(typeName);
    const topic = { name, type: type.name, schema: type.schemaText };
    const channel = channels.get(name) ?? bag.addTopic(topic);
    channels.set(name, channel);
    bag.write(
      channel,
      BigInt(sequence),
      BigInt(sequence),
      sequence,
      type.encode(type.normalize(message)),
    );
  };
  const channels = new Map<string, number>();
  const poses = curve(30, 0.25).map(({ stamp, ...pose }) => ({ header: { stamp }, pose }));
  for (const [i, { header, pose }] of poses.entries()) {
    write('/odom', 'nav_msgs/msg/Odometry', { header, pose: { pose } }, i);
    write('/pose', 'geometry_msgs/msg/PoseStamped', { header, pose }, i);
    const transform = { translation: pose.position, rotation: pose.orientation };
    write('/transform', 'geometry_msgs/msg/TransformStamped', { header, transform }, i);
    const moves = { header: { stamp: header.stamp, frame_id: 'map' }, child_frame_id: 'base_link' };
    write('/tf', 'tf2_msgs/msg/TFMessage', { transforms: [{ ...moves, transform }] }, i);
    if (i % 10 === 9) write('/path', 'nav_msgs/msg/Path', { poses: poses.slice(0, i + 1) }, i);
  }
  const mount = { translation: { x: 0, y: 0, z: 0.5 }, rotation: { x: 0, y: 0, z: 0, w: 1 } };
  const fixed = { header: { frame_id: 'base_link' }, child_frame_id: 'lidar', transform: mount };
  write('/tf_static', 'tf2_msgs/msg/TFMessage', { transforms: [fixed] }, 30);
  write('/text', 'std_msgs/msg/String', { data: 'no pose' }, 30);
  bag.close();
  return file;
}

/** What the command prints. */
async function evaluate(...words: string[]): Promise<string> {
  let text = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  try {
    await evalCommand().exitOverride().parseAsync(words, { from: 'user' });
  } finally {
    spy.mockRestore();
  }
  return text;
}

async function statisticsOf(...words: string[]): Promise<Record<string, number>> {
  return JSON.parse(await evaluate(...words, '--json')).statistics;
}

describe('orrery eval', () => {
  it('prints a table and draws', async () => {
    const picture = join(folder, 'ape.svg');
    const text = await evaluate('ape', tum('a.txt', 0), tum('b.txt', 0.5), '--plot', picture);
    expect(text).toMatch(/rmse +0\.500000 m\n/);
    expect(text).toContain('30 poses compared, 30 errors\n');
    const [one, other] = ['one.txt', 'other.txt'].map((name) => join(folder, name));
    for (const file of [one!, other!]) writeFileSync(file, '0.0 1 2 3 0 0 0 1\n');
    expect(await evaluate('ape', one!, other!)).toContain(': 1 pose compared, 1 error\n');
    expect(readFileSync(picture, 'utf8')).toMatch(/^<svg /);
    const png = join(folder, 'ape.png');
    await evaluate('ape', tum('a.txt', 0), tum('b.txt', 0.5), '--plot', png);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
  });

  it.each(['/odom', '/pose', '/transform', '/path'])('reads %s of a recording', async (topic) => {
    const { rmse } = await statisticsOf('ape', tum('a.txt', 0), `${await recording()}:${topic}`);
    expect(rmse).toBeCloseTo(0.25, 12);
  });

  it.each([
    ['map.base_link', 0.25],
    ['map.lidar', 0.75],
  ])('reads %s of /tf and /tf_static', async (frames, rmse) => {
    // The first pose has the stamp 0, which tf2 takes for the latest.
    const source = `${await recording()}:/tf:${frames}`;
    const statistics = await statisticsOf('ape', tum('a.txt', 0), source);
    expect(statistics.rmse).toBeCloseTo(rmse, 12);
  });

  it.each(['/text', '/nothing', '/tf', '/tf:map.nowhere', '/tf:odom.base_link'])(
    'refuses %s, which has no such poses',
    async (topic) => {
      const run = evaluate('ape', tum('a.txt', 0), `${await recording()}:${topic}`);
      await expect(run).rejects.toMatchObject({ code: 'ORR_EVAL_TOPIC' });
    },
  );

  it('refuses what is not a number', async () => {
    const [a, b] = [tum('a.txt', 0), tum('b.txt', 0)];
    for (const words of [
      ['--t-offset', 'x'],
      ['--n-to-align', '0'],
      ['--n_to_align', '1.5'],
    ]) {
      await expect(evaluate('ape', a, b, ...words)).rejects.toMatchObject({ code: 'ORR_NUMBER' });
    }
  });
});

interface Case {
  readonly alignment: string;
  readonly relation: string;
  readonly delta?: number;
  readonly unit?: string;
  readonly all_pairs?: boolean;
  readonly pairs_from_reference?: boolean;
  readonly stats?: Record<string, number>;
}

const ALIGNMENT: Readonly<Record<string, readonly string[]>> = {
  none: [],
  se3: ['-a'],
  sim3: ['--align', '--correct_scale'],
  scale: ['--correct-scale'],
  origin: ['--align_origin'],
  se3_n100: ['-a', '--n_to_align', '100'],
};

const RELATION: Readonly<Record<string, string>> = {
  'translation part': 'trans_part',
  'rotation part': 'rot_part',
  'full transformation': 'full',
  'rotation angle in degrees': 'angle_deg',
  'rotation angle in radians': 'angle_rad',
  'point distance': 'point_distance',
  'point distance error ratio': 'point_distance_error_ratio',
};

describe.skipIf(!existsSync(VECTORS) || !existsSync(TRUTH) || !existsSync(ESTIMATE))(
  "the words of evo's command line give its numbers (needs ../shared)",
  () => {
    it.each(['ape', 'rpe'])('%s', async (kind) => {
      const { datasets } = JSON.parse(readFileSync(VECTORS, 'utf8'));
      const cases: Case[] = datasets.kitti_raw_0001_kissicp[kind];
      expect(cases.length).toBeGreaterThan(5);
      for (const c of cases) {
        if (c.stats === undefined) continue;
        const words = [kind, TRUTH, ESTIMATE, ...ALIGNMENT[c.alignment]!];
        words.push('--pose_relation', RELATION[c.relation]!);
        if (c.delta !== undefined) {
          words.push('-d', String(c.delta), '--delta_unit', c.unit === 'm' ? 'm' : 'f');
        }
        if (c.all_pairs) words.push('--all_pairs');
        if (c.pairs_from_reference) words.push('--pairs_from_reference');
        const actual = await statisticsOf(...words);
        for (const [key, expected] of Object.entries(c.stats)) {
          const close = Math.abs(actual[key]! - expected) <= 1e-9 * Math.abs(expected) + 1e-12;
          expect(close, `${words.join(' ')}: ${key} ${actual[key]} instead of ${expected}`).toBe(
            true,
          );
        }
      }
    });
  },
);
