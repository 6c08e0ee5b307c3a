import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ThreadAnswers } from './thread_answers.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-answers-')));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

const main = write('main.mjs', "import './part.mjs';");
const part = write('part.mjs', 'export const x = 1;');
const typed = write('typed.mts', 'export const x: number = 2 ** 3;');
write('common.cjs', 'exports.x = 1;');
write('data.json', '{}');
mkdirSync(join(folder, 'folder.mjs'));
symlinkSync(join(folder, 'part.mjs'), join(folder, 'link.mjs'));

function answers(): { answers: ThreadAnswers; noted: string[] } {
  const noted: string[] = [];
  const modules = { rclnodejs: ['init', 'default'], elsewhere: part };
  return { answers: new ThreadAnswers(modules, (each) => noted.push(each)), noted };
}

const found = (specifier: string, parent?: string) =>
  answers().answers.answer('resolve', [specifier, parent]) as { url: string } | undefined;

describe('where an import leads', () => {
  it('is known for a file with exactly that name', () => {
    expect(found('./part.mjs', main)).toEqual({ url: part });
    expect(found(part, main)).toEqual({ url: part });
    expect(found(join(folder, 'part.mjs'), main)).toEqual({ url: part });
    expect(found('./typed.mjs', typed)).toEqual({ url: typed });
  });

  it('is known for what Orrery offers, and for modules of Node, which are noted', () => {
    expect(found('rclnodejs', main)).toEqual({ url: 'orrery:module?rclnodejs' });
    expect(found('elsewhere', main)).toEqual({ url: part });
    const { answers: asked, noted } = answers();
    expect(asked.answer('resolve', ['fs', main])).toEqual({ url: 'node:fs' });
    expect(asked.answer('resolve', ['node:fs', main])).toEqual({ url: 'node:fs' });
    expect(noted).toEqual(['node:fs', 'node:fs']);
  });

  it('is another module for each simulated process', () => {
    const mark = '?orrery-process=7';
    expect(found('./part.mjs', `${main}${mark}`)).toEqual({ url: `${part}${mark}` });
    expect(found(`${part}${mark}`, main)).toEqual({ url: `${part}${mark}` });
  });

  it.each([
    ...['./missing.mjs', './link.mjs', './folder.mjs', './data.json', './part.mjs?again'],
    ...['./part', 'package', 'rclnodejs/unknown', '#own', 'https://host/x.mjs'],
  ])('is for Node to say: %s', (specifier) => {
    expect(found(specifier, main)).toBeUndefined();
  });
});

describe('what a module says', () => {
  it('is read each time, since a file may change between two runs', () => {
    const { answers: asked, noted } = answers();
    const changing = write('changing.mjs', 'export const x = 1;');
    const read = () => asked.answer('load', [`${changing}?orrery-process=3`]);
    expect(read()).toMatchObject({ format: 'module', source: 'export const x = 1;' });
    write('changing.mjs', 'export const x = 2;');
    expect(read()).toMatchObject({ format: 'module', source: 'export const x = 2;' });
    expect(noted).toContain(join(folder, 'changing.mjs'));
  });

  it('is compiled where that is needed', () => {
    const read = answers().answers.answer('load', [typed]) as { source: string };
    expect(read.source).toContain('orrery.pow');
    expect(read.source).not.toContain(': number');
  });

  it('is for Node to read: CommonJS, data, its own modules, and what cannot be read', () => {
    const load = (url: string) => answers().answers.answer('load', [url]);
    for (const name of ['common.cjs', 'data.json', 'missing.mjs', 'folder.mjs']) {
      expect(load(pathToFileURL(join(folder, name)).href)).toBeUndefined();
    }
    expect(load('node:fs')).toBeUndefined();
    expect(answers().answers.answer('register', [])).toBeUndefined();
  });
});
