import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelAt, stepsOf } from './axis.js';
import { CampaignPlan } from './campaign_plan.js';
import { parseCampaign } from './read_campaign.js';

const planOf = (text: string) => new CampaignPlan(parseCampaign(text, 'c.yaml'));

describe('a campaign plan', () => {
  it('goes through all points with each seed, the last axis first', () => {
    const plan = planOf(
      'system: [a.js]\nseeds: 2\naxes: {a: {parameter: a, values: [0.5, 1]}, b: {option: --executor, values: [x, y]}}',
    );
    const words = Array.from({ length: plan.size }, (_, row) => plan.run(row).words.join(' '));
    expect(words).toEqual([
      'a.js -p a:=0.5 --executor x --seed 0',
      'a.js -p a:=0.5 --executor y --seed 0',
      'a.js -p a:=1.0 --executor x --seed 0',
      'a.js -p a:=1.0 --executor y --seed 0',
      'a.js -p a:=0.5 --executor x --seed 1',
      'a.js -p a:=0.5 --executor y --seed 1',
      'a.js -p a:=1.0 --executor x --seed 1',
      'a.js -p a:=1.0 --executor y --seed 1',
    ]);
  });

  it('keeps the numbers of rows when seeds are added', () => {
    const axes = 'axes: {a: {parameter: a, range: {from: 0, to: 1, steps: 5}}}';
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (few, more) => {
        const small = planOf(`system: [a.js]\nseeds: ${few}\n${axes}`);
        const large = planOf(`system: [a.js]\nseeds: ${few + more}\n${axes}`);
        for (let row = 0; row < small.size; row++) expect(large.run(row)).toEqual(small.run(row));
      }),
    );
  });

  it('draws a Latin hypercube that uses each part of each axis once', () => {
    const plan = planOf(
      'system: [a.js]\ndesign: {latin_hypercube: 20, seed: 3}\naxes: {a: {parameter: a, range: {from: 0, to: 20}}, b: {argument: b, values: [p, q]}}',
    );
    const parts = plan.points.map(({ values }) => Math.floor(Number(values.a)));
    expect([...parts].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(plan.points.filter(({ values }) => values.b === 'p')).toHaveLength(10);
  });

  it('gives each point of a range another value, from one end to the other', () => {
    const number = fc.double({ noNaN: true, min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(number, fc.double({ noNaN: true, min: 1e-3, max: 1e6 }), (from, width) => {
        const to = from + width;
        for (const steps of [2, 11, 200]) {
          const values = stepsOf({ from, to }, steps);
          expect([values[0], values.at(-1)]).toEqual([from, to]);
          const drawn = values.map((_, i) =>
            levelAt({ name: 'a', levels: [], words: [], span: { from, to } }, (i + 0.5) / steps),
          );
          expect(new Set(values).size).toBe(steps);
          expect(new Set(drawn.map(({ value }) => value)).size).toBe(steps);
        }
      }),
    );
  });

  it.each([
    ['seeds: 2', ['0', '1']],
    ['seeds: 5..7', ['5', '6', '7']],
    ['seeds: [9, 2..3, "x"]', ['9', '2', '3', 'x']],
  ])('takes %s', (text, seeds) => {
    expect(parseCampaign(`system: [a]\n${text}`, 'a.yaml').seeds).toEqual(seeds);
  });

  it.each([
    ['1..3', ['1', '2', '3']],
    ['[-1..1, 0.5]', ['-1.0', '0.0', '1.0', '0.5']],
    ['[1, 1e1]', ['1.0', '10.0']],
    ['[1.0, 2.]', ['1.0', '2.0']],
    ['[007, 0x1e]', ['7', '30']],
    ['[.5e1, "1.0"]', ['5.0', '1.0']],
    ['["a..b", ../c]', ['a..b', '../c']],
    ['[.inf, -.inf, .nan, 1]', ['.inf', '-.inf', '.nan', '1.0']],
  ])('takes values %s', (values, words) => {
    const text = `system: [a]\naxes: {a: {parameter: a, values: ${values}}}`;
    const [axis] = parseCampaign(text, 'a.yaml').axes;
    expect(axis?.levels.map((level) => level.words.at(-1))).toEqual(words.map((w) => `a:=${w}`));
  });

  it.each([
    ['{from: 1, to: 3, steps: 2}', ['1', '3']],
    ['{from: 1.0, to: 3, steps: 2}', ['1.0', '3.0']],
    ['{from: 1, to: 4, steps: 3}', ['1.0', '2.5', '4.0']],
  ])('takes the range %s, of integers or of floating-point numbers', (range, words) => {
    const text = `system: [a]\naxes: {a: {parameter: a, range: ${range}}}`;
    const [axis] = parseCampaign(text, 'a.yaml').axes;
    expect(axis?.levels.map((level) => level.words.at(-1))).toEqual(words.map((w) => `a:=${w}`));
  });

  it.each([
    ['seeds: 1', '"system" is missing.'],
    ['system: [a]\ninputs: [package.json, no.txt]', 'c.yaml:2:24'],
    ['system: [a]\ninputs: [no.txt, ./package.json/x]', 'There is no file or folder "no.txt"'],
    ['system: [a]\nseeds: 0..n', '"0..n" does not say which seeds'],
    ['system: [a]\nseeds: 5..1', 'The range 5..1 does not go up'],
    ['system: [a]\nseeds: 9007199254740990..9007199254740995', 'more than 53 bits'],
    ['system: [a]\nseeds: 0..10000000', 'has more than 10000000 numbers'],
    ['system: [a]\naxes: {a: {parameter: a, values: [0..99998, x, y]}}', 'Give at most 100000'],
    ['system: [a]\naxes: {a: {parameter: a, values: [x, 0..99999]}}', 'more than 99999 numbers'],
    ['system: [a]\nseeds: [0..3, 3..9]', '3 is given twice.'],
    ['system: [a]\nseeds: [0..3, 2]', '2 is given twice.'],
    ['system: [a]\nseeds: []', 'Give at least one value.'],
    ['system: [a]\nseeds: [1, 0..3]', '1 is given twice.'],
    ['system: [a]\nseeds: [[1]]', 'A seed is a whole number or a text'],
    ['system: [a]\nseeds: [12345678901234567890]', 'put larger ones in quotes'],
    ['system: [a]\nseeds: 0', 'A number from 1'],
    ['system: [a]\naxes: {a: {parameter: a, values: []}}', 'Give at least one value.'],
    ['system: [a]\naxes: {a: {parameter: a, values: [1, 1]}}', '1 is given twice.'],
    ['system: [a]\naxes: {a: {parameter: a, values: 3}}', 'A list is needed here'],
    ['system: [a]\naxes: {a: {parameter: a, values: 0..100000}}', 'has more than 100000 numbers'],
    ['system: []', 'Say what is run'],
    ['system: [a, --seed, 3]', 'said by seeds'],
    ['system: [a, --seed=3]', 'said by seeds'],
    ['system: [a]\naxes: {a: {option: --seed, values: [1, 2]}}', 'said by seeds'],
    ['system: [a]\naxes: {a: {variants: {x: [--seed, "1"]}}}', 'said by seeds'],
    ['system: [a]\nname: ../a', 'is that of a folder'],
    ['system: [a]\nname: ..', 'is that of a folder'],
    ['system: [a]\nname: a/b', 'is that of a folder'],
    ['system: [a]\ndesign: {latin_hypercube: 5}', 'draws from axes'],
    ['system: [a]\naxes: {a: {variants: {}}}', 'Give at least one variant'],
    ['system: [a]\nsed: 1', '"sed" is not known here'],
    ['system: [a]\naxes: {a: {values: [1]}}', 'Say what varies'],
    ['system: [a]\naxes: {a: {parameter: a}}', 'Give either values or a range.'],
    ['system: [a]\naxes: {a: {parameter: a, range: {from: 0, to: 1}}}', 'Say in how many steps'],
    ['system: [a]\naxes: {a: {variants: {x: []}, option: -x}}', 'give nothing else'],
    ['system: [a]\naxes: {a: {parameter: a, range: {from: 1, to: 1, steps: 3}}}', 'that differ'],
    [
      'system: [a]\naxes: {a: {parameter: k, values: [1]}, b: {parameter: k, values: [2]}}',
      'a and b set the same',
    ],
  ])('refuses %j', (text, why) => {
    expect(() => planOf(text)).toThrow(why);
  });

  it('takes inputs that are there, relative to the file', () => {
    const campaign = parseCampaign('system: [a]\ninputs: [interval.ts, ../math]', __filename);
    expect(campaign.inputs).toEqual([join(__dirname, 'interval.ts'), join(__dirname, '../math')]);
  });

  it('refuses a campaign that is too large', () => {
    const axis = 'range: {from: 0, to: 1, steps: 20000}';
    const text = `system: [a]\nseeds: 1000\naxes: {a: {parameter: a, ${axis}}}`;
    expect(() => planOf(text)).toThrow('more than 10000000 runs');
  });
});
