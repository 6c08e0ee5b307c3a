/**
 * Where versions of Node behave differently, Orrery makes them behave alike or names what may differ. `npm run
 * test:nodes` checks it on each version; `ORRERY_NODES=path:path` compares others at once.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differencesIn } from '../src/record/index.js';
import { COMMAND, readRun, temporaryDirectory } from './orrery_command.js';
import { surfaceClasses } from './surface_classes.js';
import { surfaceOf } from './surface_of.js';

const NODES = [
  process.execPath,
  ...(process.env.ORRERY_NODES ?? '').split(':').filter((path) => path !== ''),
];

const INTL = 'Intl, which follows the version of ICU';

/** Expressions, and their values on every version. */
const SAID: readonly (readonly [string, unknown])[] = [
  [
    `mistake(() => JSON.parse('{bad}'))`,
    `Expected property name or '}' in JSON at position 1 (line 1 column 2)`,
  ],
  [
    `mistake(() => JSON.parse('{\\r\\n "a": 1,\\n}'))`,
    'Expected double-quoted property name in JSON at position 12 (line 3 column 1)',
  ],
  [
    `mistake(() => JSON.parse('[1,\\r\\r2'))`,
    `Expected ',' or ']' after array element in JSON at position 6 (line 3 column 2)`,
  ],
  [`mistake(() => JSON.parse('hello'))`, `Unexpected token 'h', "hello" is not valid JSON`],
  [`mistake(() => JSON.parse(''))`, 'Unexpected end of JSON input'],
  [`JSON.parse('[1, 2]', (key, value) => (key === '0' ? 5 : value))`, [5, 2]],
  [`new TextDecoder('windows-1252').decode(Uint8Array.of(0x80, 0x81, 0x9f))`, '€\x81Ÿ'],
  [`new TextDecoder('latin1').decode(Uint8Array.of(0x80))`, '€'],
  [`new TextDecoder('ascii').decode(Uint8Array.of(0x80))`, '€'],
  [`new (require('node:stream').Readable)().readableHighWaterMark`, 65_536],
  [`new (require('node:stream').PassThrough)().writableHighWaterMark`, 65_536],
  [`require('node:stream').getDefaultHighWaterMark(false)`, 65_536],
  [`require('node:zlib').createGzip().readableHighWaterMark`, 65_536],
  [`new Date(0).toLocaleTimeString()`, '12:00:00 AM'],
  [`(1234567.891).toLocaleString('fr-FR')`, '1\u202f234\u202f567,891'],
  [`new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(5)`, '5,00\u00a0€'],
  [`mistake(() => undefined.x)`, `Cannot read properties of undefined (reading 'x')`],
  [`mistake(() => structuredClone(() => {}))`, '() => {} could not be cloned.'],
];

/** Expressions with different values in different versions, and what is reported about them. */
const DIFFERING: readonly (readonly [string, string])[] = [
  [`mistake(() => require('node:assert').strictEqual(null, undefined))`, 'what assert says'],
  [`mistake(() => require('assert/strict').deepEqual([1], [2]))`, 'what assert says'],
  [`require('node:util').inspect(new ArrayBuffer(3))`, 'what util.inspect says'],
  [`new Intl.DateTimeFormat('ko', { timeStyle: 'short' }).format(new Date(0))`, INTL],
  [`new Date(0).toLocaleTimeString('ko')`, INTL],
  [`new AggregateError([], 'a').stack`, 'the lines of Node in error.stack'],
  [`require('node:buffer').kMaxLength`, 'limits of Buffer'],
  ['typeof Object.groupBy', 'Object.groupBy, which not every version has'],
  ['typeof navigator', 'navigator, which not every version has'],
  [`typeof require('node:zlib').zstdCompressSync`, 'zstdCompressSync, which not every version has'],
];

/** Line of the first expression in the program. */
const FIRST_LINE = 6;
const folder = temporaryDirectory();

/** The values of these expressions under Orrery, and what it reports. */
function answers(node: string, sources: readonly string[]) {
  const file = join(folder, 'texts.cjs');
  writeFileSync(
    file,
    `const mistake = (call) => { try { return call(); } catch (error) {
       if (!error['stack'].includes(error.message)) throw error;
       return error.message;
     } };
     console.log(JSON.stringify([
${sources.join(',\n')}]));`,
  );
  const run = join(folder, `run-${++runs}`);
  const { stdout, stderr } = spawnSync(node, [COMMAND, 'run', file, '--record', run], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const said = JSON.parse(stdout.split('\n')[0]!) as unknown[];
  return { said, differences: readRun(run).versionDifferences };
}
let runs = 0;

describe.each(NODES)('%s', (node) => {
  it('has the value of all versions', () => {
    const { said } = answers(
      node,
      SAID.map(([source]) => source),
    );
    expect(said).toEqual(SAID.map(([, text]) => text));
  });

  it('reports what may differ, and where', () => {
    for (const [source, what] of DIFFERING) {
      expect(differencesIn(source), source).toEqual([{ what, line: 1 }]);
    }
    const { differences } = answers(
      node,
      DIFFERING.map(([source]) => source),
    );
    const first = new Map(
      DIFFERING.map(([, what], at) => [what, at + FIRST_LINE] as const).reverse(),
    );
    expect(differences.map(({ what, line }) => [what, line])).toEqual([...first].reverse());
  });

  it('lacks no name of other versions without naming it', () => {
    const present = new Set(surfaceOf(node));
    const absent = [...surfaceClasses().keys()].filter(
      (name) => !present.has(name) && /^(?!process\.emit$)[\w/]+(?:\.\w+)?$/.test(name),
    );
    expect(absent.length).toBeGreaterThan(20);
    expect(absent.filter((name) => differencesIn(useOf(name)).length === 0)).toEqual([]);
  });
});

it.skipIf(NODES.length < 2)('reports only differences that exist', () => {
  const sources = DIFFERING.map(([source]) => source);
  const all = NODES.map((node) => answers(node, sources).said);
  const same = sources.filter((_, at) => new Set(all.map((said) => String(said[at]))).size === 1);
  expect(same).toEqual([]);
});

/** A line of a program that uses this name. */
function useOf(name: string): string {
  const [module = '', member = ''] = name.split('.');
  return isBuiltin(`node:${module}`) ? `import { ${member} } from 'node:${module}';` : name;
}
