/** One datagram causes a bounded amount of work, whatever is stored and whatever its submessages say. */
import { describe, expect, it } from 'vitest';
import {
  MAX_ANNOUNCED_BYTES_PER_PEER,
  MAX_FRAGMENT_REQUESTS,
  MAX_PENDING_BYTES_PER_PEER,
  MAX_REORDERED_SAMPLES,
  PENDING_OVERHEAD_BYTES,
} from './limits.js';
import { MessageEncoder } from './message_encoder.js';
import { NumberSet } from './number_set.js';
import { DEFAULT_QOS, type Qos } from './qos.js';
import { VirtualNetwork } from './virtual_network.test_support.js';

const KEEP_ALL: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const TOPIC = { topic: 'rt/x', type: 'T', qos: KEEP_ALL };
const NOTHING = new Uint8Array(0);

/** A peer with a writer that matches our reader; what it sends from now on is up to the test. */
function besieged() {
  const net = new VirtualNetwork();
  const [ours, theirs] = [net.join({ maxDatagram: 60_000 }), net.join()];
  const reader = ours.participant.createReader(TOPIC, 0);
  const writer = theirs.participant.createWriter(TOPIC, 0);
  const back = { ...TOPIC, topic: 'rt/back' };
  const answering = ours.participant.createWriter(back, 0);
  const asking = theirs.participant.createReader(back, 0);
  expect(net.run(5e9, () => heard(writer) && heard(answering))).toBe(true);
  net.run(net.now + 1e9);
  theirs.alive = false;
  const { participant } = ours;
  const encoder = new MessageEncoder(theirs.participant.guid.prefix, 0x0110);
  /** One datagram. */
  const send = (fill: (encoder: MessageEncoder) => void) => {
    encoder.begin();
    encoder.destination(participant.guid.prefix);
    fill(encoder);
    participant.handle(encoder.finish(), net.now);
  };
  const peer = participant.findPeer(theirs.participant.guid.prefix)!;
  return { net, ours, participant, peer, reader, writer, answering, asking, send };
}

const heard = ({ proxies }: { proxies: readonly { isHeard: boolean }[] }) =>
  proxies[0]?.isHeard === true;

const data = (sequence: number, payload = NOTHING) => ({
  ...{ sequence, seconds: 0, parts: 0, payload, inlineQos: NOTHING, isKey: false },
});

/** A set of 256 bits of which every second is set. */
function holes(base: number): NumberSet {
  const set = new NumberSet();
  set.clear(base);
  for (let bit = 0; bit < 256; bit += 2) set.add(base + bit);
  return set;
}

describe('a datagram', () => {
  it('with many gaps and heartbeats, and as much stored as possible, is abandoned midway', () => {
    const { participant, reader, writer, send } = besieged();
    const [to, from] = [reader.entity, writer.entity];
    // Every second sample, so that nothing can be delivered.
    for (let first = 2; first < 2 * MAX_REORDERED_SAMPLES; first += 1000) {
      send((encoder) => {
        for (let n = first; n < first + 1000; n += 2) encoder.data(to, from, data(n));
      });
    }
    expect(participant.rejections.of('work')).toBe(0);
    const far = 1e6;
    send((encoder) => {
      for (let n = 0; encoder.size < 64_000; n++) {
        encoder.gap(to, from, far + 300 * n, holes(far + 300 * n + 5000));
      }
    });
    expect(participant.rejections.of('work')).toBe(1);
    send((encoder) => {
      for (let n = 2; encoder.size < 64_000; n++) encoder.heartbeat(to, from, n, far, n, 2);
    });
    expect(participant.rejections.of('work')).toBe(2);
    // The reader continues: correct samples arrive, in order.
    send((encoder) => {
      encoder.heartbeat(to, from, far + 1e6, far + 1e6, 1e6, 2);
      encoder.data(to, from, data(far + 1e6, Uint8Array.of(0, 1, 0, 0, 7)));
    });
    const taken: number[] = [];
    for (let next = reader.take(); next !== undefined; next = reader.take()) {
      taken.push(next.sequence);
    }
    expect(taken).toEqual([...taken].sort((a, b) => a - b));
    expect(taken.at(-1)).toBe(far + 1e6);
    expect(participant.rejections.of('work')).toBe(2);
  });

  it('may request fragments of a bounded number of samples', () => {
    const { net, ours, participant, answering, asking, send } = besieged();
    for (let n = 0; n < 200; n++) answering.write(new Uint8Array(200_000), net.now);
    let sent = 0;
    net.onSend = (from, { bytes }) => {
      if (from === ours) sent += bytes.length;
    };
    net.flush(ours);
    sent = 0;
    const set = new NumberSet();
    set.clear(1);
    set.add(1);
    send((encoder) => {
      for (let n = 1; n <= 200; n++) {
        encoder.nackFrag(asking.entity, answering.entity, n, set, n);
      }
    });
    const sentBefore = answering.proxies[0]!.next - 1;
    net.flush(ours);
    expect(sent).toBeLessThan((MAX_FRAGMENT_REQUESTS + 1) * 60_000);
    expect(participant.rejections.of('requests_full')).toBe(
      Math.max(0, sentBefore - MAX_FRAGMENT_REQUESTS),
    );
  });

  it('with tiny samples and fragments takes no more memory than is counted', () => {
    const { participant, peer, reader, writer, send } = besieged();
    const [to, from] = [reader.entity, writer.entity];
    send((encoder) => {
      for (let n = 2; n < 1000; n += 2) encoder.data(to, from, data(n));
    });
    expect(peer.pendingBytes).toBe(499 * PENDING_OVERHEAD_BYTES);
    const before = peer.pendingBytes;
    // Fragments of one byte: each takes memory of its own until an eighth of the sample has
    // arrived.
    send((encoder) => {
      const sample = data(5001, new Uint8Array(60_000));
      for (let n = 1; n <= 1000; n++) encoder.dataFrag(to, from, sample, n, 1);
    });
    expect(peer.pendingBytes - before).toBeGreaterThan(1000 * PENDING_OVERHEAD_BYTES);
    expect(peer.pendingBytes).toBeLessThan(MAX_PENDING_BYTES_PER_PEER);
    participant.discovery.remove(peer, 'left');
    expect(peer.pendingBytes).toBe(0);
  });
});

describe('a peer', () => {
  it('may announce a bounded number of bytes', () => {
    const { peer } = besieged();
    let entity = 0x100;
    const admit = () => {
      entity += 0x100;
      peer.admit(entity, 60_000);
    };
    expect(() => {
      for (;;) admit();
    }).toThrow('announcements_full');
    expect(60_000 * (entity >> 8)).toBeGreaterThan(MAX_ANNOUNCED_BYTES_PER_PEER);
    // An endpoint that goes makes room for another.
    peer.dismiss(0x200);
    admit();
    expect(admit).toThrow('announcements_full');
  });
});
