/** Campaigns that several commands share, in each way: what all of them make, once, and again after a change. */
import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { hasRedisServer } from '../scripts/redis_server.mjs';
import type { CampaignSummary } from '../src/campaigns/index.js';
import { COMMAND, temporaryDirectory } from './orrery_command.js';
import { freePort, kill, redis } from './redis_process.js';

const SIZE = 8;
const program = (sides: number) => `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('dice');
  const publisher = node.createPublisher('std_msgs/msg/Float64', 'throw');
  node.createTimer(100_000_000n, () => publisher.publish({ data: ${sides} * Math.random() }));
  node.spin();
});`;

function workplace() {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'dice.cjs'), program(6));
  writeFileSync(
    join(folder, 'dice.yaml'),
    `system: [dice.cjs, --until, 0.3s]\nseeds: ${SIZE}\nrecheck: 0\n`,
  );
  return folder;
}

const run = promisify(execFile);

/** @param node - options of Node.js */
async function work(folder: string, more: readonly string[], node: readonly string[] = []) {
  const words = ['sweep', 'work', join(folder, 'dice.yaml'), '--store', join(folder, 'store')];
  const command = [...node, COMMAND, ...words, '-j', '1', '--json', ...more];
  const { stdout, stderr } = await run(process.execPath, command);
  const [, made] = /(\d+) runs? made/.exec(stderr) ?? [];
  const { counts, nondeterministic } = JSON.parse(stdout) as CampaignSummary;
  return { made: Number(made), done: counts.done, nondeterministic };
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function throughRedis(): Promise<readonly string[]> {
  const port = await freePort();
  const server = await redis(port);
  ends.push(() => kill(server));
  return ['--redis', `redis://127.0.0.1:${port}`];
}

const WAYS: readonly [name: string, words: () => Promise<readonly string[]>, skip?: boolean][] = [
  ['a folder', async () => []],
  ['fixed parts', async () => ['--shard', '1/1']],
  ['Redis', throughRedis, !hasRedisServer()],
];

describe.each(WAYS)('shared by %s', (_, words, skip = false) => {
  it.skipIf(skip)('makes what has changed again, also if it had all been made', async () => {
    const folder = workplace();
    const more = await words();
    expect(await work(folder, more)).toMatchObject({ made: SIZE, done: SIZE });
    expect(await work(folder, more)).toMatchObject({ made: 0, done: SIZE });
    writeFileSync(join(folder, 'dice.cjs'), program(12));
    expect(await work(folder, more)).toMatchObject({ made: SIZE, done: SIZE });
    writeFileSync(join(folder, 'dice.cjs'), program(6));
    expect(await work(folder, more)).toMatchObject({ made: 0, done: SIZE });
  });

  it.skipIf(skip)('makes what is missing in another store of the same campaign', async () => {
    const more = await words();
    for (const folder of [workplace(), workplace()]) {
      expect(await work(folder, more)).toMatchObject({ made: SIZE, done: SIZE });
    }
  });

  it.skipIf(skip)(
    'keeps apart workers whose containers have the same name and number',
    async () => {
      const folder = workplace();
      const same = join(folder, 'same.mjs');
      writeFileSync(
        same,
        `import os from 'node:os';
       import { syncBuiltinESMExports } from 'node:module';
       os.hostname = () => 'container';
       syncBuiltinESMExports();
       Object.defineProperty(process, 'pid', { value: 1 });`,
      );
      const more = await words();
      const node = ['--import', pathToFileURL(same).href];
      await Promise.all([work(folder, more, node), work(folder, more, node)]);
      expect(await work(folder, more)).toMatchObject({ made: 0, done: SIZE, nondeterministic: [] });
      const [campaign = ''] = readdirSync(join(folder, 'store')).filter((name) =>
        name.startsWith('dice-'),
      );
      const journals = readdirSync(join(folder, 'store', campaign, 'journal'));
      // A name that is only the host's and the number's would be that of both.
      expect(journals.filter((name) => name.startsWith('container-1'))).not.toHaveLength(0);
      expect(journals).not.toContain('container-1.jsonl');
    },
  );
});
