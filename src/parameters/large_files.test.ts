/** Files larger than anybody writes by hand are read, or refused with a place and the name of the limit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DescriptionError } from '../errors/index.js';
import { ParameterRules, readScalar } from './index.js';

/** The number of parameters read, or the first sentence of the refusal. */
function read(text: string): number | string {
  const rules = new ParameterRules();
  try {
    rules.addText(text, 'p.yaml');
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    expect(error.errors.length).toBeLessThanOrEqual(100);
    expect(error.place.line).toBeGreaterThan(0);
    return error.errors[0]!.message;
  }
  return rules.entries.reduce((sum, { parameters }) => sum + parameters.size, 0);
}

const HEAD = '/**:\n  ros__parameters:\n';
const times = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

describe('parameter files', () => {
  it('may have many parameters and long lists', () => {
    expect(read(HEAD + times(20_000, (i) => `    p${i}: ${i}\n`))).toBe(20_000);
    expect(read(`${HEAD}    list: [${times(50_000, (i) => `${i}, `)}0]\n`)).toBe(1);
  });

  it('that are too long are refused with the name of the limit', () => {
    const text = `${HEAD}    a: "${'x'.repeat(17 * 1024 * 1024)}"\n`;
    expect(read(text)).toMatch(/has \d+ characters, more than the limit of 16777216/);
  });

  it('that hold too much are refused with the name of the limit before they are parsed', () => {
    const limit = /has \d+ lines and commas, more than the limit of 500000/;
    expect(read(`${HEAD}    a: [${'1, '.repeat(3_000_000)}1]\n`)).toMatch(limit);
    expect(read(`${HEAD}    a:\n${'    - 1\n'.repeat(600_000)}`)).toMatch(limit);
    expect(read(`${HEAD}    a: {${'k: 1, '.repeat(600_000)}}\n`)).toMatch(limit);
  });

  it('with many mistakes report the first hundred', () => {
    const rules = new ParameterRules();
    const text = HEAD + times(5_000, (i) => `    p${i}: []\n`);
    expect(() => rules.addText(text, 'p.yaml')).toThrow(/5000 mistakes.*… and 4900 more/s);
  });

  const depth = fc.integer({ min: 70, max: 30_000 });
  it('nested too deeply are refused, however the nesting is written', () => {
    const forms: ((n: number) => string)[] = [
      (n) => `${HEAD}    a: ${'['.repeat(n)}${']'.repeat(n)}\n`,
      (n) => `${HEAD}    a: ${'{a: '.repeat(n)}1${'}'.repeat(n)}\n`,
      (n) => `${HEAD}    ${'- '.repeat(n)}1\n`,
      (n) => HEAD + times(Math.min(n, 1500), (i) => `${' '.repeat(4 + i)}k:\n`),
    ];
    fc.assert(
      fc.property(depth, fc.constantFrom(...forms), (n, form) => {
        expect(read(form(n))).toMatch(/nested more than 64 deep|not valid YAML/);
      }),
      { numRuns: 12 },
    );
  });

  it('with many documents are refused at the second document', () => {
    expect(read('--- {}\n'.repeat(400_000))).toContain('Only one YAML document is allowed');
  });
});

it('reads a number of a million digits as a string', () => {
  for (const text of [
    '1'.repeat(1e6),
    `${'1'.repeat(1e6)}x`,
    `0x${'f'.repeat(1e6)}`,
    `.${'0'.repeat(1e6)}`,
  ]) {
    expect(readScalar(text).type).toBe('string');
  }
});
