import { afterEach, describe, expect, it } from 'vitest';
import { Simulation } from '../simulation/index.js';
import { enterSimulation } from './index.js';
import rclnodejs, { createNode } from './rclnodejs.js';

async function enter(): Promise<Simulation> {
  const simulation = new Simulation({ initialTime: 1_000_000_000n });
  enterSimulation(simulation);
  await rclnodejs.init();
  return simulation;
}

afterEach(() => rclnodejs.shutdownAll());

describe('the client library in a simulation', () => {
  it('publishes, subscribes and calls a service on timers in virtual time', async () => {
    const simulation = await enter();
    const talker = createNode('talker');
    const listener = createNode('listener', 'ns');
    const publisher = talker.createPublisher('std_msgs/msg/String', 'chatter');
    const log: string[] = [];
    listener.createSubscription('std_msgs/msg/String', '/chatter', (m: { data: string }) => {
      log.push(`${listener.now().nanoseconds} ${m.data}`);
    });
    listener.createService(
      'example_interfaces/srv/AddTwoInts',
      'add',
      ({ a, b }: { a: bigint; b: bigint }) => ({ sum: a + b }),
    );
    const client = talker.createClient('example_interfaces/srv/AddTwoInts', '/ns/add');
    let count = 0;
    const timer = talker.createTimer(500_000_000n, async () => {
      publisher.publish(`n${++count}`);
      if (count === 2) timer.cancel();
      const { sum } = (await client.sendRequestAsync({ a: 1n, b: BigInt(count) })) as {
        sum: bigint;
      };
      log.push(`sum ${sum}`);
    });
    talker.spin();
    listener.spin();
    await simulation.run();
    expect(log).toEqual(['1500000000 n1', 'sum 2', '2000000000 n2', 'sum 3']);
  });
});
