/** On every network, each reliable reader gets its samples exactly once and in order, or is told about a loss. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type Qos } from './qos.js';
import type { Reader } from './reader.js';
import { type Place, VirtualNetwork } from './virtual_network.test_support.js';
import type { Writer } from './writer.js';

const KEEP_ALL: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const TOPIC = { topic: 'rt/numbers', type: 'T' };

/** What one reader got from each writer, in order. */
class Listener {
  readonly got = new Map<string, number[]>();
  readonly reader: Reader;

  constructor(
    readonly place: Place,
    qos: Qos,
    now: number,
  ) {
    this.reader = place.participant.createReader({ ...TOPIC, qos }, now, {
      onData: (reader) => {
        for (let s = reader.take(); s !== undefined; s = reader.take()) {
          const list = this.got.get(s.writer.text) ?? [];
          const view = new DataView(s.payload.buffer, s.payload.byteOffset, s.payload.length);
          list.push(view.getUint32(4, true));
          this.got.set(s.writer.text, list);
          // Padding may follow the payload, which states its own length.
          const length = view.getUint32(8, true);
          if (s.payload[length - 1] !== (length & 255)) throw new Error('wrong contents');
        }
      },
    });
  }
}

function payload(n: number, size: number): Uint8Array {
  const bytes = new Uint8Array(13 + size);
  bytes[1] = 1;
  new DataView(bytes.buffer).setUint32(4, n, true);
  new DataView(bytes.buffer).setUint32(8, bytes.length, true);
  bytes[bytes.length - 1] = bytes.length & 255;
  return bytes;
}

type Step =
  | { readonly kind: 'write'; readonly who: number; readonly count: number; readonly size: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'restart'; readonly who: number; readonly saysGoodbye: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      who: fc.nat(3),
      count: fc.integer({ min: 1, max: 60 }),
      size: fc.oneof({ weight: 4, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(9000) }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(200) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restart' as const),
      who: fc.nat(3),
      saysGoodbye: fc.boolean(),
    }),
  },
);

const network = fc.record({
  seed: fc.integer(),
  loss: fc.constantFrom(0, 0.02, 0.1, 0.3),
  duplicates: fc.constantFrom(0, 0.2),
  delay: fc.constantFrom(1000, 100_000, 10e6),
  burst: fc.constantFrom(2000, 65_536),
});

/** A member of the network: it writes and reads the topic. */
interface Member {
  place: Place;
  writer: Writer;
  listener: Listener;
  written: number;
}

function join(net: VirtualNetwork): Member {
  const place = net.join({ lease: 2e9 });
  const writer = place.participant.createWriter({ ...TOPIC, qos: KEEP_ALL }, net.now);
  return { place, writer, listener: new Listener(place, KEEP_ALL, net.now), written: 0 };
}

/** Whether numbers follow each other without a hole or a repetition. */
function isContiguous(numbers: readonly number[]): boolean {
  return numbers.every((n, i) => i === 0 || n === numbers[i - 1]! + 1);
}

