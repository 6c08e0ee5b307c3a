/**
 * Hostile input: no exception, no hang, memory and answers within their bounds. ORRERY_DDS_FUZZ sets the number of
 * datagrams of each kind; `npm run fuzz:dds` takes a million.
 */
import { describe, expect, it } from 'vitest';
import { decodeEndpointData } from './endpoint_data.js';
import { Fuzzer } from './fuzz.test_support.js';
import { Guid, VENDOR } from './guid.js';
import { decodeInlineQos } from './inline_qos.js';
import { AMPLIFICATION_FACTOR, MAX_PEERS } from './limits.js';
import { MessageEncoder } from './message_encoder.js';
import { PID } from './parameter_list.js';
import { decodeParticipantData, encodeParticipantData, OUR_BUILTINS } from './participant_data.js';
import { newPrefix } from './participant_options.js';
import { Rejection } from './rejection.js';
import { decodeDiscoveryInfo } from './ros_discovery_info.js';
import { decodeUserData, readEndpointUserData } from './ros_user_data.js';
import { stream, VirtualNetwork } from './virtual_network.test_support.js';

const MUTATED = Number(process.env.ORRERY_DDS_FUZZ ?? 1_000_000);
const ARBITRARY = Number(process.env.ORRERY_DDS_FUZZ ?? 10_000);
const SEED = Number(process.env.PROPERTY_SEED ?? 1);

describe('hostile datagrams', () => {
  it(`are refused and counted: ${MUTATED} of them`, { timeout: 3_600_000 }, () => {
    const fuzzer = new Fuzzer(SEED);
    const counts = new Map<string, number>();
    let participant = fuzzer.participant;
    for (let i = 0; i < MUTATED; i++) {
      fuzzer.step();
      if (fuzzer.participant === participant && i + 1 < MUTATED) continue;
      for (const [reason, n] of participant.rejections.entries()) {
        counts.set(reason, (counts.get(reason) ?? 0) + n);
      }
      participant = fuzzer.participant;
    }
    expect(fuzzer.handled).toBe(MUTATED);
    for (const reason of ['sequence_number', 'truncated', 'unknown_writer', 'out_of_range']) {
      expect(counts.get(reason) ?? 0).toBeGreaterThan(0);
    }
  });

  it('do not make a participant forget peers or accept forged data', () => {
    const net = new VirtualNetwork();
    const [a] = [net.join(), net.join()];
    net.run(1e9);
    expect(a.participant.peers.length).toBe(1);
    const victim = a.participant.peers[0]!;
    // The end of a participant, announced in the name of another.
    const encoder = new MessageEncoder(newPrefix(new Uint8Array(10).fill(9)), VENDOR.cyclone);
    encoder.begin();
    const data = { sequence: 1, seconds: 0, parts: 0, isKey: false };
    const inlineQos = Uint8Array.from([
      ...[PID.keyHash, 0, 16, 0, ...victim.prefix, 0, 0, 1, 0xc1],
      ...[PID.statusInfo, 0, 4, 0, 0, 0, 0, 3, 1, 0, 0, 0],
    ]);
    encoder.data(0x100c7, 0x100c2, { ...data, payload: new Uint8Array(0), inlineQos });
    a.participant.handle(encoder.finish(), net.now);
    expect(a.participant.peers.length).toBe(1);
    expect(a.participant.rejections.of('forged')).toBe(1);
  });
});

