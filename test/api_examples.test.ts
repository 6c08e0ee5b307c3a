/** The example of every sub-path of the package runs, and prints what it shows. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blocksOf, matches, Workplace } from './documents.js';
import { ROOT, textOf } from './project.js';

const { exports } = JSON.parse(textOf('package.json')) as {
  readonly exports: Readonly<Record<string, { readonly default: string } | string>>;
};
const entries = Object.entries(exports).flatMap(([path, entry]) => {
  // docs/testing.md runs those of the two that only extend a test runner.
  if (typeof entry === 'string' || /^\.\/testing\/./.test(path)) return [];
  const source = entry.default.replace(/^\.\/dist/, 'src').replace(/\.(c?)js$/, '.$1ts');
  return [{ path, source }];
});

/** The text of a module's first comment. */
function header(source: string): string {
  const [, comment = ''] = /\/\*\*\n([\s\S]*?)\*\//.exec(textOf(source)) ?? [];
  return comment.replace(/^ \* ?/gm, '');
}

/** The README's node, which the examples run. */
const [talker] = blocksOf(textOf('README.md')).filter(({ file }) => file === 'talker.cjs');

describe.skipIf(!existsSync(join(ROOT, 'dist/cli/main.js')))('the example of', () => {
  let workplace: Workplace;
  beforeEach(async () => {
    workplace = new Workplace();
    await workplace.perform(talker!);
  });
  afterEach(() => rmSync(workplace.directory, { recursive: true, force: true }));

  it.each(entries)('$path', async ({ source }) => {
    const blocks = blocksOf(header(source));
    expect(blocks.length, `${source} has no @example`).toBeGreaterThan(0);
    for (const block of blocks) {
      const { exitCode, stdout, stderr } = await workplace.perform(block);
      expect(exitCode, `${stdout}${stderr}`).toBe(0);
      if (block.output === undefined || matches(stdout, block.output)) continue;
      expect(stdout).toBe(block.output);
    }
  });
});
