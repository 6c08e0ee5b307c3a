import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import type { Incompatibility } from './endpoint_events.js';
import { Graph, type GraphOptions } from './graph.js';
import { Client, Publisher, Service, Subscription, Timer } from './index.js';
import type { GraphNode } from './node.js';
import { DEFAULT_QOS, incompatiblePolicy, type Qos } from './qos.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const uint64 = types.message('std_msgs/msg/UInt64');
const image = types.message('sensor_msgs/msg/Image');
const trigger = types.service('std_srvs/srv/Trigger');

/** A graph with its executor, to build small systems in. */
class World {
  readonly kernel = new Kernel();
  readonly graph: Graph;
  readonly #executor = new EventsExecutor(this.kernel);

  constructor(options: Partial<GraphOptions> = {}) {
    this.graph = new Graph({ kernel: this.kernel, ...options });
  }

  node(name: string, domain = 0): GraphNode {
    const node = this.graph.createNode({ name, domain });
    node.attach(this.#executor);
    return node;
  }

  /** A subscription that collects the `data` it gets. */
  collect(node: GraphNode, topic: string, qos: Partial<Qos> = {}): bigint[] {
    const seen: bigint[] = [];
    new Subscription(node, topic, uint64, ({ data }) => seen.push(data as bigint), {
      qos: { ...DEFAULT_QOS, ...qos },
    });
    return seen;
  }

  drain(until?: number): void {
    this.kernel.turn(Number.POSITIVE_INFINITY, until === undefined ? {} : { until });
  }
}

describe('topics', () => {
  it('keep-last: a burst leaves the newest messages, at the places of the first', () => {
    const depths = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(depths, fc.integer({ min: 0, max: 20 }), (depth, count) => {
        const world = new World();
        const node = world.node('node');
        const seen = world.collect(node, '/t', { depth });
        const publisher = new Publisher(node, '/t', uint64);
        for (let i = 0; i < count; i++) publisher.publish({ data: BigInt(i) });
        world.drain();
        const first = Math.max(0, count - depth);
        expect(seen).toEqual(Array.from({ length: count - first }, (_, i) => BigInt(first + i)));
      }),
    );
  });

  it('keep-all loses nothing', () => {
    const world = new World();
    const node = world.node('node');
    const seen = world.collect(node, '/t', { history: 'keep_all' });
    const publisher = new Publisher(node, '/t', uint64);
    for (let i = 0; i < 5000; i++) publisher.publish({ data: BigInt(i) });
    world.drain();
    expect(seen).toHaveLength(5000);
  });

  it('gives late subscriptions what a transient-local publisher kept', () => {
    const world = new World();
    const node = world.node('node');
    const latched: Partial<Qos> = { durability: 'transient_local', depth: 2 };
    const publisher = new Publisher(node, '/t', uint64, { ...DEFAULT_QOS, ...latched });
    for (let i = 0; i < 4; i++) publisher.publish({ data: BigInt(i) });
    const late = world.collect(node, '/t', latched);
    const indifferent = world.collect(node, '/t');
    world.drain();
    expect(late).toEqual([2n, 3n]);
    expect(indifferent).toEqual([]);
  });

  it('never shows one node what another does to a message', () => {
    const world = new World();
    const node = world.node('node');
    const seen: number[][] = [];
    for (let i = 0; i < 3; i++) {
      new Subscription(node, '/t', image, (message) => {
        const { data } = message as { data: Uint8Array };
        seen.push([...data]);
        data.fill(99);
      });
    }
    const message = { data: new Uint8Array([1, 2, 3]) };
    const publisher = new Publisher(node, '/t', image);
    publisher.publish(message);
    message.data.fill(7);
    world.drain();
    expect(seen).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect([...message.data]).toEqual([7, 7, 7]);
  });

  it('hands a transferred message over by reference to a single subscription', () => {
    const world = new World();
    const node = world.node('node');
    const seen: unknown[] = [];
    new Subscription(node, '/t', image, (message) => seen.push(message));
    const message = image.normalize({ data: new Uint8Array(10) });
    new Publisher(node, '/t', image).publish(message, { transfer: true });
    world.drain();
    expect(seen[0]).toBe(message);
  });

  it('delivers to subscriptions in the order of creation, or as told', () => {
    const world = new World();
    const node = world.node('node');
    const order: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map(
      (name) => new Subscription(node, '/t', uint64, () => order.push(name)),
    );
    const publisher = new Publisher(node, '/t', uint64);
    publisher.publish({ data: 0n });
    world.drain();
    publisher.setDeliveryOrder([c!, a!, b!]);
    publisher.publish({ data: 0n });
    world.drain();
    expect(order.join('')).toBe('abccab');
  });

  it('queues what arrives before a node is attached, and announces it then', () => {
    const world = new World();
    const source = world.node('source');
    const late = world.graph.createNode({ name: 'late' });
    const seen = world.collect(late, '/t', { depth: 2 });
    const publisher = new Publisher(source, '/t', uint64);
    for (let i = 0; i < 3; i++) publisher.publish({ data: BigInt(i) });
    world.drain();
    expect(seen).toEqual([]);
    late.attach(new EventsExecutor(world.kernel));
    world.drain();
    expect(seen).toEqual([1n, 2n]);
  });

  it('keeps domains apart', () => {
    const world = new World();
    const seen = world.collect(world.node('listener', 1), '/t');
    new Publisher(world.node('talker', 0), '/t', uint64).publish({ data: 1n });
    world.drain();
    expect(seen).toEqual([]);
  });

  it('stops delivering to what is destroyed, also what is already on its way', () => {
    const world = new World();
    const node = world.node('node');
    const seen: unknown[] = [];
    const subscription = new Subscription(node, '/t', uint64, (message) => seen.push(message));
    const publisher = new Publisher(node, '/t', uint64);
    publisher.publish({ data: 1n });
    subscription.destroy();
    publisher.publish({ data: 2n });
    world.drain();
    expect(seen).toEqual([]);
    expect(publisher.subscriptions).toEqual([]);
  });

  it('delays a publication as a whole, exactly', () => {
    const world = new World();
    const node = world.node('node');
    const times: number[] = [];
    new Subscription(node, '/t', uint64, () => times.push(world.kernel.now));
    world.graph.publicationDelay = { delay: () => 300_000_000 };
    const publisher = new Publisher(node, '/t', uint64);
    new Timer(node, 100_000_000, () => publisher.publish({ data: 0n }));
    world.drain(1_000_000_000);
    expect(times).toEqual([4e8, 5e8, 6e8, 7e8, 8e8, 9e8, 1e9]);
  });

  it('lets a route decide every single delivery', () => {
    const world = new World();
    const node = world.node('node');
    const seen = world.collect(node, '/t');
    let last = false;
    world.graph.route = {
      send: (sample, subscription) => {
        // Every second message is lost.
        last = !last;
        if (last) subscription.receive(sample);
      },
    };
    const publisher = new Publisher(node, '/t', uint64);
    for (let i = 0; i < 4; i++) publisher.publish({ data: BigInt(i) });
    world.drain();
    expect(seen).toEqual([0n, 2n]);
  });
});

