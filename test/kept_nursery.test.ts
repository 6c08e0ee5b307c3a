/**
 * A thread that makes many runs starts one interpreter for all Python programs with the same surroundings, and copies it
 * for each. Runs are as in fresh processes, and at the end nothing is left.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './orrery_command.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const built = <T>(room: string) =>
  import(pathToFileURL(join(ROOT, `dist/${room}/index.js`)).href) as Promise<T>;
const { describeSystem } = await built<typeof import('../src/launch/index.js')>('launch');
const { openRunner } = await built<typeof import('../src/run/index.js')>('run');

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** Leaves behind what a program can leave in its interpreter, and says what it has found there. */
const talker = (name: string) => `
import os, random, sys, builtins
import rclpy
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node('${name}')
publisher = node.create_publisher(String, 'said', 10)
found = [hasattr(builtins, 'left'), 'LEFT' in os.environ, 'left' in sys.modules, random.random(), id(object()) > 0]
builtins.left, os.environ['LEFT'], sys.modules['left'] = True, '1', sys
node.create_timer(0.1, lambda: publisher.publish(String(data=f'{found} {random.random()} {os.getpid()}')))
rclpy.spin(node)
`;
/** In ns. */
const [SHORT, LONG] = [2e8, 1e12];
/** A node whose callback computes. */
const busy = (loop: string) => `
import rclpy
rclpy.init()
node = rclpy.create_node('busy')


def compute():
    ${loop}:
        pass


node.create_timer(0.4, compute)
rclpy.spin(node)
`;
/** The watchdog may get no processor for a while, so what it must end does not end by itself. */
const LOOPS = { endless: 'while True', long: 'for _ in range(20_000_000)' } as const;
const files = ['one', 'two', 'three'].map((name) => sandbox.write(`${name}.py`, talker(name)));

const system = (seed: number, env: readonly string[] = []) =>
  describeSystem({ files }, { until: '0.5s', seed: String(seed), env }).config;

/** Processes that this one has started to copy interpreters. */
function nurseries(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        // After the name, which may contain spaces: the state, then the parent.
        const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1];
        return words.includes('--nursery') && Number(parent) === process.pid;
      } catch {
        return false;
      }
    });
}

/** Processes end when they have read that nobody needs them, which takes as long as the machine is busy. */
async function untilNurseriesAre(count: number): Promise<void> {
  while (nurseries().length !== count) await new Promise((after) => setTimeout(after, 50));
}

describe.skipIf(PYTHON === undefined || process.platform !== 'linux')('a warm thread', () => {
  const digests: string[] = [];
  // Another test, or another file in the same process, may have left some that are about to end.
  beforeEach(() => untilNurseriesAre(0));
  beforeAll(async () => {
    const fresh = openRunner('process', 1);
    for (const seed of [0, 1, 2]) {
      const { digest, errors } = await fresh.run(system(seed));
      expect(errors).toEqual([]);
      digests.push(digest.total);
    }
    fresh.close();
    expect(new Set(digests).size).toBe(3);
  });

  it('keeps one nursery, and its runs are those of fresh processes', async () => {
    const warm = openRunner('series', 1);
    const kept = new Set<number>();
    for (const seed of [0, 1, 2, 1, 0]) {
      const { digest } = await warm.run(system(seed));
      expect(digest.total).toBe(digests[seed]);
      for (const pid of nurseries()) kept.add(pid);
    }
    expect(kept.size).toBe(1);
    warm.close();
    await untilNurseriesAre(0);
  });

  it('ends what keeps its turn in each of its runs, but not what may keep it in that run', async () => {
    const warm = openRunner('series', 1);
    for (const loop of ['endless', 'long', 'endless'] as const) {
      const isEndless = loop === 'endless';
      const file = sandbox.write(`${loop}.py`, busy(LOOPS[loop]));
      const models = { process_limits: { callback: isEndless ? SHORT : LONG } };
      const { config } = describeSystem({ files: [file] }, { until: '0.5s', models });
      const { errors } = await warm.run(config);
      expect(errors.map(({ code }) => code)).toEqual(isEndless ? ['ORR_GUEST_HANG'] : []);
    }
    expect((await warm.run(system(1))).digest.total).toBe(digests[1]);
    warm.close();
  });

  it('keeps one nursery for programs that differ in what is called and how they print', async () => {
    sandbox.write('pair/package.xml', '<package><name>pair</name></package>');
    const scripts = files.map((_, i) => `'s${i} = pair.s${i}:main'`).join();
    const entries = `entry_points={'console_scripts': [${scripts}]}`;
    sandbox.write(
      'pair/setup.py',
      `from setuptools import setup\nsetup(name='pair', ${entries})\n`,
    );
    sandbox.write('pair/pair/__init__.py', '');
    const nodes = files.map((_, i) => {
      const body = talker(`s${i}`).replaceAll('\n', '\n    ');
      sandbox.write(`pair/pair/s${i}.py`, `def main():\n    global node, publisher, found${body}`);
      return `- node: {pkg: pair, exec: s${i}, emulate_tty: ${i === 0}}\n`;
    });
    const file = sandbox.write('pair/pair.launch.yaml', `launch:\n${nodes.join('')}`);
    const { config } = describeSystem({ files: [file] }, { until: '0.5s' });
    const [fresh, warm] = [openRunner('process', 1), openRunner('series', 1)];
    const wanted = await fresh.run(config);
    expect(wanted.messages).toBeGreaterThan(10);
    for (let run = 0; run < 2; run++) {
      const { digest, errors } = await warm.run(config);
      expect(errors).toEqual([]);
      expect(digest.total).toBe(wanted.digest.total);
    }
    expect(nurseries()).toHaveLength(1);
    fresh.close();
    warm.close();
    await untilNurseriesAre(0);
  });

  it('ends no nursery whose programs still run, also if each program has variables of its own', async () => {
    const nodes = Array.from({ length: 11 }, (_, i) => {
      const program = sandbox.write(`n${i}.py`, talker(`n${i}`));
      return `- node: {exec: ${program}, env: [{name: OWN, value: '${i}'}]}\n`;
    });
    const file = sandbox.write('own.launch.yaml', `launch:\n${nodes.join('')}`);
    const { config } = describeSystem({ files: [file] }, { until: '0.5s' });
    const [fresh, warm] = [openRunner('process', 1), openRunner('series', 1)];
    const wanted = await fresh.run(config);
    for (let run = 0; run < 2; run++) {
      const { digest, errors } = await warm.run(config);
      expect(errors).toEqual([]);
      expect(digest.total).toBe(wanted.digest.total);
    }
    await untilNurseriesAre(8);
    fresh.close();
    warm.close();
    await untilNurseriesAre(0);
  });

  it('starts another one when it was killed, and ends the oldest when there are too many', async () => {
    const warm = openRunner('series', 1);
    await warm.run(system(0));
    const [first] = nurseries();
    process.kill(first!, 'SIGKILL');
    await untilNurseriesAre(0);
    expect((await warm.run(system(1))).digest.total).toBe(digests[1]);
    for (let i = 0; i < 10; i++) await warm.run(system(0, [`VARIANT=${i}`]));
    expect(nurseries()).not.toContain(first);
    await untilNurseriesAre(8);
    warm.close();
    await untilNurseriesAre(0);
  });
});
