import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { counted } from '../../errors/index.js';
import { bagError } from '../bag_error.js';
import { existsSync, readdirSync, readFileSync, reasonOf, statSync } from '../file_access.js';

/** A rigid transform: the upper three rows of a 4 x 4 matrix, row by row. */
export type Transform = readonly number[];

/** Where the parts of a KITTI sequence are; those not given are searched for. */
export interface KittiPaths {
  /** Folder of `000000.bin` or `000000.bin.gz`: float32 x, y, z, reflectance. */
  readonly velodyne?: string | undefined;
  /** `times.txt`: one stamp in seconds per line. */
  readonly times?: string | undefined;
  /** Poses of camera 0, twelve numbers per line, in the frame of its first pose. */
  readonly poses?: string | undefined;
  /** `calib.txt`: the line `Tr:` takes points from the velodyne to camera 0. */
  readonly calib?: string | undefined;
}

/** A KITTI odometry sequence on disk. */
export interface KittiSequence {
  /** Scan files in order. */
  readonly scans: readonly string[];
  /** Stamp of each scan in nanoseconds, as in `times.txt`, which starts at zero. */
  readonly times: readonly bigint[];
  readonly poses: readonly Transform[];
  readonly velodyneToCamera: Transform | undefined;
}

const SCAN_PERIOD_NS = 100_000_000n;
const POINT_BYTES = 16;
const MAX_SCAN_BYTES = 64 * 1024 * 1024;

function firstExisting(...paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined && existsSync(path));
}

function required(path: string | undefined, asked: string | undefined): string | undefined {
  if (asked === undefined || path !== undefined) return path;
  throw bagError('ORR_KITTI_INPUT', 'does not exist.', { file: asked });
}

/** Lines of numbers; every value must be finite and every line have `count` of them. */
function numberLines(file: string, count: number): number[][] {
  const rows: number[][] = [];
  readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .forEach((text, index) => {
      if (text.trim() === '') return;
      const values = text.trim().split(/\s+/).map(Number);
      if (values.length === count && values.every(Number.isFinite)) {
        rows.push(values);
        return;
      }
      const message = `${counted(count, 'number')} must be on this line, not '${text.trim().slice(0, 60)}'.`;
      throw bagError('ORR_KITTI_INPUT', message, { file, line: index + 1 });
    });
  return rows;
}

function readTransform(file: string): Transform {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const index = lines.findIndex((line) => /^Tr(_velo_to_cam)?:/.test(line));
  const values = (lines[index] ?? '').replace(/^\S+/, '').trim().split(/\s+/).map(Number);
  if (index >= 0 && values.length === 12 && values.every(Number.isFinite)) return values;
  const place = { file, line: index < 0 ? undefined : index + 1 };
  throw bagError('ORR_KITTI_INPUT', "has no line 'Tr:' with twelve numbers.", place);
}

/** Seconds in a decimal or scientific notation, rounded to nanoseconds. */
function nanoseconds(seconds: number): bigint {
  return BigInt(Math.round(seconds * 1e9));
}

function listScans(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d+\.bin(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** `poses/00.txt` next to `sequences/00`, as the odometry benchmark is unpacked. */
function benchmarkPoses(directory: string): string {
  const parts = directory.split(/[\\/]/).filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  return join(directory, '..', '..', 'poses', `${name}.txt`);
}

/**
 * Finds the parts of a sequence: the layout of the odometry benchmark (`velodyne/`, `times.txt`,
 * `calib.txt`, `../../poses/NN.txt`) or everything in one folder. Without `times.txt` scans are
 * 0.1 s apart, as the sensor turns.
 *
 * @throws OrreryError `ORR_KITTI_INPUT` naming file and line
 */
export function readKittiSequence(directory: string, paths: KittiPaths = {}): KittiSequence {
  try {
    if (!statSync(directory).isDirectory()) throw new Error('it is not a directory');
  } catch (error) {
    const message = `cannot be read: ${reasonOf(error)}.`;
    throw bagError('ORR_KITTI_INPUT', message, { file: directory }, error);
  }
  const nested = join(directory, 'velodyne');
  const folder = paths.velodyne ?? (existsSync(nested) ? nested : directory);
  const scans = existsSync(folder) ? listScans(folder) : [];
  if (scans.length === 0) {
    const message = 'holds no scans 000000.bin or 000000.bin.gz.';
    throw bagError('ORR_KITTI_INPUT', message, { file: folder });
  }
  const inside = (name: string) => join(directory, name);
  const times = required(firstExisting(paths.times ?? inside('times.txt')), paths.times);
  const calib = required(firstExisting(paths.calib ?? inside('calib.txt')), paths.calib);
  const poses = required(
    firstExisting(
      ...(paths.poses ? [paths.poses] : [inside('poses.txt'), benchmarkPoses(directory)]),
    ),
    paths.poses,
  );
  const stamps =
    times === undefined ? undefined : numberLines(times, 1).map(([t]) => nanoseconds(t!));
  if (times !== undefined && stamps!.length < scans.length) {
    const message = `has ${stamps!.length} stamps for ${scans.length} scans.`;
    throw bagError('ORR_KITTI_INPUT', message, { file: times });
  }
  return {
    scans,
    times: stamps ?? scans.map((_, index) => BigInt(index) * SCAN_PERIOD_NS),
    poses: poses === undefined ? [] : numberLines(poses, 12),
    velodyneToCamera: calib === undefined ? undefined : readTransform(calib),
  };
}

/** The bytes of a scan: 16 per point, x y z reflectance as little-endian float32. */
export function readScan(file: string): Uint8Array {
  let bytes: Uint8Array = readFileSync(file);
  if (file.endsWith('.gz')) {
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: MAX_SCAN_BYTES });
    } catch (error) {
      const message = `is not a gzip file of at most ${MAX_SCAN_BYTES} bytes.`;
      throw bagError('ORR_KITTI_INPUT', message, { file }, error);
    }
  }
  if (bytes.length % POINT_BYTES === 0) return bytes;
  const message = `has ${bytes.length} bytes, which is not a multiple of ${POINT_BYTES}.`;
  throw bagError('ORR_KITTI_INPUT', message, { file, offset: bytes.length });
}