describe('a flood of announcements', () => {
  it('is bounded, never displaces real peers, and provokes few bytes of answers', () => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const writer = a.participant.createWriter({ topic: 't', type: 'T', qos: QOS }, 0);
    b.participant.createReader({ topic: 't', type: 'T', qos: QOS }, 0);
    net.run(1e9, () => writer.matchedCount === 1);
    writer.write(new Uint8Array(50_000), net.now);
    net.run(net.now + 1e9);
    let [received, answered] = [0, 0];
    net.onSend = (_, { to, bytes }) => {
      if (to.address === '10.9.9.9') answered += bytes.length;
    };
    for (let i = 0; i < 2 * MAX_PEERS; i++) {
      const prefix = newPrefix(Uint8Array.from({ length: 10 }, (_, k) => (i >> (8 * (k & 1))) + k));
      const payload = encodeParticipantData({
        ...{ guid: new Guid(prefix, 0x1c1), vendor: VENDOR.cyclone, version: [2, 3], domain: 0 },
        ...{ lease: Number.POSITIVE_INFINITY, builtinEndpoints: OUR_BUILTINS, name: '' },
        metatraffic: [{ address: '10.9.9.9', port: 7410 }],
        ...{ userTraffic: [], metatrafficMulticast: [], userMulticast: [], properties: [] },
        ...{ expectsInlineQos: false, userData: new Uint8Array(0) },
      });
      const encoder = new MessageEncoder(prefix, VENDOR.cyclone);
      encoder.begin();
      const data = { sequence: 1, seconds: 0, parts: 0, payload, isKey: false };
      encoder.data(0x100c7, 0x100c2, { ...data, inlineQos: new Uint8Array(0) });
      const bytes = encoder.finish();
      received += bytes.length;
      a.participant.handle(bytes, net.now);
    }
    net.run(net.now + 120e9);
    expect(a.participant.peers.map(({ key }) => key)).toContain(
      Buffer.from(b.participant.guid.prefix).toString('hex'),
    );
    expect(answered).toBeLessThanOrEqual(AMPLIFICATION_FACTOR * received);
    // The leases of these peers claimed to be endless, but have ended, since the peers sent nothing
    // more.
    expect(a.participant.peers.length).toBe(1);
    expect(writer.matchedCount).toBe(1);
  });
});

const QOS = {
  ...({ reliability: 'reliable', maxBlockingTime: 0, durability: 'transient_local' } as const),
  history: { kind: 'keep_last', depth: 1 } as const,
  limits: { samples: -1, instances: -1, samplesPerInstance: -1 },
  ...{ deadline: Number.POSITIVE_INFINITY, latencyBudget: 0, lifespan: Number.POSITIVE_INFINITY },
  ...({ liveliness: 'automatic', ownership: 'shared' } as const),
  livelinessLease: Number.POSITIVE_INFINITY,
  destinationOrder: 'by_reception_timestamp' as const,
  presentation: { scope: 'instance' as const, coherent: false, ordered: false },
  ...{ partitions: [], representations: [0] },
};

describe('parameter lists', () => {
  it('with arbitrary content are read or refused, in both byte orders', {
    timeout: 3_600_000,
  }, () => {
    const random = stream(SEED);
    const below = (n: number) => Math.floor(random() * n);
    const pids = [...Object.values(PID), 0x8007, 0x4005, 0x7fff, 0x3333];
    const decoders = [
      (bytes: Uint8Array) => decodeParticipantData(bytes),
      (bytes: Uint8Array) => decodeEndpointData(bytes, true),
      (bytes: Uint8Array) => decodeEndpointData(bytes, false),
      (bytes: Uint8Array) => decodeInlineQos(bytes, 4, bytes.length, bytes[1] === 3),
      (bytes: Uint8Array) => decodeDiscoveryInfo(bytes),
      (bytes: Uint8Array) => decodeUserData(bytes),
      (bytes: Uint8Array) => readEndpointUserData(bytes),
    ];
    let refused = 0;
    for (let round = 0; round < ARBITRARY; round++) {
      const little = random() < 0.5;
      const view = new DataView(new ArrayBuffer(4 + 24 * 44));
      view.setUint8(1, little ? 3 : 2);
      let at = 4;
      for (let i = below(24); i > 0; i--) {
        const length = random() < 0.9 ? 4 * below(10) : below(44);
        view.setUint16(at, pids[below(pids.length)]!, little);
        view.setUint16(at + 2, random() < 0.97 ? length : below(65_536), little);
        for (let k = 0; k + 4 <= length; k += 4) {
          view.setUint32(at + 4 + k, random() < 0.7 ? below(5) : below(2 ** 32), little);
        }
        at += 4 + length;
      }
      if (random() < 0.9) {
        view.setUint16(at, 1, little);
        at += 4;
      }
      for (const decode of decoders) {
        try {
          decode(new Uint8Array(view.buffer, 0, Math.min(at, view.byteLength)));
        } catch (error) {
          if (!(error instanceof Rejection)) throw error;
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
