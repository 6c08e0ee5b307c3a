import { expect, it } from 'vitest';
import type { Comparison } from './compare_system.js';
import { comparisonReport } from './comparison_report.js';
import { comparisonCsv, comparisonText } from './comparison_text.js';
import { parseMetric } from './metric.js';
import type { RunFigures } from './run_figures.js';
import { seedsOf, variantsOf } from './variant.js';

it('makes a variant of each executor with each set of options', () => {
  expect(variantsOf(['single', 'as-is'], [])).toEqual([
    { name: 'single', options: ['--executor', 'single'] },
    { name: 'as-is', options: [] },
  ]);
  expect(variantsOf([], ['--models a.yaml', '--models b.yaml']).map(({ name }) => name)).toEqual([
    '--models a.yaml',
    '--models b.yaml',
  ]);
  const [first] = variantsOf(['multi:4'], ['--models a.yaml']);
  expect(first?.options).toEqual(['--executor', 'multi:4', '--models', 'a.yaml']);
  expect(() => variantsOf(['single', 'single'], [])).toThrow(/is given twice/);
  expect(() => variantsOf(['fast'], [])).toThrow(/not understood/);
});

it('takes a number of seeds, or the seeds themselves', () => {
  expect(seedsOf('3')).toEqual(['0', '1', '2']);
  expect(seedsOf('7,11')).toEqual(['7', '11']);
  for (const text of ['0', '', 'x', '1,1']) expect(() => seedsOf(text)).toThrow(/seeds/);
});

it('refuses text that is not a metric', () => {
  for (const text of ['', 'rate', 'speed(/scan)', 'constructor(/x)', 'rate()']) {
    expect(() => parseMetric(text)).toThrow(/The metric/);
  }
});

const run = (seed: string, rate: number | undefined): RunFigures => ({
  ...{ seed, end: 'until', error: undefined, digest: `d${seed}`, callbacks: 1200, messages: 3 },
  ...{ response: { mean: 1.25, max: 10 }, overwritten: 0, lost: 2, metrics: { 'rate(/x)': rate } },
});

const COMPARISON: Comparison = {
  seeds: ['0', '1'],
  metrics: ['rate(/x)'],
  variants: [
    { name: 'events', runs: [run('0', 10), run('1', 20)], difference: undefined },
    { name: 'as-is "x"', runs: [run('0', undefined)], difference: 'Callback 1 differs.' },
  ],
};

it('shows one figure, or mean and range over the seeds', () => {
  const [header, events, other, , , first] = comparisonText(COMPARISON).split('\n');
  expect(header).toMatch(/^variant +end +digest +callbacks .* rate\(\/x\)$/);
  expect(events).toMatch(/^events +until +2 of 2 differ +1,200 .* 15 \[10 … 20\]$/);
  expect(other).toMatch(/^as-is "x" +until +d0 .* –$/);
  expect(first).toBe('  as-is "x": Callback 1 differs.');
});

it('writes one line of CSV per run', () => {
  const lines = comparisonCsv(COMPARISON).trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe('events,0,until,,d0,1200,3,1.25,10,0,2,10');
  expect(lines[3]).toBe('"as-is ""x""",0,until,,d0,1200,3,1.25,10,0,2,');
});

it('draws a figure for each column in which runs differ, with a point for each seed and their range', () => {
  const { headline, figures, tables } = comparisonReport(COMPARISON);
  expect(headline).toBe('2 variants with 2 seeds each: 3 runs');
  expect(figures.map(({ title }) => title)).toEqual(['rate(/x)']);
  const [figure] = figures;
  const marks = figure?.kind === 'rows' ? figure.marks : [];
  expect(marks.map(({ shape, from, to }) => [shape, from, to])).toEqual([
    ['line', 10, 20],
    ['point', 10, 10],
    ['point', 20, 20],
  ]);
  expect(tables[1]?.rows).toEqual([['as-is "x"', 'Callback 1 differs.']]);
});
