/** Names and texts from a stranger's bag, in everything that a command prints about it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createBag } from '../src/bag/index.js';
import { TypeRegistry } from '../src/interfaces/index.js';
import { commandHere } from './command_here.js';
import { orrery } from './command_process.js';
import { program, temporaryDirectory } from './orrery_command.js';

/** Clears the screen, sets the window title, and writes from right to left. */
const ACTS = '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\u202e\u2066\u200f';
const FORGED = '\nerror ORR_FORGED: x';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const HARM = /^error ORR_FORGED|[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Bidi_Control}/mu;
const directory = temporaryDirectory();
const bag = join(directory, 'hostile.mcap');
const other = join(directory, 'other.mcap');
const run = join(directory, 'run');

async function write(path: string, topics: readonly [string, string][], count: number) {
  const text = new TypeRegistry().message('std_msgs/msg/String');
  const writer = await createBag(path);
  for (const [name, type] of topics) {
    const id = writer.addTopic({ name, type, schema: text.schemaText });
    for (let i = 0; i < count; i++) {
      const data = text.encode({ data: `${ACTS}${i}${count}` });
      writer.write(id, BigInt(i + 1) * 10_000_000n, BigInt(i + 1) * 10_000_000n, i, data);
    }
  }
  writer.close();
}

beforeAll(async () => {
  const names = ['/chatter', `/a${ACTS}`, `/b${FORGED}`];
  const topics = names.map((name): [string, string] => [name, 'std_msgs/msg/String']);
  await write(bag, topics, 3);
  await write(other, [...topics.slice(0, 2), ['/t', `p/msg/T${ACTS}${FORGED}`]], 2);
  const done = orrery(['run', program('listener.mjs'), '--bag', bag, '--record', run, '--doctor']);
  expect(done.stderr).toContain('/b\\u000aerror ORR_FORGED: x');
});

const BAGS = ['bag info', 'bag cat', 'bag hash', 'bag verify', 'topic list -t --run'];

it.each([
  ...BAGS.flatMap((command) => [`${command} ${bag}`, `${command} ${other}`]),
  `bag diff ${bag} ${other}`,
  `bag filter ${bag} -o ${join(directory, 'none.mcap')} --topics /none`,
  `topic find std_msgs/msg/String --run ${bag}`,
  `topic info /none --run ${bag}`,
  `topic echo /chatter -n 2 --run ${bag}`,
  `doctor ${run}`,
  `analyze ${run}`,
  `export csv ${run} -o ${join(directory, 'run.csv')}`,
  `ask '/chatter followed by /none within 1ms' ${run}`,
])('%s', async (line) => {
  const { out, err } = await commandHere(line, '0');
  expect(out + err).not.toBe('');
  expect(out + err).not.toMatch(HARM);
});

it('as metadata.yaml has them', async () => {
  const folder = join(directory, 'folder');
  await commandHere(`bag convert ${bag} -o ${folder}`, '0');
  expect(readFileSync(join(folder, 'metadata.yaml'), 'utf8')).not.toMatch(HARM);
  const { out } = await commandHere(`bag info ${folder}`, '0');
  expect(out).toContain('Topic: /b\\u000aerror ORR_FORGED: x | ');
});

it('as the error and the log of a program have them, also for other programs', () => {
  const folder = join(directory, 'throws');
  const file = join(directory, 'throws.cjs');
  const text = JSON.stringify(ACTS);
  writeFileSync(
    file,
    `const rclnodejs = require('rclnodejs');
     rclnodejs.init().then(() => {
       const node = rclnodejs.createNode('talker');
       node.getLogger().info(${text});
       node.createTimer(1n, () => { throw new Error(${text}); });
       node.spin();
     });`,
  );
  const junit = join(directory, 'junit.xml');
  const { stdout, stderr } = orrery(['run', file, '--record', folder, '--junit', junit]);
  expect(stderr).toContain('ORR_CALLBACK_THREW');
  for (const shown of [stdout, stderr, readFileSync(junit, 'utf8')]) {
    expect(shown.replaceAll('\n', ' ')).not.toMatch(HARM);
  }
});
