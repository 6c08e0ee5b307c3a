/** A Python program that ends in every possible way and is started again, many times in one run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-restarts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each restart takes 0.1 s of virtual time and some 0.2 s of real time; ORRERY_RESTARTS sets the number, e.g. to 1,000. */
const RESTARTS = Number(process.env.ORRERY_RESTARTS ?? 8);

const PROGRAM = `
import os
import sys
import time

import rclpy
from std_msgs.msg import UInt64

rclpy.init()
node = rclpy.create_node('again')
node.create_publisher(UInt64, '/lives', 10).publish(UInt64(data=1))
time.sleep(0.05)
ways = [lambda: sys.exit(3), lambda: os.kill(os.getpid(), 9), lambda: 1 / 0, lambda: None]
ways[int(node.get_clock().now().nanoseconds // 100_000_000) % 4]()
`;

describe.skipIf(PYTHON === undefined)('a Python program that is started again and again', () => {
  it('ends in the same ways each time, and leaves nothing behind', { timeout: 900_000 }, () => {
    writeFileSync(join(folder, 'again.py'), PROGRAM);
    const launch = join(folder, 'again.launch.xml');
    const command = `python3 ${join(folder, 'again.py')}`;
    writeFileSync(
      launch,
      `<launch><executable cmd="${command}" respawn="true" respawn_delay="0.05"/></launch>`,
    );
    const until = `${(RESTARTS * 0.1).toFixed(1)}s`;
    const { stdout, stderr, status } = orrery(['launch', launch, '--until', until, '--no-record']);
    const deaths = [
      ...stderr.matchAll(
        /(?:died|ended) at [\d.]+ s of virtual time with exit code (\d)(?:: (.*)|\.)/g,
      ),
    ].map(([, code, why]) => why ?? code);
    expect(new Set(deaths)).toEqual(
      new Set([
        '3',
        'The program again died by SIGKILL.',
        'The program again ended with an exception that nothing handled: ZeroDivisionError: division by zero',
      ]),
    );
    // One of the four ways is not a failure.
    expect(deaths.length).toBe((RESTARTS / 4) * 3);
    expect(stdout).toContain('Done after');
    expect(status).toBe(0);
  });
});
