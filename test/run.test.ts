/**
 * `orrery run` as a user sees it: programs of every kind, what they see, and what a run leaves behind.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { openBag } from '../src/bag/index.js';
import { TraceReader } from '../src/record/index.js';
import { orrery } from './command_process.js';
import { COMMAND, program, ROOT, readRun, SHARED, temporaryDirectory } from './orrery_command.js';

const benchmark = join(ROOT, 'examples/synthetic-benchmark');

describe('the synthetic benchmark', () => {
  it('has the published callbacks and hash, in every fresh process', () => {
    for (let i = 0; i < 3; i++) {
      const { stdout, status } = orrery(['run', benchmark, '--no-record']);
      expect(stdout).toContain('callbacks: 19011\nfinal hash: 7448837717382456148\n');
      expect(status).toBe(0);
    }
  });

  it('has the same digest whatever is recorded, and another one for another duration', () => {
    const digest = (...args: string[]) =>
      /digest (\w+)/.exec(orrery(['run', benchmark, ...args]).stdout)?.[1];
    const recorded = digest('--record', join(temporaryDirectory(), 'run'));
    expect(digest('--no-record')).toBe(recorded);
    expect(digest('--no-record', '-p', 'timeout_s:=99')).not.toBe(recorded);
  });
});

describe('programs', () => {
  it('of all kinds run together in virtual time', () => {
    const files = [program('talker.js'), program('listener.mjs')];
    const { stdout, stderr } = orrery(['run', ...files, '--until', '2s', '--no-record']);
    expect(stderr).toBe('');
    const lines = stdout.split('\n').slice(0, 5);
    expect(lines).toEqual([
      'slept 100 ms',
      '500 hello 1',
      '1000 hello 2',
      '1500 hello 3',
      '2000 hello 4',
    ]);
  });

  it('run as often as they are given, each as a process with its own name', () => {
    const run = join(temporaryDirectory(), 'run');
    const talker = program('talker.js');
    const { status } = orrery(['run', talker, talker, '--until', '1s', '--record', run]);
    expect(status).toBe(0);
    const trace = orrery(['bag', 'cat', join(run, 'recording.mcap')]).stdout;
    expect(trace.match(/hello 1/g)).toHaveLength(2);
  });

  it('print to stdout and stderr in one order', () => {
    const out = join(temporaryDirectory(), 'out.txt');
    const both = openSync(out, 'w');
    const args = [COMMAND, 'run', program('prints.cjs'), '--no-record'];
    spawnSync(process.execPath, args, { stdio: ['ignore', both, both] });
    const lines = readFileSync(out, 'utf8').split('\n').slice(0, 100);
    expect(lines).toEqual(Array.from({ length: 100 }, (_, i) => `line ${i}`));
  });

  it('see only virtual time and seeded randomness', () => {
    const run = (...args: string[]) =>
      orrery(['run', program('clocks.ts'), '--no-record', ...args]).stdout.split('\n')[0]!;
    const first = run();
    expect(run()).toBe(first);
    const seen = JSON.parse(first);
    expect(seen[0]).toBe('1970-01-01T00:00:00.000Z');
    expect(seen.slice(4)).toEqual([1234, 1234, '1234000000']);
    expect(run('--seed', '1')).not.toBe(first);
    expect(JSON.parse(run('--initial-time', '1795252940000000000'))[0]).toBe(
      '2026-11-21T09:22:20.000Z',
    );
  });
});

describe('a recorded run', () => {
  it('opens in the official MCAP reader, with types, QoS and every message', async () => {
    const directory = join(temporaryDirectory(), 'run');
    orrery(['run', benchmark, '--record', directory, '-p', 'timeout_s:=5']);
    const data = readFileSync(join(directory, 'recording.mcap'));
    const reader = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt(data.length),
        read: async (offset, size) =>
          new Uint8Array(data.buffer, data.byteOffset + Number(offset), Number(size)),
      },
      decompressHandlers: {},
    });
    expect(reader.header.profile).toBe('ros2');
    const topics = [...reader.channelsById.values()].map(({ topic }) => topic).sort();
    expect(topics).toEqual(expect.arrayContaining(['/t1', '/t2', '/t3', '/t4', '/t5']));
    expect(Number(reader.statistics?.messageCount)).toBe(readRun(directory).counts.messages);
    for (const channel of reader.channelsById.values()) {
      expect(channel.metadata.get('offered_qos_profiles')).toContain('reliability');
    }
  });

  it('has one trace record per callback, each with its cause', async () => {
    const directory = join(temporaryDirectory(), 'run');
    orrery(['run', benchmark, '--record', directory, '-p', 'timeout_s:=5']);
    const trace = await TraceReader.open(directory);
    expect(trace.entities).toContain('/node_b subscription /t2');
    const records = [...trace.callbacks()];
    trace.close();
    expect(records.length).toBe(readRun(directory).counts.callbacks);
    for (const { cause, number } of records) expect(cause).toBeLessThan(number);
  });

  it('can be played again: same stamps, same listeners', () => {
    const directory = temporaryDirectory();
    const first = join(directory, 'first');
    orrery(['run', program('talker.js'), '--until', '3s', '--record', first]);
    const bag = join(first, 'recording.mcap');
    const { stdout } = orrery(['run', program('listener.mjs'), '--bag', bag, '--no-record']);
    expect(stdout).toContain('1000 hello 2\n1500 hello 3\n');
  });

  it('is kept and valid when the run is interrupted', async () => {
    const directory = join(temporaryDirectory(), 'run');
    const args = [COMMAND, 'run', benchmark, '--record', directory, '-p', 'timeout_s:=1000000'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    // As soon as there is something to lose.
    const look = setInterval(() => {
      if (!existsSync(directory)) return;
      clearInterval(look);
      child.kill('SIGINT');
    }, 200);
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(130);
    expect(readRun(directory).end).toBe('interrupted');
    const bag = await openBag(join(directory, 'recording.mcap'));
    expect(bag.warnings).toEqual([]);
    expect(bag.metadata.messageCount).toBe(readRun(directory).counts.messages);
    bag.close();
  });
});

describe('a run whose callback waits for the real world', () => {
  it('can be ended during the wait', () => {
    const directory = join(temporaryDirectory(), 'run');
    const args = ['--until', '1s', '--wall-limit', '4s', '--record', directory];
    const { stdout } = orrery(['run', program('waits_for_child.cjs'), ...args]);
    expect(stdout).toContain('Wall-clock budget used up after 0.0');
    expect(readRun(directory)).toMatchObject({ end: 'wall', errors: [] });
  });

  it('does not hold time for a client that can only belong to the run', () => {
    const { stdout } = orrery(['run', program('waits_for_nobody.cjs'), '--until', '1s']);
    expect(stdout).toContain('Stalled after 1.000 s');
  });
});

describe('the main job', () => {
  const nodes = ['trip_meter.cjs', 'turn_counter.ts', 'reporter.mjs'].map((name) =>
    join(ROOT, 'examples/trip-report', name),
  );
  const real = join(SHARED, 'data/bags/evo_nav2_turtlebot/nav2_turtlebot.mcap');

  const twice = (bag: string) => {
    const [a, b] = [1, 2].map(() => {
      const directory = join(temporaryDirectory(), 'run');
      const done = orrery(['run', ...nodes, '--bag', bag, '--until', '90s', '--record', directory]);
      return { out: done.stdout.split('\n').slice(0, 9), run: readRun(directory) };
    });
    expect(b!.run.digest).toEqual(a!.run.digest);
    return a!;
  };

  it('reports on a robot in its own world', () => {
    const world = join(temporaryDirectory(), 'world');
    const file = join(ROOT, 'examples/trip-report/world.mjs');
    orrery(['run', file, '--until', '90s', '--record', world]);
    const { out } = twice(join(world, 'recording.mcap'));
    expect(out.join('\n')).toMatch(/10 s: 2\.\d\d m, at most 0\.2\d m\/s/);
  });

  it.skipIf(!existsSync(real))('reports on a real recording (needs the shared data)', () => {
    const { out } = twice(real);
    expect(out[0]).toBe('10 s: 2.89 m, at most 0.50 m/s');
    expect(out[8]).toBe('90 s: 4.96 m, at most 0.50 m/s');
  });
});

it('the package can be required from CommonJS', () => {
  const require = createRequire(import.meta.url);
  const orrerySim = require('../dist/index.js') as { Simulation: unknown; defineJob: unknown };
  expect(typeof orrerySim.Simulation).toBe('function');
  const rclnodejs = require('../dist/client/rclnodejs.js') as { default: { init: unknown } };
  expect(typeof rclnodejs.default.init).toBe('function');
});