describe('QoS', () => {
  const policies = fc.record<Qos>({
    history: fc.constantFrom('keep_last', 'keep_all'),
    depth: fc.integer({ min: 1, max: 10 }),
    reliability: fc.constantFrom('reliable', 'best_effort'),
    durability: fc.constantFrom('volatile', 'transient_local'),
    deadline: fc.constantFrom(1e6, 1e9, Number.POSITIVE_INFINITY),
    lifespan: fc.constant(Number.POSITIVE_INFINITY),
    liveliness: fc.constantFrom('automatic', 'manual_by_topic'),
    livelinessLease: fc.constantFrom(1e6, 1e9, Number.POSITIVE_INFINITY),
  });

  it('matches what it is compatible with, and reports every other pair', () => {
    fc.assert(
      fc.property(policies, policies, (offer, request) => {
        const world = new World();
        const pairs: Incompatibility[] = [];
        world.graph.onIncompatible = (pair) => pairs.push(pair);
        const node = world.node('node');
        const publisher = new Publisher(node, '/t', uint64, offer);
        const seen = world.collect(node, '/t', request);
        publisher.publish({ data: 1n });
        world.drain();
        const reason = incompatiblePolicy(offer, request);
        expect(seen).toEqual(reason === undefined ? [1n] : []);
        expect(pairs.map((pair) => pair.reason)).toEqual(reason === undefined ? [] : [reason]);
      }),
    );
  });

  it('an offer satisfies itself', () => {
    fc.assert(fc.property(policies, (qos) => incompatiblePolicy(qos, qos) === undefined));
  });

  it('reports endpoints of one name and different types', () => {
    const world = new World();
    const pairs: Incompatibility[] = [];
    world.graph.onIncompatible = (pair) => pairs.push(pair);
    const node = world.node('node');
    new Publisher(node, '/t', uint64);
    new Subscription(node, '/t', image, () => {});
    expect(pairs.map(({ topic, reason }) => [topic, reason])).toEqual([['/t', 'type']]);
  });
});

