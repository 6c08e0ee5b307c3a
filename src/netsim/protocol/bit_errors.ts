import { pinnedMath } from '../../math/index.js';

/** Length of an IPv4 header without options, in bytes; a packet with a wrong bit in it is lost. */
const HEADER_BYTES = 20;

/** A packet as it arrives, or undefined if it is lost. */
export type Corrupted = Uint8Array | undefined;

/** Number of trials until the first success, 1 or more, when each succeeds with this probability. */
export function geometric(uniform: number, probability: number): number {
  return 1 + Math.floor(pinnedMath.log1p(-uniform) / pinnedMath.log1p(-probability));
}

/**
 * Flips bits of a packet at random distances.
 *
 * @param distance - draws how many bits further the next wrong bit is, 1 or more
 * @returns the packet with wrong bits; undefined when its IP header is hit
 */
export function corrupt(packet: Uint8Array, distance: () => number): Corrupted {
  const result = Uint8Array.from(packet);
  const bits = packet.length * 8;
  for (let bit = distance() - 1; bit < bits; bit += distance()) {
    if (bit < HEADER_BYTES * 8) return undefined;
    result[bit >> 3]! ^= 1 << (bit & 7);
  }
  return result;
}

/**
 * Flips bits as ROS-NetSim does: it skips whole bytes and counts the bit from the beginning of the
 * byte, so it never hits bit 0 of byte 0, and its distances are up to 7 bits too short.
 */
export function corruptAsOriginal(packet: Uint8Array, distance: () => number): Corrupted {
  const result = Uint8Array.from(packet);
  let lost = false;
  let byte = 0;
  for (;;) {
    const skipped = distance();
    byte += Math.floor(skipped / 8);
    if (byte >= packet.length) return lost ? undefined : result;
    result[byte]! ^= 1 << (skipped % 8);
    if (byte < HEADER_BYTES) lost = true;
  }
}
