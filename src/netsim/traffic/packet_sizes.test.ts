import { expect, it } from 'vitest';
import { acknowledgement, dataDatagrams, HEARTBEAT_DATAGRAM, ipPackets } from './packet_sizes.js';

it('gives the bytes of a DATA in RTPS over UDP and IPv4', () => {
  // A UInt64: 12 bytes of CDR; header 20, INFO_DST 16, INFO_TS 12, DATA 24.
  expect(dataDatagrams(12, 65_000, false)).toEqual([84]);
  expect(ipPackets(84, 1500)).toEqual([112]);
  expect(dataDatagrams(12, 65_000, true)).toEqual([116]);
  expect(HEARTBEAT_DATAGRAM).toBe(68);
  expect(acknowledgement(0)).toBe(64);
  expect(acknowledgement(33)).toBe(72);
});

it('cuts datagrams at the MTU into multiples of 8 bytes, each with an IP header', () => {
  const sizes = ipPackets(4000, 1500);
  expect(sizes).toEqual([1500, 1500, 1068]);
  expect(sizes.reduce((sum, size) => sum + size - 20, 0)).toBe(4008);
});

it('cuts messages beyond the largest datagram into fragments of RTPS', () => {
  const sizes = dataDatagrams(200_000, 65_000, true);
  expect(sizes).toHaveLength(4);
  const headers = 20 + 16 + 12 + 36;
  expect(sizes.reduce((sum, size) => sum + size - headers, 0)).toBe(200_000 + 32);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(65_000);
});
