/** The thread with the sockets, from the built package. */
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_QOS, type LiveOptions, type LiveParticipant } from '../src/dds/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { endAll, KEEP_ALL, nextDomain, start, until } from './dds_exchange.js';
import { peers } from './dds_peer.js';

const open: LiveParticipant[] = [];

/** A participant from the built package: a thread cannot be started from TypeScript. */
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

  it('lose a call that was given up', async () => {
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
  it('tells of participants, endpoints with their hashes, nodes, and that they are gone', async () => {
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

it('two programs hear each other, while one of them does not come to rest', async () => {
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
    // The program is busy; the threads match and deliver meanwhile.
    for (const end = performance.now() + 20; performance.now() < end; );
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(got).toEqual([0, 1, 2, 3, 4]);
});

it('says why it cannot be opened', async () => {
  await expect(live(3, { interfaces: ['nope0'] })).rejects.toMatchObject({
    code: 'ORR_DDS_INTERFACE',
  });
});
