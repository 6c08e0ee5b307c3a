import { mkdtempSync, readdirSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROWS_PER_LEASE, SharedQueue } from './shared_queue.js';

const folder = () => mkdtempSync(join(tmpdir(), 'orrery-queue-'));

it('gives every row to exactly one of several workers', async () => {
  const place = folder();
  const size = 5 * ROWS_PER_LEASE + 3;
  const queues = Array.from({ length: 4 }, () => new SharedQueue(place, 'one', size));
  const rows: number[] = [];
  for (let turn = 0; ; turn++) {
    const batch = await queues[turn % 4]!.claim();
    if (batch === undefined) break;
    rows.push(...batch.rows);
    if (turn % 2 === 0) batch.complete();
  }
  expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
  expect(readdirSync(join(place, 'leases', 'one')).filter((name) => name.startsWith('.'))).toEqual(
    [],
  );
});

it('takes over the lease of a worker that has gone silent', async () => {
  const place = folder();
  await new SharedQueue(place, 'one', 10).claim();
  const other = new SharedQueue(place, 'one', 10);
  expect(await other.claim()).toBeUndefined();
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(join(place, 'leases', 'one', '0.lease'), longAgo, longAgo);
  const batch = await other.claim();
  expect(batch?.rows).toHaveLength(10);
  batch?.complete();
  expect(await new SharedQueue(place, 'one', 10).claim()).toBeUndefined();
});
