/**
 * The examples of README.md and docs/ run against the built package, with the documented results.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, LANGUAGES, matches, Workplace } from './documents.js';
import { filesIn, ROOT, textOf } from './project.js';

const documents = filesIn().filter((path) => /^(README|docs\/[^/]+)\.md$/.test(path));
const built = existsSync(join(ROOT, 'dist/cli/main.js'));
const BLOCK_TIMEOUT_MS = 180_000;

/** Runs a block and compares what it did with what the document says. */
async function check(workplace: Workplace, block: Block): Promise<void> {
  const { exitCode, stdout, stderr } = await workplace.perform(block);
  expect(exitCode, `${stdout}${stderr}`).toBe(block.exitCode);
  // `toBe` shows the difference, but cannot compare `…`.
  if (block.output !== undefined && !matches(stdout, block.output)) {
    expect(stdout).toBe(block.output);
  }
}

describe.each(documents)('%s', (path) => {
  const blocks = blocksOf(textOf(path));

  it('marks only blocks that can be run', () => {
    const others = blocks.filter((b) => b.file === undefined && !LANGUAGES.includes(b.language));
    expect(others.map(({ line, language }) => `line ${line}: ${language}`)).toEqual([]);
  });

  describe.skipIf(!built || blocks.length === 0)('does what it says (against dist/)', () => {
    let workplace: Workplace;
    beforeAll(() => {
      workplace = new Workplace();
    });
    afterAll(() => rmSync(workplace.directory, { recursive: true, force: true }));

    it.each(blocks)(
      'in the block of line $line',
      (block) => check(workplace, block),
      BLOCK_TIMEOUT_MS,
    );
  });
});

describe('links', () => {
  const pages = filesIn().filter((path) => /^([^/]+|docs\/.+|examples\/.+)\.md$/.test(path));

  /** The anchors of a page: its headings, as the usual hosts write them. */
  const placesIn = (page: string) =>
    [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(pages)('of %s are not broken', (page) => {
    const targets = [...textOf(page).matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map((match) => match[1]!);
    const broken = targets
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', place] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, file))) return true;
        return place !== undefined && file.endsWith('.md') && !placesIn(file).includes(place);
      });
    expect(broken).toEqual([]);
  });
});

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;

describe('blocks', () => {
  let workplace: Workplace;
  beforeAll(() => {
    workplace = new Workplace();
  });
  afterAll(() => rmSync(workplace.directory, { recursive: true, force: true }));

  it('are run only if they are marked', () => {
    const text = fence('js', 'a') + fence('sh run exit=3', 'b') + fence('json file=x/y.json', 'c');
    expect(blocksOf(text)).toMatchObject([
      { language: 'sh', text: 'b\n', line: 5, exitCode: 3, file: undefined },
      { language: 'json', text: 'c\n', file: 'x/y.json' },
    ]);
  });

  it('have the output of the text block right behind them', () => {
    const outputs = (between: string) =>
      blocksOf(`${fence('sh run', 'a')}${between}${fence('text', 'out')}`).map((b) => b.output);
    expect(outputs('\n')).toEqual(['out\n']);
    expect(outputs('\nAnother thing:\n')).toEqual([undefined]);
  });

  it('may stand in a list', () => {
    expect(blocksOf('1. x\n   ```sh run\n   a\n     b\n   ```\n')[0]!.text).toBe('a\n  b\n');
  });

  it('are refused if they are never closed', () => {
    expect(() => blocksOf('```sh run\na\n')).toThrow('never closed');
  });

  it('run in one directory, as modules, TypeScript and scripts', async () => {
    const document =
      fence('js file=lib.mjs', 'export const answer = 42;') +
      fence('js run', "import { answer } from './lib.mjs'; console.log(answer);") +
      fence('text', '42') +
      fence('ts run', 'const x: number = await Promise.resolve(1); console.log(x as number);') +
      fence('text', '1') +
      fence('sh run', 'cat lib.mjs | wc -l; command -v orrery > /dev/null') +
      fence('text', '1') +
      fence('sh run exit=4', 'exit 4');
    for (const block of blocksOf(document)) await check(workplace, block);
  });

  it('fail if the exit code or the output differs', async () => {
    const wrong = [
      fence('sh run', 'false; true'),
      fence('sh run', 'false | cat'),
      fence('sh run', 'echo a') + fence('text', 'b'),
      fence('js run', 'throw new Error()'),
    ];
    for (const document of wrong) {
      await expect(check(workplace, blocksOf(document)[0]!)).rejects.toThrow();
    }
  });

  it.each([
    ['a\nb\n', 'a\nb', true],
    ['took 5 ms\n', 'took … ms', true],
    ['took 5 ms\nx\n', 'took …', false],
    ['a\n1\n2\nb\n', 'a\n…\nb', true],
    ['a\nb\n', 'a\n…\nb', true],
    ['a\nb\n', '…', true],
    ['a.b\n', 'a+b', false],
  ])('print %j where %j is expected: %j', (output, expected, result) => {
    expect(matches(output, expected)).toBe(result);
  });
});
