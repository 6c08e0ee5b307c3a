import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A scan: x, y, z interleaved, metres. */
export type Scan = Float32Array;

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