describe('services', () => {
  it('answer each client with its own responses', () => {
    const world = new World();
    const server = world.node('server');
    let served = 0;
    new Service(server, '/s', trigger, (_request, respond) => {
      respond({ success: true, message: String(++served) });
    });
    const answers: string[] = [];
    const clients = ['a', 'b'].map((name) => new Client(world.node(name), '/s', trigger));
    for (const [index, client] of clients.entries()) {
      for (let i = 0; i < 3; i++) {
        client.send({}, ({ message }) => answers.push(`${'ab'[index]}${message}`));
      }
    }
    world.drain();
    // A client is told of every response; its own may be handled where another's was announced.
    expect(answers).toEqual(['a1', 'b4', 'a2', 'b5', 'a3', 'b6']);
  });

  it('drop the oldest of more than ten outstanding requests', () => {
    const world = new World();
    const node = world.node('node');
    const service = new Service(node, '/s', trigger, (_request, respond) => respond({}));
    const client = new Client(node, '/s', trigger);
    let answered = 0;
    for (let i = 0; i < 12; i++) client.send({}, () => answered++);
    world.drain();
    expect([answered, service.dropped]).toEqual([10, 2]);
  });

  it('may respond later, once', () => {
    const world = new World();
    const node = world.node('node');
    let respond: (response: unknown) => void = () => {};
    new Service(node, '/s', trigger, (_request, send) => {
      respond = send;
    });
    const client = new Client(node, '/s', trigger);
    const answers: unknown[] = [];
    client.send({}, ({ message }) => answers.push(message));
    world.drain();
    expect(answers).toEqual([]);
    respond({ message: 'first' });
    respond({ message: 'second' });
    world.drain();
    expect(answers).toEqual(['first']);
  });

  it('lose a request without a server, and know when there is one', () => {
    const world = new World();
    const node = world.node('node');
    const client = new Client(node, '/s', trigger);
    expect(client.available).toBe(false);
    client.send({}, () => expect.unreachable());
    world.drain();
    const service = new Service(node, '/s', trigger, () => {});
    expect(client.available).toBe(true);
    service.destroy();
    expect(client.available).toBe(false);
  });
});

describe('digest', () => {
  const run = (extra: boolean) => {
    const world = new World();
    const node = world.node('node');
    const publisher = new Publisher(node, '/t', uint64);
    world.collect(node, '/t');
    new Timer(node, 10, () => publisher.publish({ data: 1n }));
    if (extra) new Timer(world.node('extra'), 7, () => {});
    world.drain(100);
    return world.graph.orderDigest;
  };

  it('is that of all callbacks', () => {
    expect(run(false)).toBe(run(false));
    expect(run(true)).not.toBe(run(false));
  });
});

it('forgets what is destroyed: making and destroying entities leaves nothing', () => {
  const world = new World();
  const node = world.node('node');
  for (let i = 0; i < 1000; i++) {
    const publisher = new Publisher(node, '/t', uint64);
    const subscription = new Subscription(node, '/t', uint64, () => {});
    const service = new Service(node, '/s', trigger, () => {});
    const client = new Client(node, '/s', trigger);
    const timer = new Timer(node, 10, () => {});
    for (const entity of [publisher, subscription, service, client, timer]) entity.destroy();
  }
  expect(node.entities.size).toBe(0);
  expect(world.graph.domain(0).topics).toEqual([]);
  expect(world.graph.domain(0).services).toEqual([]);
  expect(world.kernel.timers.size).toBe(0);
  node.destroy();
  expect(world.graph.nodes).toEqual([]);
});
