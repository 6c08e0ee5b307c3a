import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AlignmentMethod,
  type ApeOptions,
  ape,
  type DeltaUnit,
  type PoseRelation,
  readTrajectory,
  rpe,
  type Statistics,
  Trajectory,
} from './index.js';

const SHARED = process.env.ORRERY_SHARED ?? join(import.meta.dirname, '../../../shared');
const VECTORS = join(SHARED, 'vectors/evo/evo_vectors.json');

interface Case {
  alignment: string;
  relation: string;
  delta?: number;
  unit?: string;
  all_pairs?: boolean;
  pairs_from_reference?: boolean;
  stats?: Record<keyof Statistics, number>;
  n?: number;
  head?: number[];
  tail?: number[];
  error?: string;
  alignment_sim3_rowmajor?: number[];
}

interface Inline {
  t: number[];
  xyz: [number, number, number][];
  q_wxyz: [number, number, number, number][];
}

interface Vectors {
  datasets: Record<
    string,
    { info: { ref: string; est: string; t_max_diff?: number }; ape: Case[]; rpe: Case[] }
  >;
  inline_small: { ref: Inline; est: Inline; t_max_diff: number; ape: Case[]; rpe: Case[] };
}

const RELATIONS: Record<string, PoseRelation> = {
  'translation part': 'trans_part',
  'rotation part': 'rot_part',
  'full transformation': 'full',
  'rotation angle in degrees': 'angle_deg',
  'rotation angle in radians': 'angle_rad',
  'point distance': 'point_distance',
  'point distance error ratio': 'point_distance_error_ratio',
};

const UNITS: Record<string, DeltaUnit> = { frames: 'frames', m: 'meters' };

/** Finds a vector's file in the shared data; undefined if it was not given to us. */
function locate(name: string): string | undefined {
  const candidates = [
    join(SHARED, 'data', name),
    join(SHARED, 'data', name.replace('kitti_raw_2011_09_26_drive_0001', 'kitti_raw_0001')),
    join(SHARED, 'vectors/kiss-icp', name.replace('golden_cpp/', '')),
  ];
  return candidates.find((file) => existsSync(file));
}

/** Compares to 1e-9 relative; numbers that are zero except for rounding are compared absolutely. */
function expectClose(actual: number, expected: number, what: string): void {
  const difference = Math.abs(actual - expected);
  const close = difference <= 1e-9 * Math.abs(expected) || difference <= 1e-12;
  expect(close, `${what}: ${actual} instead of ${expected}`).toBe(true);
}

function checkCase(
  kind: 'ape' | 'rpe',
  c: Case,
  reference: Trajectory,
  estimate: Trajectory,
  maxTimeDifference: number | undefined,
): void {
  const what = `${kind} ${c.alignment} ${c.relation} ${c.delta ?? ''} ${c.unit ?? ''}`;
  const first100 = c.alignment === 'se3_n100';
  const common = {
    relation: RELATIONS[c.relation]!,
    alignment: (first100 ? 'se3' : c.alignment) as AlignmentMethod,
    ...(first100 && { alignCount: 100 }),
    ...(maxTimeDifference !== undefined && { maxTimeDifference }),
  };
  const run = () =>
    kind === 'ape'
      ? ape(reference, estimate, common as ApeOptions)
      : rpe(reference, estimate, {
          ...common,
          delta: c.delta!,
          deltaUnit: UNITS[c.unit!]!,
          allPairs: c.all_pairs!,
          pairsFromReference: c.pairs_from_reference!,
        });
  if (c.error !== undefined) {
    expect(run, what).toThrow(expect.objectContaining({ code: 'ORR_EVAL_NO_PAIRS' }));
    return;
  }
  const result = run();
  expect(result.errors.length, what).toBe(c.n);
  for (const [key, value] of Object.entries(c.stats!)) {
    expectClose(result.statistics[key as keyof Statistics], value, `${what} ${key}`);
  }
  for (const [i, e] of c.head!.entries()) expectClose(result.errors[i]!, e, `${what} head ${i}`);
  if (c.alignment_sim3_rowmajor !== undefined && c.alignment !== 'scale') {
    const { rotation, translation, scale } = result.alignment;
    for (const [i, value] of c.alignment_sim3_rowmajor.slice(0, 12).entries()) {
      const row = i >> 2;
      const mine = i % 4 === 3 ? translation[row]! : scale * rotation[3 * row + (i % 4)]!;
      expect(Math.abs(mine - value), `${what} alignment ${i}`).toBeLessThan(1e-9);
    }
  }
  const offset = result.errors.length - c.tail!.length;
  for (const [i, e] of c.tail!.entries()) {
    expectClose(result.errors[offset + i]!, e, `${what} tail ${i}`);
  }
}

describe.skipIf(!existsSync(VECTORS))('evo vectors (need ../shared/vectors/evo)', () => {
  const vectors = existsSync(VECTORS)
    ? (JSON.parse(readFileSync(VECTORS, 'utf8')) as Vectors)
    : undefined;
  for (const [name, dataset] of Object.entries(vectors?.datasets ?? {})) {
    const ref = locate(dataset.info.ref);
    const est = locate(dataset.info.est);
    it.skipIf(!ref || !est)(`${name} (needs ${dataset.info.ref} and ${dataset.info.est})`, () => {
      const reference = readTrajectory(ref!);
      const estimate = readTrajectory(est!);
      for (const kind of ['ape', 'rpe'] as const) {
        for (const c of dataset[kind]) {
          checkCase(kind, c, reference, estimate, dataset.info.t_max_diff);
        }
      }
    });
  }

  it('inline trajectory', () => {
    const { ref, est, t_max_diff, ape, rpe } = vectors!.inline_small;
    const build = ({ t, xyz, q_wxyz }: Inline): Trajectory =>
      Trajectory.fromPoses(
        t.map((stamp, i) => ({
          stamp,
          position: { x: xyz[i]![0], y: xyz[i]![1], z: xyz[i]![2] },
          orientation: {
            w: q_wxyz[i]![0],
            x: q_wxyz[i]![1],
            y: q_wxyz[i]![2],
            z: q_wxyz[i]![3],
          },
        })),
      );
    for (const c of ape) checkCase('ape', c, build(ref), build(est), t_max_diff);
    for (const c of rpe) checkCase('rpe', c, build(ref), build(est), t_max_diff);
  });
});
