/** Campaigns shared through Redis: lost, restarted and unresponsive servers, dead workers, wrong clocks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasRedisServer } from '../scripts/redis_server.mjs';
import type * as Campaigns from '../src/campaigns/public.js';
import { RedisQueue } from '../src/campaigns/redis_queue.js';
import { namesBelow } from './names_below.js';
import { COMMAND, ROOT, temporaryDirectory } from './orrery_command.js';
import { freePort, kill, redis } from './redis_process.js';

// Results are valid only for the build that made them.
const { openCampaign }: typeof Campaigns = await import(
  new URL('dist/campaigns/public.js', `file://${ROOT}/`).href
);

const isInstalled = hasRedisServer();

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

async function started(): Promise<{ readonly url: string; restart(): Promise<void> }> {
  const port = await freePort();
  let server = await redis(port);
  ends.push(() => server.kill('SIGKILL'));
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await kill(server);
      server = await redis(port);
    },
  };
}

function queueOn(url: string, size: number, patience?: { lock: number; answer: number }) {
  const queue = new RedisQueue('test', size, url, patience);
  ends.push(() => queue.close());
  return queue;
}

describe.skipIf(!isInstalled)('rows shared by Redis', () => {
  it('go to exactly one of several workers, whatever their clocks show', async () => {
    const { url } = await started();
    const size = 1003;
    const queues = Array.from({ length: 3 }, () => queueOn(url, size));
    const rows: number[] = [];
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let turn = 0; ; turn++) {
      // The clocks are an hour apart.
      vi.setSystemTime(1_700_000_000_000 + (turn % 3) * 3_600_000);
      const batch = await queues[turn % 3]!.claim();
      if (batch === undefined) break;
      rows.push(...batch.rows);
      batch.heartbeat();
      if (turn % 2 === 0) batch.complete();
    }
    expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
  });

  it('go to another worker when one has died', async () => {
    const { url } = await started();
    const patience = { lock: 200, answer: 30_000 };
    const first = queueOn(url, 1, patience);
    expect((await first.claim())?.rows).toEqual([0]);
    await first.close();
    const second = queueOn(url, 1, patience);
    let batch = await second.claim();
    while (batch === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      batch = await second.claim();
    }
    expect(batch.rows).toEqual([0]);
  });

  it('are announced again to a server that has forgotten them', async () => {
    const { url, restart } = await started();
    const queue = queueOn(url, 3);
    const before = await queue.claim();
    await restart();
    before!.complete();
    const rows = new Set<number>();
    for (let batch = await queue.claim(); batch !== undefined; batch = await queue.claim()) {
      for (const row of batch.rows) rows.add(row);
    }
    // The row that was made before comes again, but its result is in the store.
    expect([...rows].sort()).toEqual([0, 1, 2]);
  });

  it('are not awaited forever', async () => {
    const port = await freePort();
    const queue = queueOn(`redis://127.0.0.1:${port}`, 3, { lock: 60_000, answer: 300 });
    await expect(queue.claim()).rejects.toMatchObject({ code: 'ORR_CAMPAIGN_BROKER' });
    await queue.close();
    const deaf = createServer((socket) => socket.on('error', () => {}).resume());
    deaf.listen(port, '127.0.0.1');
    ends.push(() => deaf.close());
    const unheard = queueOn(`redis://127.0.0.1:${port}`, 3, { lock: 60_000, answer: 300 });
    await expect(unheard.claim()).rejects.toMatchObject({ code: 'ORR_CAMPAIGN_BROKER' });
    // Disconnects everything that the packages have opened, too.
    await unheard.close();
    const open = () => new Promise((resolve) => deaf.getConnections((_, count) => resolve(count)));
    await expect.poll(open, { timeout: 170_000 }).toBe(0);
    expect(() => new RedisQueue('test', 1, 'localhost')).toThrow('is not an address');
  });

  it('make each result once, although the server and a worker are killed', async () => {
    const { url, restart } = await started();
    const folder = temporaryDirectory();
    writeFileSync(
      join(folder, 'dice.cjs'),
      `const rclnodejs = require('rclnodejs');
       rclnodejs.init().then(() => {
         const node = rclnodejs.createNode('dice');
         const publisher = node.createPublisher('std_msgs/msg/Float64', 'x');
         node.createTimer(100_000_000n, () => publisher.publish({ data: Math.random() }));
         node.spin();
       });`,
    );
    const size = 150;
    writeFileSync(
      join(folder, 'dice.yaml'),
      `system: [dice.cjs, --until, 1s]\nseeds: ${size}\nrecheck: 0\n`,
    );
    const store = join(folder, 'sweeps');
    const words = ['sweep', 'work', join(folder, 'dice.yaml'), '--store', store, '--redis', url];
    const worker = () =>
      spawn(process.execPath, [COMMAND, ...words, '-j', '1'], { stdio: 'ignore' });
    const ended = (child: ChildProcess) =>
      new Promise<number | null>((resolve) => child.once('exit', resolve));
    const results = () =>
      namesBelow(join(store, 'results')).filter((name) => name.endsWith('.json')).length;
    const [dying, living] = [worker(), worker()];
    const [died, lived] = [ended(dying), ended(living)];
    while (results() < 20) await new Promise((resolve) => setTimeout(resolve, 10));
    dying.kill('SIGKILL');
    await Promise.all([died, restart()]);
    expect(await lived).toBe(0);
    expect(results()).toBe(size);
    const open = openCampaign(store, 'dice');
    expect(open.contradictions).toEqual([]);
    expect([...open.rows()].filter(({ state }) => state === 'done')).toHaveLength(size);
  });
});
