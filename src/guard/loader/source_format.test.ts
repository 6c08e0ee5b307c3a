import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OrreryError } from '../../errors/index.js';
import { loadError } from './load_errors.js';
import { formatOf, isPackageFile, sourceCandidates, sourcesOf } from './source_format.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-format-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function file(name: string, text = ''): string {
  const path = join(work, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe('the format of a file', () => {
  it('follows its extension, then the nearest package', () => {
    file('esm/package.json', '{"type":"module"}');
    file('cjs/package.json', '{"type":"commonjs"}');
    file('odd/package.json', '{"type":"other"}');
    expect(formatOf(join(work, 'esm/a.cts'), '')).toBe('commonjs');
    expect(formatOf(join(work, 'cjs/a.mjs'), '')).toBe('module');
    expect(formatOf(join(work, 'esm/below/a.js'), 'require("x")')).toBe('module');
    expect(formatOf(join(work, 'cjs/a.ts'), 'await 1')).toBe('commonjs');
    expect(formatOf(join(work, 'odd/a.js'), 'export const a = 1;')).toBe('module');
  });

  it.each([
    ['a.js', 'const a = require("a");', 'commonjs'],
    ['a.js', 'import a from "a";', 'module'],
    ['a.js', 'export const a = 1;', 'module'],
    ['a.js', 'await something();', 'module'],
    ['a.js', 'console.log(import.meta.url);', 'module'],
    ['a.js', 'const export_ = ;', 'commonjs'],
    ['a.ts', 'import a from "a";', 'commonjs'],
    ['a.ts', 'const a = await b();', 'module'],
    ['a.ts', 'import.meta.url;', 'module'],
  ])('%s with %j is %s, if nothing else says', (name, source, format) => {
    expect(formatOf(join(work, 'plain', name), source)).toBe(format);
  });

  it('lets an import find the TypeScript file that it means', () => {
    expect(sourcesOf('/a/b.js')).toEqual(['/a/b.ts', '/a/b.tsx']);
    expect(sourcesOf('/a/b.mjs')).toEqual(['/a/b.mts']);
    expect(sourcesOf('/a/b.css')).toEqual([]);
    const candidates = sourceCandidates('/a/b', 'lib.js');
    expect(candidates.slice(0, 2)).toEqual(['/a/b', '/a/b.ts']);
    expect(candidates).toContain('/a/b/lib.ts');
    expect(candidates.at(-1)).toBe('/a/b/index.json');
    expect(isPackageFile('/a/node_modules/b/c.js')).toBe(true);
  });
});

describe('an error of loading', () => {
  const loaded = (name: string, error: unknown) => loadError(name, error) as OrreryError;

  it('names what is missing', () => {
    const missing = Object.assign(new Error("Cannot find module 'x'\nRequire stack:"), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(loaded('/a.js', missing).message).toBe(
      "/a.js cannot be loaded: Cannot find module 'x'; install the package or correct the path.",
    );
  });

  it('gets its class and place back after it has crossed a thread', () => {
    const crossed = Object.assign(new Error('wrong paths'), {
      ...{ code: 'ORR_MODULE_SETTINGS', place: { file: '/tsconfig.json' } },
    });
    const error = loaded('/a.ts', crossed);
    expect(error).toBeInstanceOf(OrreryError);
    expect(error.place).toMatchObject({ file: '/tsconfig.json' });
    expect(loadError('/a.ts', error)).toBe(error);
  });

  it('has the place of the mistake in the source', () => {
    const broken = file('broken.cjs', 'const a = 1;\nconst b = ;\n');
    expect(loaded(broken, new SyntaxError('Unexpected token')).message).toContain(`${broken}:2:11`);
  });

  it('has at least the line that Node names', () => {
    const right = file('right.cjs', 'const a = 1;\n');
    const error = new SyntaxError('odd');
    error.stack = `${right}:1\nconst a = 1;\nSyntaxError: odd`;
    expect(loaded(right, error)).toMatchObject({ code: 'ORR_MODULE_SYNTAX', place: { line: 1 } });
  });

  it('stays as it is if the program itself failed', () => {
    const own = new TypeError('x is undefined');
    expect(loadError('/a.js', own)).toBe(own);
  });
});
