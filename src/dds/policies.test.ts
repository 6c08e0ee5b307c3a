/** Policies: which endpoints match, which are told that they do not, and which samples are kept for whom. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type PolicyName, type Qos } from './qos.js';
import type { Reader } from './reader.js';
import { VirtualNetwork } from './virtual_network.test_support.js';

const sorted = (scope: Qos['presentation']['scope']) => ({
  presentation: { scope, coherent: false, ordered: true },
});

/** The values of each policy, ordered from the weakest offer to the strongest. */
const SCALES: Readonly<Record<string, { policy: PolicyName; steps: readonly Partial<Qos>[] }>> = {
  reliability: {
    policy: 'reliability',
    steps: [{ reliability: 'best_effort' }, { reliability: 'reliable' }],
  },
  durability: {
    policy: 'durability',
    steps: [{ durability: 'volatile' }, { durability: 'transient_local' }],
  },
  deadline: { policy: 'deadline', steps: [{}, { deadline: 2e9 }, { deadline: 1e9 }] },
  latency: { policy: 'latency_budget', steps: [{ latencyBudget: 1e6 }, { latencyBudget: 0 }] },
  liveliness: {
    policy: 'liveliness',
    steps: [
      { liveliness: 'automatic' },
      { liveliness: 'manual_by_participant' },
      { liveliness: 'manual_by_topic' },
    ],
  },
  lease: { policy: 'liveliness', steps: [{}, { livelinessLease: 2e9 }, { livelinessLease: 1e9 }] },
  order: {
    policy: 'destination_order',
    steps: [
      { destinationOrder: 'by_reception_timestamp' },
      { destinationOrder: 'by_source_timestamp' },
    ],
  },
  presentation: {
    policy: 'presentation',
    steps: [{}, sorted('instance'), sorted('topic'), sorted('group')],
  },
};

/** Lets a writer and a reader with these policies meet; returns whether they match, and what they are told. */
function meet(offered: Partial<Qos>, requested: Partial<Qos>) {
  const net = new VirtualNetwork();
  const [a, b] = [net.join(), net.join()];
  const told: PolicyName[] = [];
  const onIncompatible = (_: unknown, policy: PolicyName) => void told.push(policy);
  const topic = { topic: 'rt/x', type: 'T' };
  const writer = a.participant.createWriter({ ...topic, qos: { ...DEFAULT_QOS, ...offered } }, 0, {
    onIncompatible,
  });
  const reader = b.participant.createReader(
    { ...topic, qos: { ...DEFAULT_QOS, ...requested } },
    0,
    { onIncompatible },
  );
  net.run(3e9);
  expect(writer.matchedCount).toBe(reader.matchedCount);
  return { matched: writer.matchedCount, told };
}

describe('a reader and a writer', () => {
  for (const [name, { policy, steps }] of Object.entries(SCALES)) {
    it(`match when the requested ${name} is offered, and otherwise learn which policy does not match`, () => {
      for (const [offer, offered] of steps.entries()) {
        for (const [request, requested] of steps.entries()) {
          const { matched, told } = meet(offered, requested);
          const what = `${name}: ${offer} offered, ${request} asked for`;
          expect([what, matched]).toEqual([what, offer >= request ? 1 : 0]);
          // Both sides are told.
          expect([what, told]).toEqual([what, offer >= request ? [] : [policy, policy]]);
        }
      }
    });
  }

  it('match by ownership, partitions and representations', () => {
    expect(meet({ ownership: 'exclusive' }, {})).toMatchObject({
      told: ['ownership', 'ownership'],
    });
    expect(meet({ ownership: 'exclusive' }, { ownership: 'exclusive' }).matched).toBe(1);
    const pairs: [readonly string[], readonly string[], number][] = [
      [[], [''], 1],
      [['a'], [], 0],
      [['a', 'b'], ['b'], 1],
      [['a*'], ['abc'], 1],
      [['a*'], ['a*'], 0],
      [['a?c'], ['abd'], 0],
    ];
    for (const [offered, requested, matched] of pairs) {
      const met = meet({ partitions: offered }, { partitions: requested });
      expect([offered, requested, met.matched]).toEqual([offered, requested, matched]);
    }
    // XCDR2 is announced as 2; a peer that reads only XCDR1 is told so.
    expect(meet({ representations: [2] }, {})).toMatchObject({
      told: ['data_representation', 'data_representation'],
    });
    expect(meet({ representations: [2] }, { representations: [0, 2] }).matched).toBe(1);
  });
});

