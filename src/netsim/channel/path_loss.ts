import { pinnedMath } from '../../math/index.js';
import type { Point } from '../../models/index.js';
import { distance } from './vector.js';

/** m/s. */
export const SPEED_OF_LIGHT = 299_792_458;

const { log10 } = pinnedMath;

/** Friis: dB in free space over `d` m at `frequency` Hz; not below 0. */
export function freeSpaceLoss(d: number, frequency: number): number {
  return Math.max(0, 20 * log10((4 * Math.PI * d * frequency) / SPEED_OF_LIGHT));
}

/** Free space up to 1 m, from there `10 n log10 d` dB (Rappaport, Wireless Communications, 4.9). */
export function logDistanceLoss(d: number, frequency: number, exponent: number): number {
  if (d < 1) return freeSpaceLoss(d, frequency);
  return freeSpaceLoss(1, frequency) + 10 * exponent * log10(d);
}

/** Effective height of the environment (TR 38.901, Table 7.4.1-1, note 1), and the least height above it. */
const ENVIRONMENT_HEIGHT = 1;
const LEAST_HEIGHT = 0.5;

/**
 * 3GPP TR 38.901, Table 7.4.1-1, UMi street canyon. It assumes a base station of 10 m; here the
 * higher end takes its place. Ends below 1.5 m count as 0.5 m above their surroundings.
 *
 * @param sight - whether the ends see each other
 */
export function umiLoss(a: Point, b: Point, frequency: number, sight: boolean): number {
  const d = Math.max(1, distance(a, b));
  const gigahertz = frequency / 1e9;
  const base = Math.max(a[2], b[2]);
  const user = Math.min(a[2], b[2]);
  const effective = (height: number) => Math.max(LEAST_HEIGHT, height - ENVIRONMENT_HEIGHT);
  const breakpoint = (4 * effective(base) * effective(user) * frequency) / SPEED_OF_LIGHT;
  const near = 32.4 + 21 * log10(d) + 20 * log10(gigahertz);
  const heights = breakpoint * breakpoint + (base - user) * (base - user);
  const far = 32.4 + 40 * log10(d) + 20 * log10(gigahertz) - 9.5 * log10(heights);
  const inSight = d <= breakpoint ? near : far;
  if (sight) return inSight;
  const blocked = 35.3 * log10(d) + 22.4 + 21.3 * log10(gigahertz) - 0.3 * (user - 1.5);
  return Math.max(inSight, blocked);
}
