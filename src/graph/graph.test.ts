import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Incompatibility } from './endpoint_events.js';
import { types, uint64, World } from './graph_world.test_support.js';
import { Client, Publisher, Service, Subscription, Timer } from './index.js';
import { incompatiblePolicy, type Qos } from './qos.js';

const image = types.message('sensor_msgs/msg/Image');
const trigger = types.service('std_srvs/srv/Trigger');

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

  it('matches compatible pairs, and reports every other pair', () => {
    fc.assert(
      fc.property(policies, policies, (offer, request) => {
        const world = new World();
        const pairs: Incompatibility[] = [];
        world.graph.listeners.add('note', { incompatible: (pair) => pairs.push(pair) });
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

  it('an offer satisfies an equal request', () => {
    fc.assert(fc.property(policies, (qos) => incompatiblePolicy(qos, qos) === undefined));
  });

  it('reports endpoints of one name and different types', () => {
    const world = new World();
    const pairs: Incompatibility[] = [];
    world.graph.listeners.add('note', { incompatible: (pair) => pairs.push(pair) });
    const node = world.node('node');
    new Publisher(node, '/t', uint64);
    new Subscription(node, '/t', image, () => {});
    expect(pairs.map(({ topic, reason }) => [topic, reason])).toEqual([['/t', 'type']]);
  });
});

describe('services', () => {
  it.each(['the server', 'the client'])(
    'of one name and different types do not match, and both are named, if %s is first',
    (first) => {
      const world = new World();
      const told: string[] = [];
      world.graph.listeners.add('note', {
        mistyped: ({ type }, server) => told.push(`${type.name}, not ${server.type.name}`),
      });
      const node = world.node('node');
      const served: unknown[] = [];
      const serve = () =>
        new Service(node, '/s', trigger, (request, respond) => {
          served.push(request);
          respond({ success: true, message: '' });
        });
      const server = first === 'the server' ? serve() : undefined;
      const client = new Client(node, '/s', types.service('std_srvs/srv/Empty'));
      if (server === undefined) serve();
      expect(client.available).toBe(false);
      const answers: unknown[] = [];
      client.send({}, (response) => answers.push(response));
      new Client(node, '/s', trigger).send({}, (response) => answers.push(response));
      world.drain();
      expect([served.length, answers, client.pending]).toEqual([
        1,
        [{ success: true, message: '' }],
        0,
      ]);
      expect(told).toEqual(['std_srvs/srv/Empty, not std_srvs/srv/Trigger']);
    },
  );

  it('answer each client with its own response', () => {
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
    // Every response is announced to each client, so a client may handle its own when another's was announced.
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

  it('may respond later, but only once', () => {
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

  it('lose requests while there is no server, and know when there is one', () => {
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

  it('covers all callbacks', () => {
    expect(run(false)).toBe(run(false));
    expect(run(true)).not.toBe(run(false));
  });
});

it('leaves nothing behind after entities are created and destroyed', () => {
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

it('names a timer by its period and its node, and which of several with that period it is', () => {
  const world = new World();
  const node = world.node('node');
  const timer = (period: number) => new Timer(node, period, () => {});
  const [alone, one, other] = [timer(500_000), timer(100_000_000), timer(100_000_000)];
  const labels = () => [alone, one, other].map((each) => each.label());
  expect(labels()).toEqual([
    'timer 0.5 ms of /node',
    'timer 100 ms of /node (1 of 2)',
    'timer 100 ms of /node (2 of 2)',
  ]);
  one.destroy();
  expect(labels().slice(1)).toEqual(['timer 100 ms of /node', 'timer 100 ms of /node']);
  expect(alone.title).toBe('timer 0.5 ms');
});
