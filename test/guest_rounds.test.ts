/** Several Python programs at one instant compute in parallel, and nothing reveals which was first. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMAND } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-rounds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Computes for a while at every instant, on what all of them have said; its queue is short, so that the order in
 * which messages were chosen matters. ORRERY_BURN makes it compute longer.
 */
const WORKER = (name: string) => `
import os
import rclpy
from std_msgs.msg import UInt64

rclpy.init()
node = rclpy.create_node('${name}')
heard = []
publisher = node.create_publisher(UInt64, '/worked', 10)
node.create_subscription(UInt64, '/worked', lambda message: heard.append(message.data), 2)


def tick():
    total = sum(heard) % 1009
    for i in range(${process.env.ORRERY_BURN ?? 2_000}):
        total = (total * 31 + i) % 1_000_003
    publisher.publish(UInt64(data=total + len(heard)))


node.create_timer(0.1, tick)
rclpy.spin(node)
`;

/** Sleeps until the same instants, and publishes then. */
const SLEEPER = `
import time
import rclpy
from std_msgs.msg import UInt64

rclpy.init()
node = rclpy.create_node('sleeper')
publisher = node.create_publisher(UInt64, '/worked', 10)
while node.get_clock().now().nanoseconds < 10**18 and rclpy.ok():
    time.sleep(0.1)
    publisher.publish(UInt64(data=1))
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const names = ['one', 'two', 'three'];
const workers = names.map((name) => file(`${name}.py`, WORKER(name)));
const sleeper = file('sleeper.py', SLEEPER);
const models = file(
  'models.yaml',
  'execution_times: [{ node: /one, time: 7ms }, { node: /two, time: 20ms }]',
);

function digest(mode: 'parallel' | 'serial', ...options: string[]): string | undefined {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'run', ...workers, sleeper, '--no-record', '--until', '1s', ...options],
    { encoding: 'utf8', env: { ...process.env, ORRERY_GUESTS: mode } },
  );
  expect(stderr).toBe('');
  return /digest (\w+)/.exec(stdout)?.[1];
}

describe.skipIf(PYTHON === undefined)('Python programs at one instant', () => {
  it.each([
    ['alone', []],
    ['with execution times', ['--models', models]],
  ])('come to the same on one core and on several, %s', (_, options) => {
    const expected = digest('serial', ...options);
    expect(expected).toBeDefined();
    expect(digest('parallel', ...options)).toBe(expected);
  });

  it('that fail do not keep others from being heard', () => {
    const bad = file('bad.py', WORKER('bad').replace('total = sum', 'total = no_such_name + sum'));
    const { stderr, stdout, status } = spawnSync(
      process.execPath,
      [COMMAND, 'run', bad, ...workers, '--no-record', '--until', '1s'],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain('ORR_GUEST_EXCEPTION');
    expect(stdout).toContain('Failed after 0.100 s');
    expect(status).not.toBe(0);
  });
});
