import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import rclnodejs from '../rclnodejs.js';
import { useWorld } from './world.js';

const MILLISECOND = 1_000_000n;

beforeEach(async () => {
  useWorld(undefined);
  await rclnodejs.init(undefined, []);
});
afterEach(() => rclnodejs.shutdownAll());

describe('outside of any simulation', () => {
  it('time is the wall clock and timers of the program work', async () => {
    const node = rclnodejs.createNode('node');
    const publisher = node.createPublisher('std_msgs/msg/String', 'topic');
    const off = Number(node.now().nanoseconds / MILLISECOND) - Date.now();
    expect(Math.abs(off)).toBeLessThan(1000);
    setTimeout(() => publisher.publish('late'), 5);
    rclnodejs.spin(node);
    const message = await rclnodejs.waitForMessage('std_msgs/msg/String', node, 'topic', {
      timeout: 5000,
    });
    expect(message).toMatchObject({ data: 'late' });
  });

  it('timers of a node run as time passes', async () => {
    const node = rclnodejs.createNode('node');
    const started = performance.now();
    node.spin();
    await new Promise<void>((resolve) => {
      let runs = 0;
      const timer = node.createTimer(10n * MILLISECOND, () => {
        if (++runs < 3) return;
        timer.cancel();
        resolve();
      });
    });
    expect(performance.now() - started).toBeGreaterThan(25);
  });

  it('requests are answered, and given up', async () => {
    const node = rclnodejs.createNode('node');
    const type = 'example_interfaces/srv/AddTwoInts';
    node.createService(type, 'add', ({ a, b }: { a: bigint; b: bigint }) => ({ sum: a + b }));
    node.createService(type, 'silent', () => new Promise(() => {}));
    node.spin();
    const request = { a: 1n, b: 2n };
    const answer = node.createClient(type, 'add').sendRequestAsync(request, { timeout: 5000 });
    await expect(answer).resolves.toEqual({ sum: 3n });
    const silence = node.createClient(type, 'silent').sendRequestAsync(request, { timeout: 20 });
    await expect(silence).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('Ctrl-C shuts down until the program wants to see to it', () => {
    expect(process.listeners('SIGINT')).toContain(rclnodejs.shutdownAll);
    rclnodejs.removeSignalHandlers();
    expect(process.listeners('SIGINT')).not.toContain(rclnodejs.shutdownAll);
  });
});
