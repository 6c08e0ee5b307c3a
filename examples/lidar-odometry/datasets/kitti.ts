import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Pose } from '../kiss_icp/pose.js';

/** A scan: x, y, z interleaved, metres. */
export type Scan = Float32Array;

/** True if {@link readScan} reads files of this name. */
export function isScanFile(name: string): boolean {
  return /\.(bin|bin\.gz|ks3\.br)$/.test(name);
}

/** Reads a scan in the format that its name tells. */
export function readScan(file: string): Scan {
  return file.endsWith('.ks3.br') ? readKs3Scan(file) : readKittiScan(file);
}

/** Reads a KITTI scan (`.bin`, float32 x, y, z, intensity; also `.bin.gz`). */
export function readKittiScan(file: string): Scan {
  const raw = readFileSync(file);
  const bytes = file.endsWith('.gz') ? gunzipSync(raw) : raw;
  if (bytes.length % 16 !== 0) {
    throw new Error(`${file}: ${bytes.length} bytes are not a multiple of 16, so no KITTI scan`);
  }
  const count = bytes.length / 16;
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) xyz[3 * i + axis] = bytes.readFloatLE(16 * i + 4 * axis);
  }
  return xyz;
}

/** Reads a scan in the KS3 packing (per axis the byte planes of zigzag millimetre differences). */
export function readKs3Scan(file: string): Scan {
  const bytes = brotliDecompressSync(readFileSync(file));
  const count = bytes.length >= 8 ? bytes.readUInt32LE(4) : -1;
  if (bytes.toString('latin1', 0, 4) !== 'KS3\0' || bytes.length !== 8 + 9 * count) {
    throw new Error(`${file}: no KS3 scan`);
  }
  const xyz = new Float32Array(3 * count);
  for (let axis = 0; axis < 3; axis++) {
    const plane = 8 + 3 * axis * count;
    let millimetres = 0;
    for (let i = 0; i < count; i++) {
      const u =
        bytes[plane + i]! |
        (bytes[plane + count + i]! << 8) |
        (bytes[plane + 2 * count + i]! << 16);
      millimetres += (u >>> 1) ^ -(u & 1);
      xyz[3 * i + axis] = millimetres / 1000;
    }
  }
  return xyz;
}

/** The calibration error of KITTI's scans, as other odometries correct it too: 0.205 degrees. */
const KITTI_VERTICAL_ANGLE = (0.205 * Math.PI) / 180;

/**
 * Turns every point by 0.205 degrees about the horizontal axis across its direction, which the
 * Python loader of KISS-ICP does for KITTI (its ROS node does not).
 */
export function correctKittiScan(xyz: Scan): Float64Array {
  const result = new Float64Array(xyz.length);
  const c = Math.cos(KITTI_VERTICAL_ANGLE);
  const s = Math.sin(KITTI_VERTICAL_ANGLE);
  for (let i = 0; i < xyz.length; i += 3) {
    const x = xyz[i]!;
    const y = xyz[i + 1]!;
    const z = xyz[i + 2]!;
    // Axis p x ez, normalised; it is perpendicular to p, so Rodrigues' last term vanishes.
    const n = Math.sqrt(x * x + y * y);
    const ax = y / n;
    const ay = -x / n;
    result[i] = x * c + ay * z * s;
    result[i + 1] = y * c - ax * z * s;
    result[i + 2] = z * c + (ax * y - ay * x) * s;
  }
  return result;
}

/** Reads a trajectory in KITTI's format: the upper 3x4 part of the pose matrix per line. */
export function readKittiTrajectory(file: string): Pose[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line, i) => {
    const m = line.trim().split(/\s+/).map(Number);
    if (m.length !== 12 || !m.every(Number.isFinite)) {
      throw new Error(`${file}:${i + 1} is not a pose in KITTI's format (12 numbers)`);
    }
    return poseOfMatrix(m);
  });
}

/** Shepperd's method: divide by the largest component of the quaternion. */
function poseOfMatrix(m: readonly number[]): Pose {
  const [a, b, c, tx, d, e, f, ty, g, h, i, tz] = m as [
    ...[number, number, number, number],
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  const trace = a + e + i;
  const largest = Math.max(trace, a, e, i);
  let q: [number, number, number, number];
  if (largest === trace) q = [h - f, c - g, d - b, 1 + trace];
  else if (largest === a) q = [1 - trace + 2 * a, d + b, g + c, h - f];
  else if (largest === e) q = [d + b, 1 - trace + 2 * e, h + f, c - g];
  else q = [g + c, h + f, 1 - trace + 2 * i, d - b];
  const [x, y, z, w] = q;
  const n = Math.sqrt(x * x + y * y + z * z + w * w);
  return new Pose(x / n, y / n, z / n, w / n, tx, ty, tz);
}