describe('reliable delivery', () => {
  it('is exactly once and in order over random networks and restarts', () => {
    fc.assert(
      fc.property(network, fc.integer({ min: 2, max: 4 }), fc.array(step, { maxLength: 25 }), play),
      { numRuns: 40 },
    );
  });

  function play(
    options: typeof network extends fc.Arbitrary<infer T> ? T : never,
    size: number,
    steps: readonly Step[],
  ): void {
    const net = new VirtualNetwork(options);
    const members = Array.from({ length: size }, () => join(net));
    const gone: Member[] = [];
    const allMatched = () => members.every(({ writer }) => writer.matchedCount === size);
    expect(net.run(60e9, allMatched)).toBe(true);
    for (const each of steps) {
      const member = each.kind === 'wait' ? undefined : members[each.who % size]!;
      if (each.kind === 'wait') net.run(net.now + each.ms * 1e6);
      else if (each.kind === 'write') {
        for (let i = 0; i < each.count; i++) {
          expect(member!.writer.write(payload(member!.written++, each.size), net.now)).toBe(
            'written',
          );
        }
      } else {
        net.leave(member!.place, each.saysGoodbye);
        gone.push(member!);
        members[each.who % size] = join(net);
        net.run(net.now + 100e9, allMatched);
      }
    }
    net.loss = 0;
    const done = () => members.every(({ writer }) => writer.isAcknowledged);
    expect(net.run(net.now + 100e9, done)).toBe(true);
    check(members, gone);
  }

  function check(members: readonly Member[], gone: readonly Member[]): void {
    for (const { listener, place } of members) {
      for (const { writer, written } of members) {
        const got = listener.got.get(writer.guid.text) ?? [];
        expect(isContiguous(got)).toBe(true);
        // Volatile readers start with the samples after their match; from there on none is missing.
        if (got.length > 0) expect(got.at(-1)).toBe(written - 1);
      }
      for (const peer of place.participant.peers) expect(peer.pendingBytes).toBe(0);
    }
    for (const { listener } of gone) {
      for (const numbers of listener.got.values()) expect(isContiguous(numbers)).toBe(true);
    }
    for (const { writer } of members) expect(writer.history.count).toBe(0);
  }

  it('gives every sample to readers that existed from the start', () => {
    fc.assert(
      fc.property(network, fc.integer({ min: 1, max: 200 }), (options, count) => {
        const net = new VirtualNetwork(options);
        const [a, b] = [join(net), join(net)];
        net.run(60e9, () => a.writer.matchedCount === 2 && b.listener.reader.matchedCount === 2);
        for (let n = 0; n < count; n++) {
          a.writer.write(payload(n, n % 7 === 0 ? 4000 : 20), net.now);
          if (n % 10 === 0) net.run(net.now + 1e6);
        }
        expect(net.run(net.now + 300e9, () => a.writer.isAcknowledged)).toBe(true);
        const numbers = Array.from({ length: count }, (_, n) => n);
        expect(b.listener.got.get(a.writer.guid.text)).toEqual(numbers);
        expect(a.listener.got.get(a.writer.guid.text)).toEqual(numbers);
      }),
      { numRuns: 25 },
    );
  });

  it('counts samples that a keep-last history dropped', () => {
    const net = new VirtualNetwork({ loss: 0.3, delay: 20e6 });
    const [a, b] = [net.join(), net.join()];
    const qos: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_last', depth: 3 } };
    const writer = a.participant.createWriter({ ...TOPIC, qos }, 0);
    const listener = new Listener(b, KEEP_ALL, 0);
    net.run(60e9, () => writer.proxies[0]?.isHeard === true);
    for (let n = 0; n < 500; n++) {
      writer.write(payload(n, 10), net.now);
      net.run(net.now + 1e6);
    }
    expect(net.run(net.now + 60e9, () => writer.isAcknowledged)).toBe(true);
    const got = listener.got.get(writer.guid.text)!;
    expect(got.every((n, i) => i === 0 || n > got[i - 1]!)).toBe(true);
    expect(got.at(-1)).toBe(499);
    expect(got.length + listener.reader.lost).toBe(500);
    expect(listener.reader.lost).toBeGreaterThan(0);
  });
});

describe('policies that act', () => {
  const pair = (qos: Qos) => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const events: string[] = [];
    const writer = a.participant.createWriter({ ...TOPIC, qos }, 0, {
      onDeadlineMissed: (count) => events.push(`writer missed ${count}`),
    });
    const reader = b.participant.createReader({ ...TOPIC, qos }, 0, {
      onDeadlineMissed: (count) => events.push(`reader missed ${count}`),
      onLiveliness: (_, alive) => events.push(alive ? 'alive' : 'not alive'),
    });
    net.run(1e9, () => writer.matchedCount === 1 && reader.matchedCount === 1);
    return { net, a, b, writer, reader, events };
  };

  it('deadline is noticed on both sides', () => {
    const { net, writer, events } = pair({ ...DEFAULT_QOS, deadline: 100e6 });
    writer.write(payload(0, 1), net.now);
    net.run(net.now + 150e6);
    expect(events.sort()).toEqual(['alive', 'reader missed 1', 'writer missed 1']);
  });

  it('lifespan removes old samples before late joiners arrive', () => {
    const qos: Qos = { ...KEEP_ALL, durability: 'transient_local', lifespan: 1e9 };
    const { net, writer } = pair(qos);
    writer.write(payload(0, 1), net.now);
    net.run(net.now + 0.5e9);
    writer.write(payload(1, 1), net.now);
    net.run(net.now + 0.7e9);
    const late = new Listener(net.join(), qos, net.now);
    net.run(net.now + 0.2e9);
    expect([...late.got.values()]).toEqual([[1]]);
  });

  it('automatic liveliness survives silence, but not the end of the participant', () => {
    const { net, a, events } = pair({ ...DEFAULT_QOS, livelinessLease: 500e6 });
    net.run(net.now + 5e9);
    expect(events).toEqual(['alive']);
    net.leave(a, false);
    net.run(net.now + 1e9);
    expect(events).toEqual(['alive', 'not alive']);
  });

  it('manual liveliness needs assertions', () => {
    const qos: Qos = { ...DEFAULT_QOS, liveliness: 'manual_by_topic', livelinessLease: 100e6 };
    const { net, writer, events } = pair(qos);
    for (let i = 0; i < 10; i++) {
      writer.assertLiveliness();
      net.run(net.now + 50e6);
    }
    expect(events).toEqual(['alive']);
    net.run(net.now + 200e6);
    writer.assertLiveliness();
    net.run(net.now + 10e6);
    expect(events).toEqual(['alive', 'not alive', 'alive']);
  });
});
