import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { types, uint64, World } from './graph_world.test_support.js';
import { Publisher, Subscription, Timer } from './index.js';
import { DEFAULT_QOS, type Qos } from './qos.js';

const image = types.message('sensor_msgs/msg/Image');

describe('topics', () => {
  it('keep-last: after a burst, the newest messages are handled in the places of the oldest', () => {
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

  it('encodes a message once for all raw subscriptions that only read, and once for each that may write', () => {
    for (const serialized of [false, true]) {
      const world = new World();
      const node = world.node('node');
      const seen: Uint8Array[] = [];
      const raw = (readsOnly: boolean) =>
        new Subscription(node, '/t', image, (m) => seen.push(m.serialized as Uint8Array), {
          ...{ raw: true, readsOnly },
        });
      for (const readsOnly of [true, false, true, false, true]) raw(readsOnly);
      const publisher = new Publisher(node, '/t', image);
      const message = image.normalize({ data: new Uint8Array(100).fill(7) });
      const bytes = image.encode(message);
      if (serialized) publisher.publishSerialized(bytes);
      else publisher.publish(message);
      bytes.fill(0);
      world.drain();
      const [first, second, third, fourth, fifth] = seen;
      expect([third === first, fifth === first]).toEqual([true, true]);
      expect(new Set([first, second, fourth].map((each) => each?.buffer)).size).toBe(3);
      for (const each of seen) expect(each).toEqual(image.encode(message));
    }
  });

  it('sends late subscriptions what a transient-local publisher kept', () => {
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

  it('never shows one node how another changed a message', () => {
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

  it('passes a transferred message by reference to a single subscription', () => {
    const world = new World();
    const node = world.node('node');
    const seen: unknown[] = [];
    new Subscription(node, '/t', image, (message) => seen.push(message));
    const message = image.normalize({ data: new Uint8Array(10) });
    new Publisher(node, '/t', image).publish(message, { transfer: true });
    world.drain();
    expect(seen[0]).toBe(message);
  });

  it('delivers to subscriptions in the order of creation, or in a given order', () => {
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

  it('queues what arrives before a node is attached, and announces it on attachment', () => {
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

  it('stops delivering to destroyed entities, also what is already in transit', () => {
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

  it('delays a whole publication by an exact time', () => {
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
    world.graph.routes.add('network', (next) => ({
      send: (sample, subscription) => {
        // Every second message is lost.
        last = !last;
        if (last) next.send(sample, subscription);
      },
    }));
    const publisher = new Publisher(node, '/t', uint64);
    for (let i = 0; i < 4; i++) publisher.publish({ data: BigInt(i) });
    world.drain();
    expect(seen).toEqual([0n, 2n]);
  });
});
