import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery as run } from '../../test/command_process.js';
import { COMMAND } from '../../test/orrery_command.js';
import { hashBag, openBag } from '../bag/index.js';

const directory = mkdtempSync(join(tmpdir(), 'orrery-cli-'));
const talker = join(directory, 'talker.mjs');

/** A kilobyte every virtual millisecond, which does not compress. */
const TALKER = `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = rclnodejs.createNode('talker');
const publisher = node.createPublisher('std_msgs/msg/String', 'chatter');
let state = 1;
node.createTimer(1_000_000n, () => {
  let data = '';
  for (let i = 0; i < 1000; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data += String.fromCharCode(33 + (state >>> 24) % 90);
  }
  publisher.publish({ data });
});
node.spin();
`;

beforeAll(() => writeFileSync(talker, TALKER));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function orrery(...words: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = run(words);
  return { status, text: status === 0 ? stdout : `${stdout}${stderr}` };
}

/** Runs a test file with node:test and the command of this checkout. */
function testStatus(file: string): number | null {
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  return spawnSync(process.execPath, ['--test', file], {
    env: { ...env, ORRERY: `${process.execPath} ${COMMAND}` },
  }).status;
}

/** Starts an endless recording; settles when its first chunks are on disk. */
async function endlessRecording(path: string): Promise<{ child: ChildProcess; partial: string }> {
  const child = spawn(process.execPath, [COMMAND, 'bag', 'record', talker, '-o', path], {
    stdio: 'ignore',
  });
  for (;;) {
    const name = readdirSync(dirname(path)).find((file) =>
      file.startsWith(`${basename(path)}.partial`),
    );
    const partial = join(dirname(path), name ?? '');
    if (name !== undefined && statSync(partial).size > 2 << 20) return { child, partial };
    if (child.exitCode !== null) throw new Error(`the recording ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

/** The messages of a recording that was cut short are the first of one that was not. */
async function expectPrefix(path: string): Promise<void> {
  const cut = await openBag(path);
  const count = cut.topics.find(({ name }) => name === '/chatter')!.messageCount;
  expect(count).toBeGreaterThan(1000);
  const whole = join(directory, 'whole.mcap');
  const until = `${count + 10}ms`;
  expect(orrery('bag', 'record', talker, '-o', whole, '--until', until, '--overwrite').status).toBe(
    0,
  );
  const bag = await openBag(whole);
  const { end } = cut.metadata;
  expect(hashBag(cut).total).toBe(hashBag(bag, { end }).total);
  cut.close();
  bag.close();
}

describe('orrery bag record (against dist/)', () => {
  it('records what a bag plays, without a node', async () => {
    const [first, second] = [join(directory, 'played.mcap'), join(directory, 'again.mcap')];
    expect(orrery('bag', 'record', talker, '-o', first, '--until', '50ms').status).toBe(0);
    const again = orrery('bag', 'record', '--bag', first, '-o', second, '--topics', '/chatter');
    expect(again).toMatchObject({ status: 0 });
    const bag = await openBag(second);
    expect(bag.topics.find(({ name }) => name === '/chatter')?.messageCount).toBe(50);
    bag.close();
    expect(orrery('bag', 'record', '-o', join(directory, 'n.mcap'))).toMatchObject({
      status: 1,
      text: expect.stringContaining('ORR_NOTHING_TO_RUN'),
    });
  });

  it('gives the same bytes for the same run', () => {
    const [first, second] = ['first.mcap', 'second.mcap'].map((name) => join(directory, name));
    for (const path of [first!, second!]) {
      expect(orrery('bag', 'record', talker, '-o', path, '--until', '500ms').status).toBe(0);
    }
    expect(readFileSync(second!).equals(readFileSync(first!))).toBe(true);
    expect(orrery('bag', 'diff', first!, second!).status).toBe(0);
    expect(orrery('bag', 'verify', first!).text).toContain('The bag is valid');
    const other = join(directory, 'other.mcap');
    orrery('bag', 'record', talker, '-o', other, '--until', '499ms');
    expect(orrery('bag', 'diff', first!, other)).toMatchObject({ status: 1 });
  });

  it('leaves a complete bag after Ctrl-C', async () => {
    const path = join(directory, 'interrupted.mcap');
    const { child } = await endlessRecording(path);
    child.kill('SIGINT');
    expect(await ended(child)).toBe(130);
    expect(orrery('bag', 'verify', path).status).toBe(0);
    await expectPrefix(path);
  });

  it('leaves what can be recovered up to the last chunk after SIGKILL', async () => {
    const path = join(directory, 'killed.mcap');
    const { child, partial } = await endlessRecording(path);
    child.kill('SIGKILL');
    await ended(child);
    expect(existsSync(path)).toBe(false);
    await expectPrefix(partial);
    const recovered = join(directory, 'recovered.mcap');
    expect(orrery('bag', 'convert', partial, '-o', recovered).status).toBe(0);
    expect(orrery('bag', 'verify', recovered).status).toBe(0);
  });
});

describe('orrery bag cut (against dist/)', () => {
  const relay = (text: string) => `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = rclnodejs.createNode('relay');
const publisher = node.createPublisher('std_msgs/msg/String', 'answer');
node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => {
  publisher.publish({ data: ${text} });
});
node.spin();
`;

  it('makes a test that passes until the node behaves differently', () => {
    const drive = join(directory, 'drive.mcap');
    const node = join(directory, 'relay.mjs');
    writeFileSync(node, relay('data.slice(1)'));
    expect(orrery('bag', 'record', talker, '-o', drive, '--until', '100ms').status).toBe(0);
    const cut = (folder: string, ...words: string[]) => {
      const path = join(directory, folder);
      const window = ['--from', '+0.02', '--to', '+0.05', '--settle', '0.1'];
      const what = ['--nodes', node, '--outputs', '/answer', '--inputs', '/chatter'];
      return orrery('bag', 'cut', drive, '--as-test', path, ...window, ...what, ...words);
    };
    expect(cut('by_content').status).toBe(0);
    expect(cut('by_digest', '--digest-only').status).toBe(0);
    expect(readdirSync(join(directory, 'by_content'))).toEqual([
      'expected.mcap',
      'inputs.mcap',
      'replay.test.mjs',
    ]);
    expect(cut('by_content').text).toContain('ORR_OUTPUT_EXISTS');
    expect(cut('by_nothing', '--outputs', '/silence').text).toContain('ORR_BAG_CUT');
    expect(existsSync(join(directory, 'by_nothing'))).toBe(false);
    const files = ['by_content', 'by_digest'].map((f) => join(directory, f, 'replay.test.mjs'));
    expect(files.map(testStatus)).toEqual([0, 0]);
    writeFileSync(node, relay('data.slice(2)'));
    expect(files.map(testStatus)).toEqual([1, 1]);
  });
});
