import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it.each([
    ['seeds: 1', '"system" is missing.'],
    ['system: [a]\nsed: 1', '"sed" is not known here'],
    ['system: [a]\naxes: {a: {values: [1]}}', 'Say what varies'],
    ['system: [a]\naxes: {a: {parameter: a}}', 'Give either values or a range.'],
    ['system: [a]\naxes: {a: {parameter: a, range: {from: 0, to: 1}}}', 'Say in how many steps'],
    ['system: [a]\naxes: {a: {variants: {x: []}, option: -x}}', 'give nothing else'],
  ])('refuses %j', (text, why) => {
    expect(() => planOf(text)).toThrow(why);
  });

  it('refuses a campaign that is too large', () => {
    const axis = 'range: {from: 0, to: 1, steps: 20000}';
    const text = `system: [a]\nseeds: 1000\naxes: {a: {parameter: a, ${axis}}}`;
    expect(() => planOf(text)).toThrow('more than 10000000 runs');
  });
});
