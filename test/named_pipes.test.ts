/** Programs that open a named pipe without a process at its other end: their runs end as documented. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, orrery, readRun, temporaryDirectory } from './orrery_command.js';

const NODE = `const rclnodejs = require('rclnodejs');
const fs = require('node:fs');
const pipe = __dirname + '/pipe';
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('robot');
  node.createTimer(10_000_000n, `;

/** How the pipe is opened, and the error for it if its thread does not return. */
const WAYS: Readonly<Record<string, string>> = {
  promised: `async () => { await fs.promises.readFile(pipe); });`,
  'with a callback': `() => fs.readFile(pipe, () => {}));`,
  'as a stream': `() => fs.createReadStream(pipe).on('data', () => {}));`,
  'to write': `() => fs.writeFile(pipe, 'x', () => {}));`,
  'many times': `() => { for (let i = 0; i < 9; i++) fs.readFile(pipe, () => {}); });`,
  synchronously: `() => fs.readFileSync(pipe));`,
};

async function endOf(source: string, signal?: NodeJS.Signals, other?: string) {
  const folder = temporaryDirectory();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const end =
    other === undefined ? undefined : spawn('sh', ['-c', `exec ${other}`], { cwd: folder });
  const file = join(folder, 'robot.cjs');
  writeFileSync(file, `${NODE}${source}\n  node.spin();\n});`);
  const [directory, junit] = [join(folder, 'run'), join(folder, 'junit.xml')];
  const limit = signal === undefined ? ['--wall-limit', '3s'] : [];
  const args = ['run', file, '--record', directory, '--junit', junit, ...limit];
  const child = spawn(process.execPath, [COMMAND, ...args]);
  let text = '';
  let isSent = signal === undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      // The pipe is reported at the end of the run; the callback that waits for it has started by then.
      if (isSent || !text.includes('begun')) return;
      isSent = child.kill(signal);
    });
  }
  const [code, by] = (await once(child, 'close')) as [number | null, string | null];
  end?.kill();
  return {
    code,
    signal: by,
    text,
    run: readRun(directory),
    junit: () => readFileSync(junit, 'utf8'),
  };
}

describe('a pipe that no other process opens', () => {
  it.concurrent.each(Object.keys(WAYS))('%s: the wall limit ends the run', async (way) => {
    const { code, run, junit, text } = await endOf(WAYS[way]!);
    expect({ code, end: run.end, exitCode: run.exitCode }, text).toEqual({
      ...{ code: 125, end: 'wall', exitCode: 125 },
    });
    expect(junit()).toContain('testsuite');
    expect(run).toMatchObject({ reproducible: false });
    if (way === 'synchronously') expect(text).toMatch(/ORR_WALL_LIMIT: .* the pipe \S*\/pipe;/);
  });

  it.concurrent('Ctrl-C ends it, too', async () => {
    const begun = `async () => { console.log('begun'); await fs.promises.readFile(pipe); });`;
    const { code, run } = await endOf(begun, 'SIGINT');
    expect({ code, end: run.end }).toEqual({ code: 130, end: 'interrupted' });
    expect(run).toMatchObject({ reproducible: false });
  });
});

it.concurrent('a pipe that is full, and whose reader hangs: the process ends itself', async () => {
  const source = `() => fs.writeFileSync(pipe, 'x'.repeat(300_000)));`;
  const { code, signal, text, run, junit } = await endOf(source, undefined, 'sleep 90 < pipe');
  expect({ code, signal }, text).toEqual({ code: null, signal: 'SIGKILL' });
  expect(text).toMatch(/ORR_WALL_LIMIT: /);
  expect(text).toMatch(
    /cannot be ended: perhaps it writes to the pipe \S*\/pipe; the process ends/,
  );
  expect(run).toMatchObject({ end: 'wall', exitCode: 125, reproducible: false });
  expect(junit()).toContain('testsuite');
});

