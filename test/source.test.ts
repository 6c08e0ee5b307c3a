/** A rule that finds nothing may be broken, so each must find what it forbids. */
import { describe, expect, it } from 'vitest';
import {
  type Finding,
  impatienceIn,
  importsOf,
  keptFoldersIn,
  leftoversIn,
  nondeterminismIn,
  parse,
  topLevelAwaitsIn,
  unusedBuiltinsIn,
} from './source.js';

const texts = (found: readonly Finding[]) => found.map(({ text }) => text);

describe('importsOf', () => {
  it.each([
    ["import x from 'a';", ['a']],
    ["import type { X } from 'a';", ['a']],
    ["export * from 'a';", ['a']],
    ["type X = import('a').X;", ['a']],
    ["await import('a');", ['a']],
    ["require('a');", ['a']],
    ["// import 'a';\nconst text = \"import 'a'\"; export { text };", []],
  ])('%s', (text, expected) => {
    expect(texts(importsOf(parse('x.ts', text)))).toEqual(expected);
  });

  it('knows the line', () => {
    expect(importsOf(parse('x.ts', "\n\nimport 'a';"))).toEqual([{ text: 'a', line: 3 }]);
  });
});

describe('keptFoldersIn', () => {
  const used = 'const folder = fs.mkdtempSync(name);';
  it.each([
    [`function f() { ${used} use(folder); fs.rmSync(folder); }`, 1],
    [`function f() { ${used} try { use(folder); } finally { tell(); } }`, 1],
    [used, 1],
    [`function f() { ${used} try { use(folder); } finally { fs.rmSync(folder); } }`, 0],
    ["const name = 'mkdtempSync(folder)';", 0],
  ])('%s', (text, count) => {
    expect(keptFoldersIn(parse('x.ts', text))).toHaveLength(count);
  });
});

describe('nondeterminismIn', () => {
  it.each([
    'Math.random()',
    'globalThis.Math.random()',
    'process.hrtime.bigint()',
    'new Date()',
    'Date.now()',
    'globalThis.performance.now()',
    'setTimeout(f, 1)',
    "import { performance } from 'node:perf_hooks'",
    'crypto.randomUUID()',
    'readdirSync(folder)',
    'fs.readdirSync(folder)',
    'const names = await readdir(folder); names.sort()',
  ])('finds %s', (text) => {
    expect(nondeterminismIn(parse('x.ts', text))).toHaveLength(1);
  });

  it.each([
    '// Math.random(), new Date()',
    'const text = "Date.now()"',
    'stream.random()',
    'x.performance',
    'const x = { Date: 1 }',
    "import { readdirSync } from 'node:fs'; readdirSync(folder).sort()",
    'readdirSync(folder).filter((name) => name.length > 1).sort()',
  ])('allows %s', (text) => {
    expect(texts(nondeterminismIn(parse('x.ts', text)))).toEqual([]);
  });
});

describe('unusedBuiltinsIn', () => {
  it('finds what is created and not used, and nothing else', () => {
    const text =
      'new ArrayBuffer(9); new Timer(node); const a = new Map(); new DataView(b).setInt8(0, 1); new RegExp(c);';
    expect(texts(unusedBuiltinsIn(parse('x.ts', text)))).toEqual(['new ArrayBuffer', 'new RegExp']);
  });
});

describe('topLevelAwaitsIn', () => {
  it('finds what is awaited outside functions', () => {
    const text =
      'await a; for await (const b of c) {} const d = async () => await e; class F { async g() { await h; } }';
    expect(topLevelAwaitsIn(parse('x.ts', text))).toHaveLength(2);
  });
});

describe('impatienceIn', () => {
  it.each([
    "it('x', () => {}, 60_000);",
    "it.skipIf(absent)('x', { timeout: 5000 }, () => {});",
    "it.each([1])('x', () => {}, 1000);",
    'beforeAll(() => {}, 20_000);',
    'expect.poll(done, { interval: 5, timeout: 20_000 });',
  ])('finds %s', (text) => {
    expect(impatienceIn(parse('x.ts', text))).toHaveLength(1);
  });

  it.each([
    "it('x', () => {});",
    "it('x', () => {}, 300_000);",
    "it.each([1, 2])('x', (each) => call(each, { timeout: 5 }));",
    'expect.poll(done, { interval: 5, timeout: 170_000 });',
  ])('allows %s', (text) => {
    expect(texts(impatienceIn(parse('x.ts', text)))).toEqual([]);
  });
});

describe('leftoversIn', () => {
  it.each([
    'debugger;',
    'x as any;',
    'console.log(1);',
    "it.only('x', f);",
    "describe.skip('x', f);",
    "it.each([1]).only('x', f);",
    '// TODO: more',
    '// @ts-ignore',
  ])('finds %s', (text) => {
    expect(leftoversIn(parse('x.ts', text))).toHaveLength(1);
  });

  it.each([
    "it.skipIf(absent)('x', f);",
    'position.skip(4);',
    'console.warn(1);',
    'const text = `console.log(1)`;',
    'x as unknown;',
  ])('allows %s', (text) => {
    expect(texts(leftoversIn(parse('x.ts', text)))).toEqual([]);
  });
});
