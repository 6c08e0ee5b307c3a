/** `package.json` lists exactly what is used. */
import { describe, expect, it } from 'vitest';
import { RUNNERS } from './documents.js';
import { filesIn, isTest, textOf } from './project.js';
import { importsOf, parse } from './source.js';

const sources = filesIn('src').filter((path) => path.endsWith('.ts'));
const tests = filesIn('test').filter((path) => path.endsWith('.ts'));

/** Packages whose command has another name in the scripts. */
const COMMANDS: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'biome',
  '@vitest/coverage-v8': '--coverage',
};

function expectNone(violations: readonly (string | undefined)[]): void {
  expect(violations).toEqual([]);
}

describe('package.json', () => {
  const manifest = JSON.parse(textOf('package.json')) as {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    scripts: Record<string, string>;
  };
  /** The packages that files import, e.g. `@mcap/core` for `@mcap/core/x`. */
  const importedBy = (files: readonly string[]) =>
    new Set(
      files
        .flatMap((path) => importsOf(parse(path)))
        .map(({ text }) => /^(@[^/]+\/[^/]+|[^@./][^/]*)/.exec(text)?.[0])
        .filter((name) => name !== undefined && !name.startsWith('node:')),
    );
  // The studio's page is bundled, so only the build needs its imports.
  const isBundled = (path: string) => path.startsWith('src/studio/page/');
  const shipped = importedBy(sources.filter((path) => !isTest(path) && !isBundled(path)));
  const code = (folder: string) => filesIn(folder).filter((path) => /\.(m?js|ts)$/.test(path));

  it('lists exactly what the product imports', () => {
    const listed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expectNone([
      ...[...shipped].filter((name) => !listed.includes(name!)).map((name) => `${name} is missing`),
      ...listed.filter((name) => !mentioned(name)).map((name) => `${name} is used nowhere`),
    ]);
  });

  /** Whether the product imports a package or finds its files by path. */
  function mentioned(name: string): boolean {
    const named = new RegExp(`['"\`]${name}(/[^'"\`]*)?['"\`]`);
    return shipped.has(name) || sources.some((path) => !isTest(path) && named.test(textOf(path)));
  }

  it('lists only tools that are used', () => {
    const used = importedBy([
      ...[...sources, ...tests, 'vitest.config.ts'],
      ...['scripts', 'bench'].flatMap(code),
    ]);
    const commands = Object.values(manifest.scripts).join(' ');
    const named = [...code('scripts'), ...tests].map(textOf).join('\n');
    const isNamed = (name: string) => named.includes(`'${name}'`) || named.includes(`${name}/`);
    expectNone(
      Object.keys(manifest.devDependencies).filter((name) => {
        const typed = name.replace('@types/', '');
        if (name.startsWith('@types/')) return typed !== 'node' && !used.has(typed);
        const command = COMMANDS[name] ?? name;
        const isRun = Object.hasOwn(RUNNERS, name) || commands.includes(command);
        return !used.has(name) && !isRun && !isNamed(name);
      }),
    );
  });
});