it("the reader of a program's output gets nothing else when the run is ended", async () => {
  const folder = temporaryDirectory();
  execFileSync('mkfifo', [join(folder, 'pipe'), join(folder, 'out')]);
  const file = join(folder, 'robot.cjs');
  writeFileSync(
    file,
    `${NODE}async () => { out.write('said'); await fs.promises.readFile(pipe); });
const out = fs.createWriteStream(__dirname + '/out');
  node.spin();\n});`,
  );
  const silent = spawn('sh', ['-c', `sleep 60 > ${join(folder, 'pipe')}`], { detached: true });
  const reader = spawn('cat', [join(folder, 'out')]);
  let read = '';
  reader.stdout.setEncoding('utf8').on('data', (piece: string) => {
    read += piece;
  });
  const ended = once(reader, 'close');
  const child = spawn(process.execPath, [
    COMMAND,
    'run',
    file,
    '--no-record',
    '--wall-limit',
    '3s',
  ]);
  const [code] = (await once(child, 'close')) as [number | null];
  await ended;
  process.kill(-silent.pid!, 'SIGKILL');
  expect({ code, read }).toEqual({ code: 125, read: 'said' });
});

it('data that comes through a pipe is a leak, and refused in strict mode', () => {
  const folder = temporaryDirectory();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = join(folder, 'reader.cjs');
  writeFileSync(
    file,
    `console.log(require('node:fs').readFileSync(${JSON.stringify(pipe)}, 'utf8'));`,
  );
  const writer = spawn('sh', ['-c', `echo said > ${pipe}`]);
  const { stdout, stderr, status } = orrery(['run', file]);
  expect(stdout).toContain('said');
  expect(stderr).toContain(`leak device: fs.readFileSync('${pipe}')`);
  expect(stdout).toContain('not reproducible');
  expect(status).toBe(0);
  const strict = orrery(['run', '--strict', file]);
  expect(strict.stderr).toContain('ORR_LEAK_DEVICE');
  expect(strict.status).toBe(1);
  writer.kill();
});

describe('a pipe in place of a file', () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'robot.cjs');
  const pipe = join(folder, 'input');
  writeFileSync(file, `${NODE}() => {});\n  node.spin();\n});`);
  execFileSync('mkfifo', [pipe]);

  it.each([
    ['--models', 'ORR_MODELS_UNREADABLE'],
    ['--delays', 'ORR_DELAYS_UNREADABLE'],
    ['--schedule', 'ORR_SCHEDULE_UNREADABLE'],
    ['--env-file', 'ORR_ENVIRONMENT'],
    ['--params-file', 'ORR_PARAMS_INVALID'],
  ])('of %s is refused, because a run that is repeated reads it again', (option, code) => {
    const words = option === '--params-file' ? ['--ros-args', option, pipe] : [option, pipe];
    // Node.js 20 itself opens the file after --env-file, wherever that is, unless -- comes first.
    const node = ['--', COMMAND, 'run', file, '--no-record', '--until', '1s'];
    const { status, stderr } = spawnSync(process.execPath, [...node, ...words], {
      ...{ encoding: 'utf8', timeout: 170_000, killSignal: 'SIGKILL' },
    });
    expect(stderr).toContain(code);
    expect(stderr).toContain('cannot be read: it is not a regular file');
    expect(status).toBe(1);
  });

  it.each([
    [['run', pipe]],
    [['launch', pipe]],
    [['verify', pipe]],
    [['eval', 'ape', pipe, pipe]],
    [['eval', 'ape', '/dev/zero', '/dev/zero']],
  ])('%j is refused, not waited for', (words) => {
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
      ...{ encoding: 'utf8', timeout: 170_000, killSignal: 'SIGKILL' },
    });
    expect(stderr).toMatch(/^error ORR_/);
    expect(status).toBe(1);
  });

  it('of a launch file is refused', () => {
    const launch = join(folder, 'pipe.launch.xml');
    execFileSync('mkfifo', [launch]);
    const { status, stderr } = orrery(['run', launch]);
    expect(stderr).toContain('cannot be read: it is not a regular file');
    expect(status).toBe(1);
  });
});
