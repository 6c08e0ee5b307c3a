import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { copyTree } from './copy_tree.js';

const work = mkdtempSync(join(tmpdir(), 'orrery-copy-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const root = join(work, 'outer', 'system');
for (const folder of ['lib', 'node_modules/inside', '.git', '../node_modules/outside']) {
  mkdirSync(join(root, folder), { recursive: true });
}
writeFileSync(join(root, 'node.js'), 'code');
writeFileSync(join(root, 'lib', 'large.js'), 'x'.repeat(100_000));
writeFileSync(join(root, 'lib', 'large.bin'), 'x'.repeat(100_000));

it('copies code, links large data and packages, and leaves out .git', () => {
  const copy = copyTree(root, join(work, 'copy'))!;
  expect(readFileSync(join(copy, 'node.js'), 'utf8')).toBe('code');
  expect(lstatSync(join(copy, 'lib/large.js')).isFile()).toBe(true);
  expect(lstatSync(join(copy, 'lib/large.bin')).isSymbolicLink()).toBe(true);
  expect(existsSync(join(copy, 'node_modules/inside'))).toBe(true);
  expect(existsSync(join(copy, '../node_modules/outside'))).toBe(true);
  expect(existsSync(join(copy, '.git'))).toBe(false);
});

it('copies only what it is asked to copy', () => {
  const copy = copyTree(root, join(work, 'part'), ['node.js', 'absent.js'])!;
  expect(existsSync(join(copy, 'node.js'))).toBe(true);
  expect(existsSync(join(copy, 'lib'))).toBe(false);
});
