/** Two participants and more: discovery, matching, delivery. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type Qos } from './qos.js';
import type { Reader } from './reader.js';
import { GROUP, VirtualNetwork } from './virtual_network.test_support.js';

const KEEP_ALL: Qos = { ...DEFAULT_QOS, history: { kind: 'keep_all', depth: -1 } };
const chatter = (qos: Qos = KEEP_ALL) => ({ topic: 'rt/chatter', type: 'T', qos });

/** A payload that holds a number and is `size` bytes long. */
function payload(n: number, size = 8): Uint8Array {
  const bytes = new Uint8Array(Math.max(8, size));
  bytes.set([0, 1, 0, 0]);
  new DataView(bytes.buffer).setUint32(4, n, true);
  for (let i = 8; i < size; i++) bytes[i] = (n + i) & 255;
  return bytes;
}

const numberOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);

/** Everything that a reader holds. */
function takeAll(reader: Reader): number[] {
  const all: number[] = [];
  for (let s = reader.take(); s !== undefined; s = reader.take()) all.push(numberOf(s.payload));
  return all;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('two participants', () => {
  it('find each other and each other’s endpoints', () => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const writer = a.participant.createWriter(chatter(), 0);
    const reader = b.participant.createReader(chatter(), 0);
    net.run(1e9, () => writer.matchedCount === 1 && reader.matchedCount === 1);
    expect(writer.matchedCount).toBe(1);
    expect(net.now).toBeLessThan(10e6);
    expect(a.participant.peers[0]!.isProven).toBe(true);
    expect(a.participant.rejections.entries()).toEqual([]);
  });

  it.each([0, 0.05, 0.3])('lose nothing of 1,000 reliable samples at loss %d', (loss) => {
    const net = new VirtualNetwork({ loss });
    const [a, b] = [net.join(), net.join()];
    const writer = a.participant.createWriter(chatter(), 0);
    const reader = b.participant.createReader(chatter(), 0);
    net.run(60e9, () => writer.matchedCount === 1 && reader.matchedCount === 1);
    for (let i = 0; i < 1000; i++) expect(writer.write(payload(i, 100), net.now)).toBe('written');
    expect(net.run(net.now + 60e9, () => writer.isAcknowledged)).toBe(true);
    expect(takeAll(reader)).toEqual(range(0, 1000));
    expect(writer.history.count).toBe(0);
  });

  it.each([0, 0.05, 0.3])('put large samples together at loss %d', (loss) => {
    const net = new VirtualNetwork({ loss, duplicates: 0.1 });
    const [a, b] = [net.join(), net.join()];
    const writer = a.participant.createWriter(chatter(), 0);
    const reader = b.participant.createReader(chatter(), 0);
    net.run(60e9, () => writer.matchedCount === 1 && reader.matchedCount === 1);
    for (let i = 0; i < 10; i++) writer.write(payload(i, 200_000 + i), net.now);
    expect(net.run(net.now + 60e9, () => writer.isAcknowledged)).toBe(true);
    for (let i = 0; i < 10; i++) {
      const { payload: bytes } = reader.take()!;
      expect(Buffer.compare(bytes, payload(i, 200_000 + i))).toBe(0);
    }
    expect(a.participant.peers[0]!.pendingBytes).toBe(0);
    expect(b.participant.peers[0]!.pendingBytes).toBe(0);
  });

  it('give late joiners the samples kept for them', () => {
    const net = new VirtualNetwork({ loss: 0.1 });
    const a = net.join();
    const qos: Qos = {
      ...DEFAULT_QOS,
      durability: 'transient_local',
      history: { kind: 'keep_last', depth: 5 },
    };
    const writer = a.participant.createWriter(chatter(qos), 0);
    for (let i = 0; i < 20; i++) writer.write(payload(i), 0);
    const b = net.join();
    const late = b.participant.createReader(chatter(qos), 0);
    const volatile = b.participant.createReader(chatter(), 0);
    net.run(5e9);
    expect(takeAll(late)).toEqual(range(15, 20));
    expect(takeAll(volatile)).toEqual([]);
    writer.write(payload(20), net.now);
    net.run(net.now + 5e9);
    expect(takeAll(late)).toEqual([20]);
    expect(takeAll(volatile)).toEqual([20]);
  });

  it('deliver within one participant', () => {
    const net = new VirtualNetwork();
    const { participant } = net.join();
    const writer = participant.createWriter(chatter(), 0);
    const heard: number[] = [];
    participant.createReader(chatter(), 0, { onData: (r) => heard.push(...takeAll(r)) });
    writer.write(payload(7), 0);
    net.run(1);
    expect(heard).toEqual([7]);
  });

  it('notice an orderly end at once, and kill -9 after the lease', () => {
    const net = new VirtualNetwork();
    const [a, b, c] = [net.join(), net.join(), net.join()];
    const writer = a.participant.createWriter(chatter(), 0);
    b.participant.createReader(chatter(), 0);
    c.participant.createReader(chatter(), 0);
    net.run(1e9, () => writer.matchedCount === 2);
    net.leave(b, true);
    net.run(net.now + 1e6);
    expect(writer.matchedCount).toBe(1);
    writer.write(payload(1), net.now);
    net.leave(c, false);
    net.run(net.now + 11e9);
    expect(writer.matchedCount).toBe(0);
    expect(writer.isAcknowledged).toBe(true);
    expect(a.participant.peers).toEqual([]);
  });

  it('make a keep-all writer wait for a keep-all reader, and lose nothing', () => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const qos = { ...KEEP_ALL, limits: { samples: 10, instances: -1, samplesPerInstance: -1 } };
    let writable = 0;
    const writer = a.participant.createWriter(chatter(qos), 0, { onWritable: () => writable++ });
    const reader = b.participant.createReader(chatter(qos), 0);
    net.run(1e9, () => writer.matchedCount === 1 && reader.matchedCount === 1);
    const heard: number[] = [];
    let next = 0;
    for (let turn = 0; turn < 500 && heard.length < 100; turn++) {
      while (next < 100 && writer.write(payload(next), net.now) === 'written') next++;
      net.run(net.now + 20e6);
      if (turn % 3 === 0) heard.push(...takeAll(reader));
    }
    expect(heard).toEqual(range(0, 100));
    expect(writable).toBeGreaterThan(0);
  });

  it('follow each other to new addresses', () => {
    const net = new VirtualNetwork();
    const [a, b] = [net.join(), net.join()];
    const writer = a.participant.createWriter(chatter(), 0);
    const reader = b.participant.createReader(chatter(), 0);
    net.run(1e9, () => writer.proxies[0]?.isHeard === true);
    const locator = { address: '10.7.7.7', port: 7410 };
    net.move(b, locator);
    b.participant.relocate({ metatraffic: [locator], targets: [GROUP] }, net.now);
    net.run(net.now + 1e9);
    writer.write(payload(5), net.now);
    net.run(net.now + 1e9);
    expect(takeAll(reader)).toEqual([5]);
    expect(a.participant.peers[0]!.userTraffic.locator).toEqual(locator);
  });
});
