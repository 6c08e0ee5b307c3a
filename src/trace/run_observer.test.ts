import { expect, it } from 'vitest';
import { EventsExecutor } from '../executors/index.js';
import { Graph, Publisher, Subscription, Timer } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { type RunDigest, RunObserver } from './run_observer.js';

const uint64 = new TypeRegistry({ amentPrefixPath: '' }).message('std_msgs/msg/UInt64');

/** Runs a talker that sends `first`, `first` + 1, … and a listener for 100 ns, with `extra` also an unrelated node. */
function digestOf({ first = 1n, period = 10, extra = false } = {}): RunDigest {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const observer = new RunObserver(graph);
  graph.observers.add('record', observer);
  const executor = new EventsExecutor(kernel);
  const node = (name: string) => {
    const made = graph.createNode({ name, domain: 0 });
    made.attach(executor);
    return made;
  };
  if (extra) new Timer(node('extra'), 7, () => {});
  const talker = node('talker');
  const publisher = new Publisher(talker, '/t', uint64);
  let data = first;
  new Timer(talker, period, () => publisher.publish({ data: data++ }));
  new Subscription(node('listener'), '/t', uint64, () => {});
  kernel.turn(Number.POSITIVE_INFINITY, { until: 100 });
  return observer.digest();
}

it('gives equal runs equal digests', () => {
  expect(digestOf()).toEqual(digestOf());
});

it('digests each node and topic on its own: another node changes neither', () => {
  const [alone, beside] = [digestOf(), digestOf({ extra: true })];
  expect(beside.nodes['/talker']).toBe(alone.nodes['/talker']);
  expect(beside.nodes['/listener']).toBe(alone.nodes['/listener']);
  expect(beside.topics).toEqual(alone.topics);
  expect(beside.order).not.toBe(alone.order);
});

it('detects different contents in the same order', () => {
  const [one, two] = [digestOf(), digestOf({ first: 2n })];
  expect(two.order).toBe(one.order);
  for (const name of ['/talker', '/listener']) expect(two.nodes[name]).not.toBe(one.nodes[name]);
  expect(two.topics['/t']).not.toBe(one.topics['/t']);
});

it('detects a different time', () => {
  const [one, two] = [digestOf(), digestOf({ period: 11 })];
  expect(two.order).not.toBe(one.order);
  expect(two.nodes['/listener']).not.toBe(one.nodes['/listener']);
});

it('reports a publication in the record of its callback, others in records of their own', () => {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const told: unknown[] = [];
  const observer = new RunObserver(graph, {
    callbacks: {
      callback: ({ number, published, publishers, sequences }) => {
        told.push([number, publishers.slice(0, published).map((p) => p.name), [...sequences]]);
      },
    },
    publications: { publication: ({ sequence, cause }) => told.push({ sequence, cause }) },
  });
  graph.observers.add('record', observer);
  const node = graph.createNode({ name: 'node' });
  node.attach(new EventsExecutor(kernel));
  const publisher = new Publisher(node, '/t', uint64);
  publisher.publish({ data: 1n });
  new Timer(node, 10, () => {
    publisher.publish({ data: 2n });
    publisher.publish({ data: 3n });
    if (kernel.now > 10) throw new Error('on purpose');
  });
  expect(() => kernel.turn(Number.POSITIVE_INFINITY, { until: 20 })).toThrow('on purpose');
  observer.finish();
  observer.finish();
  expect(told).toEqual([
    { sequence: 1, cause: 0 },
    [1, ['/t', '/t'], [2, 3]],
    [2, ['/t', '/t'], [4, 5]],
  ]);
});
