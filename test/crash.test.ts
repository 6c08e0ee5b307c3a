/** A run that is ended from outside leaves complete files up to a moment before. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import zstd from '@foxglove/wasm-zstd';
import { describe, expect, it } from 'vitest';
import { analyzeRun } from '../src/analysis/index.js';
import { formatVerification, verifyBag } from '../src/bag/index.js';
import { callbacksIn, countIn } from './independent_reader.js';
import { COMMAND, orrery, program, ROOT, readRun, temporaryDirectory } from './orrery_command.js';

/** How often a run is killed, each time at another moment; ORRERY_CRASHES changes it, e.g. to 200. */
const KILLS = Number(process.env.ORRERY_CRASHES ?? 3);

describe('a killed run', () => {
  it(`leaves files that other programs read, ${KILLS} times`, async () => {
    await zstd.isLoaded;
    for (let i = 0; i < KILLS; i++) {
      const directory = join(temporaryDirectory(), 'run');
      const file = program('endless_talker.cjs');
      const child = spawn(process.execPath, [COMMAND, 'run', file, '--record', directory]);
      while (!existsSync(join(directory, 'run.json'))) await sleep(20);
      // Spread over two seconds: before the first checkpoint, between checkpoints, at them and after several.
      await sleep((i * 617) % 2200);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const run = readRun(directory);
      const { end, counts } = run;
      expect(end).toBe('running');
      // The run had not begun: it left nothing but its configuration.
      if (!('system' in run)) {
        const { status, stderr } = orrery(['doctor', directory]);
        expect(stderr).toMatch(/^error ORR_[A-Z_]+: /);
        expect(status).toBe(1);
        continue;
      }
      const found = countIn(join(directory, 'recording.mcap'), isCount);
      // Whatever run.json counts was on the disk before run.json was written.
      expect(found + 10).toBeGreaterThanOrEqual(counts.messages);
      const traced = callbacksIn(join(directory, 'trace.mcap'));
      expect(traced).toBeGreaterThanOrEqual(counts.callbacks);
      // The recording is complete if the run was killed right after a checkpoint.
      const verified = await verifyBag(directory);
      expect([0, 3], formatVerification(verified)).toContain(verified.exitStatus);
      expect(verified.messageCount).toBeGreaterThanOrEqual(found);
      const analysis = await analyzeRun(directory);
      expect(analysis.count).toBeGreaterThanOrEqual(counts.callbacks);
      expect(orrery(['doctor', directory]).status).toBe(0);
    }
  });
});

/** A system whose callback executes `body` when it has published this often. */
function hangingSystem(body: string, published: number): string {
  const script = join(temporaryDirectory(), 'hangs.cjs');
  writeFileSync(
    script,
    `const rclnodejs = require('rclnodejs');
     rclnodejs.init().then(() => {
       const node = rclnodejs.createNode('talker');
       const publisher = node.createPublisher('std_msgs/msg/UInt64', '/count');
       let count = 0n;
       node.createTimer(1_000_000n, async () => {
         publisher.publish({ data: ++count });
         if (count === ${published}n) { ${body} }
       });
       node.spin();
     });`,
  );
  return script;
}

const isCount = (topic: string) => topic === '/count';

describe('a run whose callback never returns', () => {
  it('ends at its wall limit with code 125, its JUnit file and all that it recorded', async () => {
    await zstd.isLoaded;
    const script = hangingSystem('for (;;);', 50_000);
    const directory = join(temporaryDirectory(), 'run');
    const junit = join(temporaryDirectory(), 'junit.xml');
    const options = ['--wall-limit', '12s', '--record', directory, '--junit', junit];
    const { status, stdout, stderr } = orrery(['run', script, ...options]);
    expect(stderr).toMatch(
      /ORR_WALL_LIMIT: .* the callback of timer [\d.]+ ms of \/talker has not returned at \S*hangs\.cjs:8:\d+/,
    );
    expect(status).toBe(125);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('ORR_WALL_LIMIT');
    const { end, exitCode, errors, speed } = readRun(directory);
    // The thread has told nothing, but its time is known.
    for (const said of [/ in (\S+) s \(/.exec(stdout)?.[1], / time="(.+?)"/.exec(xml)?.[1]]) {
      expect(Number(said), stdout).toBeGreaterThanOrEqual(11.9);
    }
    expect(speed.wallSeconds).toBeGreaterThanOrEqual(11.9);
    expect(speed.callbacksPerSecond).toBeGreaterThan(0);
    expect({ end, exitCode, code: errors[0]?.code }).toEqual({
      end: 'wall',
      exitCode: 125,
      code: 'ORR_WALL_LIMIT',
    });
    expect(countIn(join(directory, 'recording.mcap'), isCount)).toBe(50_000);
  });

  it.concurrent.each([
    ['', 'for (;;);'],
    [' after it has awaited something', 'await 1; for (;;);'],
    [' and publishes', 'for (;;) publisher.publish({ data: ++count });'],
  ])('and whose process is killed keeps all of it%s', async (_, body) => {
    await zstd.isLoaded;
    const directory = join(temporaryDirectory(), 'run');
    const script = hangingSystem(body, 20_000);
    const child = spawn(process.execPath, [COMMAND, 'run', script, '--record', directory]);
    const isKept = () =>
      existsSync(join(directory, 'run.json')) && readRun(directory).counts.messages >= 20_000;
    while (!isKept()) await sleep(100);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const found = countIn(join(directory, 'recording.mcap'), isCount);
    expect(found).toBeGreaterThanOrEqual(20_000);
    const { messages } = readRun(directory).counts;
    // Two messages are parameter events.
    expect(found + 2).toBeGreaterThanOrEqual(messages);
    expect([0, 3]).toContain((await verifyBag(directory)).exitStatus);
  });
});

describe('runs that begin at the same moment', () => {
  it('never share a directory', async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'runs'));
    const door = JSON.stringify(join(ROOT, 'dist/record/index.js'));
    const code = `import(${door}).then(({ reserveRunDirectory }) => {
      for (let i = 0; i < 5; i++) console.log(reserveRunDirectory('s'));
    });`;
    const children = Array.from({ length: 20 }, () => {
      const child = spawn(process.execPath, ['-e', code], { cwd: folder });
      child.stdout.setEncoding('utf8');
      let text = '';
      child.stdout.on('data', (chunk: string) => {
        text += chunk;
      });
      return once(child, 'close').then(() => text.trim().split('\n'));
    });
    const names = (await Promise.all(children)).flat();
    expect(names).toHaveLength(100);
    expect(new Set(names).size).toBe(100);
  });

  it('refuse the directory of an earlier run', () => {
    const directory = join(temporaryDirectory(), 'run');
    const args = ['run', program('talker.js'), '--until', '1s', '--record', directory];
    expect(orrery(args).status).toBe(0);
    const again = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });
    expect(again.stderr).toContain('ORR_OUTPUT_EXISTS');
    expect(again.status).not.toBe(0);
  });
});
