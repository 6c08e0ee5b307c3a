import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corrupt, geometric } from './bit_errors.js';
import { compress, decompress, encodeFrame, FrameReader, MAX_FRAME_BYTES } from './frames.js';
import { CHANNEL_DATA, NETWORK_UPDATE, type NetworkUpdate, PHYSICS_UPDATE } from './messages.js';
import { readStoredGzip, storedGzip } from './stored_gzip.js';

const uint32 = fc.nat(0xffffffff);
const uint32s = fc.array(uint32, { maxLength: 5 });
const update: fc.Arbitrary<NetworkUpdate> = fc.record({
  msg_type: fc.constantFrom(0, 1),
  time_val: uint32,
  pkt_id: uint32s,
  src_ip: uint32s,
  dst_ip: uint32s,
  pkt_lengths: uint32s,
  rx_ip: uint32s,
  ber: fc.array(fc.double(), { maxLength: 5 }),
  channel_data: fc.uint8Array({ maxLength: 20 }),
  clear_pkt_id: uint32s,
  clear_src_ip: uint32s,
  clear_dst_ip: uint32s,
});

describe('gzip without compression', () => {
  const content = fc.uint8Array({ maxLength: 300 });

  it('is read by every reader of gzip, and by ours', () => {
    fc.assert(
      fc.property(content, (bytes) => {
        expect(gunzipSync(storedGzip(bytes))).toEqual(Buffer.from(bytes));
        expect(readStoredGzip(storedGzip(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('that is damaged is not read, unless the damage is in fields that nobody needs', () => {
    const [time, system] = [4, 9];
    fc.assert(
      fc.property(content, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, place, change) => {
        const body = storedGzip(bytes);
        const at = place % body.length;
        body[at]! ^= change;
        if (at >= time && at <= system) return;
        expect(readStoredGzip(body)).toBeUndefined();
      }),
    );
  });
});

describe('messages', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(update, (message) => {
        expect(NETWORK_UPDATE.decode(NETWORK_UPDATE.encode(message))).toEqual(message);
      }),
    );
  });

  it('of arbitrary bytes are read, or refused with a code', () => {
    const codecs = [NETWORK_UPDATE, PHYSICS_UPDATE, CHANNEL_DATA];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const codec of codecs) {
          try {
            codec.decode(bytes);
          } catch (error) {
            expect(error).toMatchObject({ code: 'ORR_NETSIM_PROTOCOL' });
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('FrameReader', () => {
  it('finds the frames of a stream, wherever it is split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 }),
        (bodies, cuts) => {
          const stream = Buffer.concat(bodies.map((body) => encodeFrame(body)));
          const reader = new FrameReader();
          const found: Buffer[] = [];
          for (let at = 0, i = 0; at < stream.length; i++) {
            const end = at + cuts[i % cuts.length]!;
            found.push(...reader.push(stream.subarray(at, end)));
            at = end;
          }
          expect(found.map((body) => [...body])).toEqual(bodies.map((body) => [...body]));
          expect(reader.complete).toBe(true);
        },
      ),
    );
  });

  it('refuses a frame beyond the limit before it arrives', () => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(MAX_FRAME_BYTES + 1);
    expect(() => new FrameReader().push(length)).toThrow(/the limit is/);
  });

  it('refuses content that is not compressed, or grows beyond the limit', () => {
    expect(() => decompress(Buffer.from('{}'))).toThrow(/cannot be decompressed/);
    const bomb = compress(Buffer.alloc(MAX_FRAME_BYTES + 1));
    expect(() => decompress(bomb)).toThrow(/cannot be decompressed/);
  });
});

describe('corrupt', () => {
  it('hits bits exactly at the distances drawn', () => {
    const packet = new Uint8Array(40);
    const distances = [161, 7, 152, 1];
    // Bits 160, 167 and 319 of 320; the next would be beyond the end.
    expect(corrupt(packet, () => distances.shift()!)).toEqual(
      Uint8Array.from(packet, (_, i) => (i === 20 ? 0b1000_0001 : i === 39 ? 0b1000_0000 : 0)),
    );
  });

  it('loses a packet whose header is hit', () => {
    expect(corrupt(new Uint8Array(40), () => 160)).toBeUndefined();
  });

  it('draws distances whose mean is the inverse of the rate', () => {
    let sum = 0;
    for (let i = 0; i < 10_000; i++) sum += geometric((i + 0.5) / 10_000, 0.01);
    expect(sum / 10_000).toBeCloseTo(100, 0);
  });
});
