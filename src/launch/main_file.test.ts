import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mainFileOf } from './main_file.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-main-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(work, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

it('is the file, the main of the package, or the index file', () => {
  const both = folderWith('both', { 'package.json': '{"main":"a.js"}', 'index.js': '' });
  expect(mainFileOf(both)).toBe(join(both, 'a.js'));
  const silent = folderWith('silent', { 'package.json': '{}', 'index.js': '', 'index.ts': '' });
  expect(mainFileOf(silent)).toBe(join(silent, 'index.ts'));
  expect(mainFileOf(join(silent, 'index.js'))).toBe(join(silent, 'index.js'));
});

it('says what is missing', () => {
  expect(() => mainFileOf(join(work, 'nowhere'))).toThrow('does not exist');
  expect(() => mainFileOf(folderWith('empty', {}))).toThrow('name the file to run');
});

it('is not guessed from a package.json that says nothing', () => {
  for (const [name, text] of Object.entries({ number: '{"main":5}', list: '[]', null: 'null' })) {
    const folder = folderWith(name, { 'package.json': text, 'index.js': '' });
    expect(mainFileOf(folder)).toBe(join(folder, 'index.js'));
  }
  const broken = folderWith('broken', { 'package.json': '{bad', 'index.js': '' });
  expect(() => mainFileOf(broken)).toThrow(/broken\/package\.json cannot be read: .*; correct it/);
});
