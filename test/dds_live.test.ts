/** The thread with the sockets, from the built package. */
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type LiveOptions, type LiveParticipant } from '../src/dds/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { endAll, KEEP_ALL, nextDomain, start, until } from './dds_exchange.js';
import { peers } from './dds_peer.js';

const open: LiveParticipant[] = [];

/** A participant of the built package, because a thread cannot be started from TypeScript. */
async function live(domain: number, options: Partial<LiveOptions> = {}): Promise<LiveParticipant> {
  const built = (await import('../dist/dds/index.js' as string)) as {
    LiveParticipant: typeof LiveParticipant;
  };
  const unicast = { domain, multicast: false, peers: ['127.0.0.1'] };
  const opened = await built.LiveParticipant.open({ ...unicast, ...options });
  open.push(opened);
  return opened;
}

afterEach(async () => {
  await endAll();
  for (const each of open.splice(0)) await each.close();
});

const SERVICE = {
  name: '/add_two_ints',
  type: 'example_interfaces/srv/AddTwoInts',
  qos: KEEP_ALL,
};
const { request, response } = new TypeRegistry({ amentPrefixPath: '' }).service(SERVICE.type);

/** Answers requests of {@link SERVICE}. */
function serve(participant: LiveParticipant): number {
  const server = participant.createServer(SERVICE, (payload, number) => {
    const { a, b } = request.decode(payload) as { a: bigint; b: bigint };
    participant.respond(server, number, response.encode({ sum: a + b }));
  });
  return server;
}

/** Calls {@link SERVICE} ten times at once, before any server is known. */
async function callTen(participant: LiveParticipant): Promise<unknown[]> {
  const client = participant.createClient(SERVICE);
  const sums: unknown[] = [];
  for (let n = 0; n < 10; n++) {
    participant.call(client, request.encode({ a: BigInt(n), b: 100n }), (payload) =>
      sums.push(response.decode(payload).sum),
    );
  }
  await until(() => sums.length === 10);
  return sums;
}

const SUMS = Array.from({ length: 10 }, (_, n) => BigInt(100 + n));

describe('services', () => {
  it('are called and answered between two programs', async () => {
    const domain = nextDomain();
    const [a, b] = [await live(domain), await live(domain)];
    const sums = callTen(a);
    serve(b);
    expect(await sums).toEqual(SUMS);
  });

  it.each(['cyclone', 'fast'] as const)('are called and answered with %s', async (vendor) => {
    if (peers.missing[vendor] !== undefined) return;
    const domain = nextDomain();
    const participant = await live(domain);
    const server = serve(participant);
    const caller = start(vendor, 'call', { domain, count: 10 });
    expect(await caller.line('called')).toEqual({ called: 10, right: 10 });
    await caller.ended;
    participant.remove(server);
    start(vendor, 'serve', { domain });
    expect(await callTen(participant)).toEqual(SUMS);
  });

  it('discard a call whose caller gave up', async () => {
    const domain = nextDomain();
    const [a, b] = [await live(domain), await live(domain)];
    const client = a.createClient(SERVICE);
    const given = a.call(client, request.encode({ a: 1n, b: 1n }), () => expect.fail('called'));
    a.forget(client, given);
    serve(b);
    expect(await callTen(a)).toEqual(SUMS);
  });
});

describe('the graph', () => {
  it('reports participants, endpoints with their hashes, and nodes, and when they leave', async () => {
    const domain = nextDomain();
    const options = { graph: {}, ignoreOwn: true };
    const [a, b] = [await live(domain, options), await live(domain, { ...options, name: 'b' })];
    const writer = b.createWriter({ topic: 'rt/chatter', type: 'X', qos: DEFAULT_QOS });
    const server = serve(b);
    b.setNodes([{ namespace: '/ns', name: 'talker', endpoints: [writer, server] }]);
    await until(() => a.graph.nodes.length === 1 && a.graph.endpoints.size >= 5);
    const [node] = a.graph.nodes;
    expect(node).toMatchObject({ namespace: '/ns', name: 'talker' });
    const chatter = [...a.graph.endpoints.values()].find(({ topic }) => topic === 'rt/chatter')!;
    expect(chatter).toMatchObject({ kind: 'writer', type: 'X', qos: { reliability: 'reliable' } });
    expect(a.graph.nodeOf(chatter.guid)).toBe(node);
    expect(a.graph.peerOf(chatter.guid)!.name).toBe('b');
    expect(node!.readers).toHaveLength(1);
    await open.pop()!.close();
    await until(() => a.graph.peers.size === 0);
    expect([a.graph.nodes, a.graph.endpoints.size]).toEqual([[], 0]);
    expect((await a.status()).received).toBeGreaterThan(0);
  });
});

it('two programs communicate although one of them never becomes idle', async () => {
  const domain = nextDomain();
  const [a, b] = [await live(domain), await live(domain)];
  const topic = {
    ...{ topic: 'rt/chatter', type: 'std_msgs::msg::dds_::String_' },
    qos: { ...DEFAULT_QOS, durability: 'transient_local' as const },
  };
  const got: number[] = [];
  b.createReader(topic, { onSample: ({ payload }) => got.push(payload[4]!) });
  const writer = a.createWriter(topic);
  for (let n = 0; n < 5; n++) a.write(writer, Uint8Array.of(0, 1, 0, 0, n, 0, 0, 0));
  while (got.length < 5) {
    // The program is busy; meanwhile the threads match and deliver.
    for (const end = performance.now() + 20; performance.now() < end; );
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(got).toEqual([0, 1, 2, 3, 4]);
});

it('a program that lags behind holds its sender back, and gets everything in order', async () => {
  const domain = nextDomain();
  const [a, b] = [await live(domain), await live(domain, { maxUntaken: 100_000 })];
  const topic = { topic: 'rt/blob', type: 'X', qos: KEEP_ALL };
  const got: number[] = [];
  // A message counts as taken only when its owner says so.
  b.waitsForOwner = true;
  b.createReader(topic, {
    onSample: ({ payload }) => {
      expect(payload.length).toBe(30_004);
      got.push(payload[4]! + 256 * payload[5]!);
    },
  });
  const writer = a.createWriter(topic);
  let matched = 0;
  const second = a.createWriter({ ...topic, topic: 'rt/end' }, { onMatched: (n) => (matched = n) });
  let ends = 0;
  b.createReader({ ...topic, topic: 'rt/end' }, { onSample: () => ends++ });
  await until(() => matched === 1);
  for (let n = 0; n < 500; n++) {
    const payload = new Uint8Array(30_004);
    payload.set([0, 1, 0, 0, n & 255, n >> 8]);
    a.write(writer, payload);
  }
  await until(() => got.length > 0);
  // The thread is alive, but no longer delivers.
  for (let i = 0; i < 20; i++) await b.status();
  const before = got.length;
  expect(before).toBeLessThan(100);
  expect(ends).toBe(0);
  a.write(second, Uint8Array.of(0, 1, 0, 0));
  b.waitsForOwner = false;
  b.caughtUp();
  await until(() => got.length === 500 && ends === 1);
  expect(got).toEqual(Array.from({ length: 500 }, (_, n) => n));
});

it('says why it cannot be opened', async () => {
  await expect(live(3, { interfaces: ['nope0'] })).rejects.toMatchObject({
    code: 'ORR_DDS_INTERFACE',
  });
});