const drain = (reader: Reader) => {
  const all: number[] = [];
  for (let next = reader.take(); next !== undefined; next = reader.take()) {
    all.push(next.payload[4]!);
  }
  return all;
};
const sample = (n: number) => Uint8Array.of(0, 1, 0, 0, n);

describe('a writer', () => {
  it('keeps for late joiners what the durability service says, and for present readers its history', () => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const qos: Qos = {
      ...DEFAULT_QOS,
      durability: 'transient_local',
      history: { kind: 'keep_last', depth: 10 },
      durabilityService: { kind: 'keep_last', depth: 3 },
    };
    const topic = { topic: 'rt/x', type: 'T', qos };
    const writer = a.participant.createWriter(topic, 0);
    const early = b.participant.createReader(topic, 0);
    net.run(2e9, () => writer.proxies[0]?.isHeard === true);
    for (let n = 0; n < 8; n++) writer.write(sample(n), net.now);
    net.run(net.now + 2e9, () => writer.isAcknowledged);
    const late = b.participant.createReader(topic, net.now);
    net.run(net.now + 2e9);
    expect(drain(early)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(drain(late)).toEqual([5, 6, 7]);
  });

  it('with a limit of samples refuses more, without blocking, until there is room', () => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const qos: Qos = {
      ...DEFAULT_QOS,
      history: { kind: 'keep_all', depth: -1 },
      limits: { samples: 5, instances: -1, samplesPerInstance: -1 },
    };
    const topic = { topic: 'rt/x', type: 'T', qos };
    let writable = 0;
    const writer = a.participant.createWriter(topic, 0, { onWritable: () => void writable++ });
    const reader = b.participant.createReader(topic, 0);
    net.run(2e9, () => writer.proxies[0]?.isHeard === true);
    const results = Array.from({ length: 7 }, (_, n) => writer.write(sample(n), net.now));
    expect(results).toEqual([...new Array(5).fill('written'), 'full', 'full']);
    expect(writable).toBe(0);
    net.run(net.now + 2e9, () => writable > 0);
    expect(writer.write(sample(9), net.now)).toBe('written');
    net.run(net.now + 2e9);
    expect(drain(reader)).toEqual([0, 1, 2, 3, 4]);
    // The reader was full, too; taking a sample makes room for the next.
    net.run(net.now + 2e9);
    expect(drain(reader)).toEqual([9]);
    expect(writable).toBe(1);
  });
});

it('a content filter is announced unchanged, and samples that it rejects are not stored', () => {
  const net = new VirtualNetwork();
  const [a, b] = [net.join(), net.join()];
  const contentFilter = {
    ...{ name: 'f', relatedTopic: 'rt/x', className: 'DDSSQL' },
    ...{ expression: 'data > %0', parameters: ['3'] },
  };
  const topic = { topic: 'rt/x', type: 'T', qos: DEFAULT_QOS };
  const writer = a.participant.createWriter(topic, 0);
  const filter = ({ payload }: { payload: Uint8Array }) => payload[4]! > 3;
  const reader = b.participant.createReader({ ...topic, contentFilter, filter }, 0);
  net.run(2e9, () => writer.proxies[0]?.isHeard === true);
  expect(writer.proxies[0]!.reader.data.contentFilter).toEqual(contentFilter);
  for (let n = 0; n < 7; n++) writer.write(sample(n), net.now);
  net.run(net.now + 2e9);
  expect(drain(reader)).toEqual([4, 5, 6]);
  expect(writer.isAcknowledged).toBe(true);
});
