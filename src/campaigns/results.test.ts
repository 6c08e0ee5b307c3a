/** Summaries and tables of a campaign, made from results alone. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { campaignReport } from './campaign_report.js';
import type { CampaignSummary } from './campaign_summary.js';
import { campaignText } from './campaign_text.js';
import { ContentHashes } from './content_hash.js';
import { exportCampaign, TABLE_FORMATS } from './export_campaign.js';
import { figureNamed } from './figure_named.js';
import type { CampaignRow } from './open_campaign.js';
import { OutputFiles } from './output_files.js';
import { pairedDifference } from './paired_difference.js';
import { passingNeighbours } from './passing_neighbours.js';
import { summarize } from './point_summary.js';
import { ResultStore } from './result_store.js';
import { queryRows } from './result_table.js';
import { RowFeed } from './row_feed.js';
import { isOfBuild } from './run_keys.js';
import type { RunResult } from './run_result.js';
import { UnmeasuredTally, unmeasuredLine } from './unmeasured_tally.js';
import { LocalQueue } from './work_queue.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-results-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const result = (seed: number, rate: number | null, failed = false): RunResult => ({
  ...{ format: 'orrery-result/1', key: `k${seed}`, seed: `${seed}`, values: { gain: 1 } },
  ...{ status: failed ? 'failed' : 'passed', idle: [], digest: `d${seed % 2}`, end: 'until' },
  ...{ exitCode: failed ? 1 : 0, reproducible: true, callbacks: 5, messages: 3 },
  ...{ virtualSeconds: 1, wallSeconds: 0.1, metrics: { 'rate(/a)': rate }, files: [], build: 'b' },
  ...(failed && { failure: { kind: 'exit 1', text: 'it fell' } }),
});
const point = { index: 0, values: { gain: 1 }, words: [] };

describe('a campaign', () => {
  const results = [result(0, 2), result(1, 4, true), result(2, null), result(3, 6)];
  const metrics = ['rate(/a)', 'rate(/b)'];
  const summary = summarize(point, results, metrics, 0.95);

  it('counts failures, different runs and figures of each point', () => {
    expect(summary).toMatchObject({ runs: 4, failures: { count: 1 }, digests: 2 });
    expect(summary.metrics['rate(/a)']).toMatchObject({ count: 3, least: 2, most: 6 });
    expect(summary.metrics['rate(/b)']).toBeUndefined();
  });

  it('is summarised as a table with its failures and any reasons for doubt', () => {
    const whole: CampaignSummary = {
      ...{ name: 'c', size: 9, rows: 4, points: [summary], rechecked: 1, irreproducible: 2 },
      counts: { done: 5, lost: 1, open: 1, waiting: 2, changed: 3 },
      changed: 'robot.py',
      lost: [{ code: 'ORR_WALL_LIMIT', text: 'It hangs.', row: 3, count: 1 }],
      failures: [
        {
          kind: 'exit 1',
          where: 'at /a',
          passing: 0,
          count: 1,
          row: 1,
          callbacks: 5,
          text: 'it fell',
          command: 'orrery run a.js',
        },
      ],
      ...{
        unevaluated: ['topic:/x'],
        unmeasured: [{ metric: 'rate(/b)', why: 'asks for /b.', odd: 0 }],
        idleAxes: ['gain'],
        nondeterministic: ['0123456789abcdef012'],
      },
    };
    const report = campaignReport(whole);
    expect(report.tables.map(({ title }) => title)).toContain('Points');
    expect(JSON.stringify(report.figures)).not.toContain('null');
    const text = campaignText(whole);
    expect(text).toContain(
      'c: 4 of 9 runs; 1 without a result, 1 begun but not finished, 2 not begun, 3 made before robot.py changed, 1 more than the stopping rule needs',
    );
    expect(text).toContain('1 without a result: ORR_WALL_LIMIT\n  first in row 3: It hangs.');
    expect(text).toMatch(/gain +runs +failures +interval +digests +rate\(\/a\) +rate\(\/b\)/);
    expect(text).toMatch(/1 +4 +1 +.* % … .* % +2 +4 ± .* \(3 runs\) +–/);
    expect(text).toContain('NOT MEASURED: rate(/b) asks for /b.');
    expect(text).toContain('1 × exit 1\n  at /a (row 0 passes)\n  smallest in row 1: it fell');
    expect(text).toContain('"topic:/x" had nothing to judge in any run');
    expect(text).toContain('NO EFFECT: runs are the same with every value of gain.');
    expect(text).toContain('Repeated in fresh processes: 1 run.');
    expect(text).toContain('the run 0123456789abcdef differ');
    expect(text).toContain('Not reproducible by declaration: 2 runs.');
  });

  it('tells metrics that no run has from values that are not numbers', () => {
    const tally = new UnmeasuredTally(['a', 'b', 'c', 'd']);
    const run = (metrics: RunResult['metrics'], more: Partial<RunResult> = {}) =>
      tally.add({ ...result(0, 0), metrics, ...more });
    run({ a: 1, b: null, c: null, d: null }, { notNumbers: { b: 'NaN' } });
    run({ a: null, b: 2, c: null, d: null }, { unknown: { a: 'asks for /a.', c: 'asks for /c.' } });
    expect(tally.found().map(unmeasuredLine)).toEqual([
      'NOT A NUMBER: b is NaN in 1 run.',
      'NOT MEASURED: c asks for /c.',
      'NOT MEASURED: d has no value in any run: nothing is there to measure.',
    ]);
  });

  it('compares points by equal seeds', () => {
    const rate = ({ metrics }: RunResult) => metrics['rate(/a)'];
    const other = [result(0, 3), result(1, 5), result(2, 9), result(3, 7)];
    const found = pairedDifference(results, other, rate);
    // Three equal differences may have the same sign by chance, six are clear.
    expect(found).toMatchObject({ pairs: 3, difference: { estimate: 1 }, isClear: false });
    const seeds = [0, 1, 2, 3, 4, 5];
    const [from, to] = [2, 3].map((value) => seeds.map((seed) => result(seed, seed + value)));
    expect(pairedDifference(from!, to!, rate)).toMatchObject({
      ...{ pairs: 6, difference: { estimate: 1 }, isClear: true },
    });
    expect(pairedDifference(results, results, rate).isClear).toBe(false);
  });
});

describe('tables of a campaign', () => {
  const named = (name: string) => ({ name, levels: [], words: [] });
  // Each of the axes and two of the metrics would have a column that there is already.
  const axes = [named('a gain'), named('key'), named('min_x')];
  const campaign = { axes, metrics: ['rate(/a)', 'min(/x)', 'min(/x/)'] };
  const values = { 'a gain': 1, key: 2, min_x: 3 };
  const made = {
    ...result(1, 4, true),
    metrics: { 'rate(/a)': 4, 'min(/x)': null, 'min(/x/)': 6 },
  };
  const all: CampaignRow[] = [
    { row: 0, seed: '0', values, state: 'waiting' },
    { row: 1, seed: '1', values, state: 'done', result: made },
  ];
  const open = {
    campaign,
    *rows() {
      yield* all;
    },
  };
  const done = {
    ...{ row: 1, a_gain: 1, key_2: 2, min_x: 3, seed: '1', status: 'failed', failure: 'exit 1' },
    ...{ rate_a: 4, min_x_2: null, min_x_3: 6, key: 'k1' },
  };
  const waiting = {
    row: 0,
    a_gain: 1,
    key_2: 2,
    min_x: 3,
    status: 'waiting',
    rate_a: null,
    key: null,
  };

  it('have every column, each with a name of its own, also before the first result', async () => {
    const [first, second] = [...queryRows(open, '')];
    expect(first).toMatchObject(waiting);
    expect(second).toMatchObject(done);
    expect(Object.keys(first!)).toEqual(Object.keys(second!));
    const files = TABLE_FORMATS.map((format) => join(work, `rows.${format}`));
    for (const [i, file] of files.entries()) await exportCampaign(open, file, TABLE_FORMATS[i]!);
    const [jsonl, csv, parquet] = files as [string, string, string];
    const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines(jsonl).map((line) => JSON.parse(line))).toMatchObject([waiting, done]);
    const cells = lines(csv).map((line) => line.split(','));
    expect(cells[0]).toEqual(Object.keys(first!));
    expect(cells.map(({ length }) => length)).toEqual(cells.map(() => cells[0]!.length));
    const file = await asyncBufferFromFile(parquet);
    expect(await parquetReadObjects({ file })).toMatchObject([waiting, done]);
    const { schema } = await parquetMetadataAsync(file);
    // A figure without a value is a number nevertheless, or a reader could not take its mean.
    expect(schema.find(({ name }) => name === 'min_x_2')?.type).toBe('DOUBLE');
  });

  it('are asked by the names of their columns', () => {
    expect([...queryRows(open, 'key_2 == 2 and min_x_3 > 5')]).toMatchObject([done]);
    expect(() => [...queryRows(open, 'min_x_4 > 5')]).toThrow(/no column "min_x_4"; did you mean/);
    expect(() => [...queryRows(open, 'status = 1')]).toThrow(
      /^The condition "status = 1" has .*; write e\.g\. 'status == "failed" and gain > 0\.5'\.$/,
    );
    expect(figureNamed(campaign, 'min_x_3')(made)).toBe(6);
  });
});

it('compares a failure with runs of its point, else with those of its seed', () => {
  expect(passingNeighbours(10, new Set([4, 7, 13, 11]), 3)).toEqual([7, 13, 4]);
  expect(passingNeighbours(10, new Set([11, 9, 12]), 3)).toEqual([9, 11]);
  expect(passingNeighbours(10, new Set(), 3)).toEqual([]);
});

it('knows a folder by the content of its files, without what tools leave in it', () => {
  const folder = join(work, 'system');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'a.js'), '1');
  const before = new ContentHashes().of(folder);
  writeFileSync(join(folder, 'node_modules', 'x.js'), '1');
  expect(new ContentHashes().of(folder)).toBe(before);
  writeFileSync(join(folder, 'a.js'), '2');
  expect(new ContentHashes().of(folder)).not.toBe(before);
  expect(new ContentHashes().of(join(folder, 'b.js'))).toBe('missing');
});

it('knows Orrery itself by its code, not by what V8 has compiled of it', () => {
  const names = [
    'start/run.js',
    'a.cjs',
    'studio/page.json',
    'code/x64-839dbe75/explore.code.js',
    'a.d.ts',
  ];
  expect(names.filter(isOfBuild)).toEqual(['start/run.js', 'a.cjs', 'studio/page.json']);
});

it('knows a folder without what commands have written there', () => {
  const [folder, store] = [join(work, 'robot'), join(work, 'robot_results')];
  for (const each of [folder, store, join(folder, 'run_1')]) mkdirSync(each, { recursive: true });
  const hash = () => new ContentHashes(new OutputFiles(store)).of(folder);
  writeFileSync(join(folder, 'a.py'), '1');
  const before = hash();
  writeFileSync(join(folder, 'run_1', 'run.json'), '{}');
  writeFileSync(join(folder, 'run_1', 'log.txt'), '1');
  writeFileSync(join(folder, 'found.json'), '{"format":"orrery-schedule/1","decisions":[]}');
  expect(hash()).toBe(before);
  writeFileSync(join(folder, 'table.csv'), 'row');
  const other = hash();
  expect(other).not.toBe(before);
  new OutputFiles(store).note(join(folder, 'table.csv'));
  expect(hash()).toBe(before);
  writeFileSync(join(folder, 'ways.json'), '{"format":"ways"}');
  expect(hash()).not.toBe(before);
});

it('gives the rows of a part of a campaign one after the other, until it is stopped', async () => {
  const feed = new RowFeed(new LocalQueue(7, { part: 2, of: 3 }));
  const rows: number[] = [];
  for (let next = await feed.next(); next !== undefined; next = await feed.next()) {
    rows.push(next.row);
    next.done();
  }
  expect(rows).toEqual([1, 4]);
  const stopped = new RowFeed(new LocalQueue(7));
  stopped.stop();
  expect(await stopped.next()).toBeUndefined();
});

it('keeps both results of a run that differ, in what it does or in how a check judges it', () => {
  const store = new ResultStore(join(work, 'store'));
  const first = result(0, 1);
  expect(store.publish(first)).toBe('new');
  expect(store.publish({ ...first, wallSeconds: 3 })).toBe('confirmed');
  expect(store.publish({ ...first, digest: 'other' })).toBe('nondeterministic');
  expect(store.publish({ ...result(0, 1, true), key: first.key })).toBe('nondeterministic');
  expect(store.find(first.key)).toEqual(first);
  expect(store.contradictions().map(({ status }) => status)).toEqual(['failed', 'passed']);
});
