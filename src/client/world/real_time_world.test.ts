import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import rclnodejs from '../rclnodejs.js';

const MILLISECOND = 1_000_000n;

beforeEach(async () => {
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

  it('requests are answered or time out', async () => {
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

  it('a timer that was started late runs', async () => {
    const node = rclnodejs.createNode('node');
    node.spin();
    await new Promise<void>((resolve) => {
      const timer = node.createTimer(MILLISECOND, () => resolve(), { autostart: false });
      setTimeout(() => timer.reset(), 5);
    });
  });

  it('spinOnce waits for a timer, up to its timeout', () => {
    const hour = 3600n * 1_000_000_000n;
    const runs = { soon: 0, late: 0 };
    const patient = rclnodejs.createNode('patient');
    patient.createTimer(10n * MILLISECOND, () => runs.soon++);
    patient.spinOnce(60_000);
    expect(runs.soon).toBe(1);
    const hasty = rclnodejs.createNode('hasty');
    hasty.createTimer(hour, () => runs.late++);
    hasty.spinOnce(0);
    hasty.spinOnce(1);
    expect(runs.late).toBe(0);
  });

  it('a steady clock reads more than the age of the program', () => {
    const { STEADY_TIME } = rclnodejs.ClockType;
    expect(new rclnodejs.Clock(STEADY_TIME).now().nanoseconds).toBeGreaterThan(10n ** 9n);
  });

  it('Ctrl-C shuts down unless the program handles it', () => {
    expect(process.listeners('SIGINT')).toContain(rclnodejs.shutdownAll);
    rclnodejs.removeSignalHandlers();
    expect(process.listeners('SIGINT')).not.toContain(rclnodejs.shutdownAll);
  });
});
