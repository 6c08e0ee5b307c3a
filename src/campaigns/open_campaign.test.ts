import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { summarizeCampaign } from './campaign_summary.js';
import { openCampaign } from './open_campaign.js';

const store = mkdtempSync(join(tmpdir(), 'orrery-store-'));
afterAll(() => rmSync(store, { recursive: true }));

const SEEDS = 1000;

it('visits only the rows up to the last begun one, and counts the others as waiting', () => {
  const folder = join(store, 'long-01234567');
  mkdirSync(join(folder, 'journal'), { recursive: true });
  const campaign = {
    ...{ format: 'orrery-campaign/1', name: 'long', folder: store, system: ['a.cjs'] },
    ...{ axes: [], design: { kind: 'grid' }, checks: [], metrics: [] },
    seeds: Array.from({ length: SEEDS }, (_, seed) => String(seed)),
  };
  writeFileSync(join(folder, 'campaign.json'), JSON.stringify(campaign));
  const lines = [
    { event: 'started', row: 2, at: 1 },
    { event: 'started', row: 5, at: 2 },
    { event: 'lost', row: 5, at: 3, code: 'ORR_RUN_PROCESS', text: 'It is gone.' },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'journal', 'one.jsonl'), text);
  const open = openCampaign(store);
  expect([...open.begunRows()].map(({ state }) => state)).toEqual([
    ...['waiting', 'waiting', 'open', 'waiting', 'waiting', 'lost'],
  ]);
  expect([...open.rows()]).toHaveLength(SEEDS);
  expect(summarizeCampaign(open)).toMatchObject({
    size: SEEDS,
    counts: { done: 0, lost: 1, open: 1, waiting: SEEDS - 2, changed: 0 },
  });
});
