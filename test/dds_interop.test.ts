/**
 * The engine of `src/dds` against Cyclone DDS and Fast DDS in other processes, on the loopback only. `npm run
 * interop:dds` runs the whole matrix (ORRERY_DDS_FULL=1); by default, only quick cases run.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type Qos, ServiceClient, ServiceServer } from '../src/dds/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import {
  BLOB,
  blob,
  capture,
  collect,
  endAll,
  KEEP_ALL,
  nextDomain,
  open,
  range,
  type Setup,
  start,
  until,
} from './dds_exchange.js';
import { peers } from './dds_peer.js';

const isFull = process.env.ORRERY_DDS_FULL === '1';

afterEach(endAll);

interface Case {
  readonly size: number;
  readonly count: number;
  readonly loss: number;
  readonly disorder?: number;
  readonly multicast?: boolean;
}

const QUICK: Case[] = [
  { size: 0, count: 10, loss: 0 },
  { size: 100, count: 1000, loss: 0.05, disorder: 0.1 },
  { size: 1_000_000, count: 5, loss: 0 },
  { size: 100, count: 100, loss: 0, multicast: true },
];
const FULL: Case[] = [
  ...[0, 1, 13, 1000, 59_000, 65_536].map((size) => ({ size, count: 200, loss: 0.05 })),
  ...[0, 0.05, 0.3].flatMap((loss) =>
    [0, 0.1].map((disorder) => ({ size: 100, count: 10_000, loss, disorder })),
  ),
  ...[0, 0.05].map((loss) => ({ size: 1_000_000, count: 20, loss, disorder: loss })),
  { size: 10_000_000, count: 3, loss: 0 },
];
const BLOBS = { topic: 'rt/blob', type: BLOB, qos: KEEP_ALL };
const CASES = isFull ? [...QUICK, ...FULL] : QUICK;

describe.each(['cyclone', 'fast'] as const)('with %s', (vendor) => {
  const missing = peers.missing[vendor];
  describe.skipIf(missing !== undefined)(missing ?? 'reliable', () => {
    const settings = (multicast?: boolean): Setup => ({
      options: multicast === true ? { multicast: true, peers: [] } : {},
    });

    it.each(CASES)('it gets everything: %o', async ({ size, count, multicast, ...faults }) => {
      const at = nextDomain();
      const driver = await open(at, { ...settings(multicast), ...faults });
      const writer = driver.participant.createWriter(BLOBS, driver.now());
      driver.wake();
      const options = {
        domain: at,
        count,
        seconds: 100,
        multicast: multicast === true ? 'yes' : 'no',
      };
      const peer = start(vendor, 'sub', options);
      await until(() => writer.matchedCount > 0);
      for (let n = 0; n < count; n++) {
        expect(writer.write(blob(n, size), driver.now())).toBe('written');
        driver.wake();
        if (size * 8 > 1e6) await until(() => writer.history.bytes < 30e6);
      }
      const got = await peer.line('received');
      expect(got).toMatchObject({ received: count, last: count - 1, wrong: 0, disordered: 0 });
      await until(() => writer.isAcknowledged);
    });

    it.each(CASES)('it gives everything: %o', async ({ size, count, multicast, ...faults }) => {
      const at = nextDomain();
      const driver = await open(at, { ...settings(multicast), ...faults });
      const got = collect();
      driver.participant.createReader(
        { topic: 'rt/blob', type: BLOB, qos: KEEP_ALL },
        driver.now(),
        { onData: got.onData },
      );
      driver.wake();
      const options = { domain: at, count, size, seconds: 100 };
      const peer = start(vendor, 'pub', {
        ...options,
        multicast: multicast === true ? 'yes' : 'no',
      });
      expect(await peer.line('acknowledged')).toMatchObject({ acknowledged: true });
      expect(got.numbers).toEqual(range(count));
      expect(got.wrong).toBe(0);
    });

    it('late joiners get the kept samples, in both directions', async () => {
      const at = nextDomain();
      const qos: Qos = {
        ...DEFAULT_QOS,
        durability: 'transient_local',
        history: { kind: 'keep_last', depth: 5 },
      };
      const kept = { durability: 'transient_local', depth: 5, domain: at };
      const driver = await open(at);
      const writer = driver.participant.createWriter(
        { topic: 'rt/blob', type: BLOB, qos },
        driver.now(),
      );
      for (let n = 0; n < 20; n++) writer.write(blob(n, 10), driver.now());
      driver.wake();
      const sub = start(vendor, 'sub', { ...kept, count: 5 });
      expect(await sub.line('received')).toMatchObject({ received: 5, first: 15, last: 19 });

      const pub = start(vendor, 'pub', {
        ...{ ...kept, topic: 'rt/other', matches: 0, count: 20, linger_ms: 20_000 },
      });
      await pub.line('written');
      const got = collect();
      driver.participant.createReader({ topic: 'rt/other', type: BLOB, qos }, driver.now(), {
        onData: got.onData,
      });
      driver.wake();
      await until(() => got.numbers.length >= 5);
      expect(got.numbers).toEqual([15, 16, 17, 18, 19]);
    });

    it('best effort is delivered in order, and does not match a reader that requests more', async () => {
      const at = nextDomain();
      const driver = await open(at);
      const got = collect();
      let incompatible = '';
      const asks = (reliability: Qos['reliability']) => ({
        topic: 'rt/blob',
        type: BLOB,
        qos: { ...KEEP_ALL, reliability },
      });
      driver.participant.createReader(asks('best_effort'), driver.now(), { onData: got.onData });
      const strict = driver.participant.createReader(asks('reliable'), driver.now(), {
        onIncompatible: (_, policy) => {
          incompatible = policy;
        },
      });
      driver.wake();
      const options = { domain: at, reliability: 'best_effort', count: 200, pause_us: 100 };
      const peer = start(vendor, 'pub', { ...options, linger_ms: 300 });
      await peer.line('written');
      await until(() => got.numbers.at(-1) === 199);
      expect(got.numbers).toEqual([...got.numbers].sort((a, b) => a - b));
      expect(got.numbers.length).toBeGreaterThan(100);
      expect(strict.matchedCount).toBe(0);
      expect(incompatible).toBe('reliability');
    });

    it("services answer and are called in the vendor's encoding", async () => {
      const at = nextDomain();
      const driver = await open(at);
      const { request, response } = new TypeRegistry({ amentPrefixPath: '' }).service(
        'example_interfaces/srv/AddTwoInts',
      );
      const options = {
        name: '/add_two_ints',
        type: 'example_interfaces/srv/AddTwoInts',
        qos: KEEP_ALL,
      };
      const { participant } = driver;
      const server = new ServiceServer(participant, options, driver.now(), (payload, id, now) => {
        const { a, b } = request.decode(payload) as { a: bigint; b: bigint };
        server.respond(response.encode({ sum: a + b }), id, now);
      });
      driver.wake();
      const caller = start(vendor, 'call', { domain: at, count: 10 });
      expect(await caller.line('called')).toEqual({ called: 10, right: 10 });
      await caller.ended;
      participant.removeReader(server.reader, driver.now());
      participant.removeWriter(server.writer, driver.now());

      start(vendor, 'serve', { domain: at });
      const sums: unknown[] = [];
      const client = new ServiceClient(participant, options, driver.now(), (payload) =>
        sums.push(response.decode(payload).sum),
      );
      driver.wake();
      await until(() => client.isReady);
      for (let n = 0; n < 10; n++) {
        client.call(request.encode({ a: BigInt(n), b: 1000n }), driver.now());
        driver.wake();
        await until(() => sums.length === n + 1);
      }
      expect(sums).toEqual(range(10).map((n) => BigInt(1000 + n)));
    });

    it('a killed peer is forgotten after its lease, and its successor is found', async () => {
      const at = nextDomain();
      const driver = await open(at);
      const writer = driver.participant.createWriter(BLOBS, driver.now());
      driver.wake();
      const options = { domain: at, lease_ms: 1000, count: 1 };
      const first = start(vendor, 'sub', options);
      await until(() => writer.matchedCount === 1);
      first.kill();
      await first.ended;
      writer.write(blob(0, 10), driver.now());
      driver.wake();
      await until(() => writer.matchedCount === 0);
      expect(writer.isAcknowledged).toBe(true);
      const second = start(vendor, 'sub', options);
      await until(() => writer.matchedCount === 1);
      writer.write(blob(1, 10), driver.now());
      driver.wake();
      expect(await second.line('received')).toMatchObject({ received: 1, first: 1 });
    });
  });
});

describe.skipIf(peers.missing.fast !== undefined)('with many of Fast DDS', () => {
  it.each(isFull ? [10, 50] : [10])('%d participants each get a sample', async (count) => {
    const at = nextDomain();
    const driver = await open(at, { options: { peerParticipants: 60 } });
    const writer = driver.participant.createWriter(BLOBS, driver.now());
    driver.wake();
    const peer = start('fast', 'join', { domain: at, count, others: 1 });
    await peer.line('joined');
    await until(() => writer.matchedCount === count);
    writer.write(blob(0, 10), driver.now());
    driver.wake();
    expect(await peer.line('served')).toEqual({ served: count });
    await until(() => writer.isAcknowledged);
  });
});

describe.skipIf(peers.missing.cyclone !== undefined)('with many', () => {
  it.each(isFull ? [10, 50] : [10])('%d participants of Cyclone DDS', async (count) => {
    const at = nextDomain();
    const driver = await open(at, { options: { peerParticipants: 60 } });
    const writer = driver.participant.createWriter(
      { topic: 'rt/blob', type: BLOB, qos: DEFAULT_QOS },
      driver.now(),
    );
    driver.wake();
    const peer = start('cyclone', 'join', { domain: at, count, others: 1 });
    await peer.line('joined');
    await until(() => writer.matchedCount === count);
  });

  it('reads keyed topics, with disposals', async () => {
    const at = nextDomain();
    const driver = await open(at);
    const values: string[] = [];
    const reader = driver.participant.createReader(
      { topic: 'rt/keyed', type: 'peer_msgs::msg::dds_::Keyed_', qos: KEEP_ALL, keyed: true },
      driver.now(),
      {
        onData: (from) => {
          for (let s = from.take(); s !== undefined; s = from.take()) {
            const view = new DataView(s.payload.buffer, s.payload.byteOffset);
            values.push(
              s.isDisposal ? 'gone' : `${view.getInt32(4, true)}:${view.getInt32(8, true)}`,
            );
          }
        },
      },
    );
    driver.wake();
    const peer = start('cyclone', 'keyed', { domain: at });
    await peer.line('written');
    await until(() => values.length >= 16);
    expect(values.slice(0, 15)).toEqual(range(15).map((n) => `${Math.floor(n / 5)}:${n % 5}`));
    expect(values[15]).toBe('gone');
    expect(reader.instances!.count).toBeGreaterThan(0);
  });
});

it('domains do not hear each other', async () => {
  const [a, b] = [await open(nextDomain()), await open(nextDomain())];
  for (const driver of [a, b]) driver.wake();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([...a.participant.peers, ...b.participant.peers]).toEqual([]);
});

describe.skipIf(!peers.tshark)('tshark', () => {
  it('finds nothing malformed in the exchanges above', () => {
    const { packets, lines } = capture.malformed();
    expect(lines).toEqual([]);
    expect(packets).toBe(capture.count);
  });
});
