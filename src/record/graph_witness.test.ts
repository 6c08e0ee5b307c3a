import { expect, it } from 'vitest';
import { Graph, Publisher, Subscription } from '../graph/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { Kernel } from '../kernel/index.js';
import { GraphWitness } from './graph_witness.js';

const types = new TypeRegistry({ amentPrefixPath: '' });
const uint64 = types.message('std_msgs/msg/UInt64');
const imu = types.message('sensor_msgs/msg/Imu');

it('reports the same however often it is asked: a run asks at every checkpoint', () => {
  const graph = new Graph({ kernel: new Kernel() });
  const witness = new GraphWitness(graph);
  const talker = graph.createNode({ name: 'talker', domain: 0 });
  const publisher = new Publisher(talker, '/t', uint64);
  const gone = new Publisher(talker, '/t', uint64);
  new Subscription(graph.createNode({ name: 'listener', domain: 0 }), '/t', uint64, () => {});
  for (let data = 1n; data <= 3n; data++) publisher.publish({ data });
  gone.publish({ data: 4n });
  gone.destroy();
  const report = witness.report([]);
  expect(report.topics[0]!.publishers).toEqual([expect.objectContaining({ count: 4 })]);
  expect(witness.report([])).toEqual(report);
});

it('reads the stamps of headers, of whichever publisher', () => {
  const kernel = new Kernel();
  const graph = new Graph({ kernel });
  const witness = new GraphWitness(graph);
  const node = graph.createNode({ name: 'sensor', domain: 0 });
  const [plain, stamped] = [new Publisher(node, '/n', uint64), new Publisher(node, '/imu', imu)];
  kernel.turn(Number.POSITIVE_INFINITY, { until: 5 });
  const empty = imu.encode(imu.normalize({}));
  for (let i = 0; i < 3; i++) {
    witness.message(plain, new Uint8Array(12));
    witness.message(stamped, empty);
  }
  const zero = witness.report([]).zeroStamps?.[0];
  expect(zero).toMatchObject({ topic: '/imu', count: 3, total: 3 });
});
