import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BagReader, createBag, openBag } from '../bag/index.js';
import { TopicRecord } from '../record/index.js';
import { type MetricSource, parseMetric } from './metric.js';
import { MetricNames } from './metric_names.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-metric-'));
let bag: BagReader;
beforeAll(async () => {
  const path = join(work, 'run.mcap');
  const written = await createBag(path);
  const topic = written.addTopic({
    name: '/level',
    type: 'std_msgs/msg/UInt8',
    schema: 'uint8 data\n',
  });
  for (const [i, value] of [3, 1, 8, 4].entries()) {
    const stamp = BigInt(i) * 500_000_000n;
    written.write(topic, stamp, stamp, 0, Uint8Array.of(0, 1, 0, 0, value));
  }
  written.close();
  bag = await openBag(path);
});
afterAll(() => {
  bag.close();
  rmSync(work, { recursive: true, force: true });
});

const source = (): MetricSource => ({
  topic: (name) => new TopicRecord(name, bag, 0n, work),
  longestResponse: new Map([['/pilot', 2.5]]),
  results: { score: '7', mood: 'good' },
  names: { topics: ['/level'], nodes: ['/pilot'] },
});

it.each([
  ['count(/level)', 4],
  ['rate(/level)', 2],
  ['first(/level:data)', 3],
  ['last(/level)', 4],
  ['min(/level:data)', 1],
  ['max(/level:data)', 8],
  ['mean(/level:data)', 4],
  ['latency(/level)', undefined],
  ['max_latency(/level)', undefined],
  ['mean(/silent:data)', undefined],
  ['response(/pilot)', 2.5],
  ['response(/other)', undefined],
  ['result(score)', 7],
  ['result(mood)', undefined],
])('%s is %s', (text, value) => {
  expect(parseMetric(text).of(source())).toBe(value);
});

it.each([[[1, Number.NaN, 3]], [[Number.NaN, 3]], [[3, Number.NaN]]])(
  'takes the extremes and the mean of %j for NaN',
  (values) => {
    const topic = () => Object.assign(source().topic('/level'), { values: () => values });
    for (const figure of ['min', 'max', 'mean']) {
      expect(parseMetric(`${figure}(/level)`).of({ ...source(), topic })).toBeNaN();
    }
  },
);

it('treats a name that no run had as misspelt', () => {
  const names = new MetricNames();
  for (const text of ['count(/level)', 'response(/pilot)', 'result(score)']) {
    names.note(parseMetric(text), source());
  }
  expect(() => names.check()).not.toThrow();
  names.note(parseMetric('count(/levle)'), source());
  expect(() => names.check()).toThrow(/asks for \/levle, which no run had.*\/level/);
});

it('treats a topic that one run lacks as a result', () => {
  const [names, metric] = [new MetricNames(), parseMetric('count(/level)')];
  const without = { ...source(), names: { topics: [], nodes: [] } };
  names.note(metric, without);
  expect(() => names.check()).toThrow('correct its name');
  names.note(metric, source());
  expect(() => names.check()).not.toThrow();
});
