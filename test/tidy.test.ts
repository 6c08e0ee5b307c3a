/** The house rules that a machine can enforce; `CONTRIBUTING.md` has them all. */
import { dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, isTest, textOf } from './project.js';
import { ROOMS, roomOf } from './rooms.js';
import { importsOf, leftoversIn, nondeterminismIn, parse } from './source.js';

const sources = filesIn('src').filter((path) => path.endsWith('.ts'));
const tests = filesIn('test').filter((path) => path.endsWith('.ts'));
const trees = new Map([...sources, ...tests].map((path) => [path, parse(path)]));
const rooms = [...new Set(sources.map(roomOf).filter((room) => room !== undefined))].sort();

/** A rule holds when it was broken nowhere: the message of the failure is the list. */
function expectNone(violations: readonly string[]): void {
  expect(violations.join('\n')).toBe('');
}

/** The file that speaks for a room; `cli` is a program, its door is what starts it. */
function doorOf(room: string | undefined): string {
  return `src/${room}/${room === 'cli' ? 'main' : 'index'}.ts`;
}

/** The comment that a file begins with, as one line. */
function headerOf(path: string): string {
  const comment = /^(?:#![^\n]*\n)?\/\*\*(.*?)\*\//s.exec(textOf(path))?.[1] ?? '';
  return comment.replace(/\s*\n\s*\*\s?/g, ' ').trim();
}

/** The rooms that the header of a room says it may import. */
function declaredImports(header: string): string[] {
  const sentence = /\bimports?\b[^.]*\./i.exec(header)?.[0] ?? '';
  return [...sentence.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
}

describe('rooms', () => {
  it('are in the table, which only looks down', () => {
    const order = Object.keys(ROOMS);
    expectNone([
      ...rooms
        .filter((room) => ROOMS[room] === undefined)
        .map((room) => `${room}: not in rooms.ts`),
      ...order.flatMap((room, i) =>
        ROOMS[room]!.filter((other) => !order.slice(0, i).includes(other)).map(
          (other) => `${room} is listed as importing ${other}, which is above it`,
        ),
      ),
    ]);
  });

  it('have a door whose header says what the room is for and what it may import', () => {
    expectNone(
      rooms.flatMap((room) => {
        const door = doorOf(room);
        if (!sources.includes(door)) return [`${door} is missing`];
        const header = headerOf(door);
        if (!header.startsWith(`Room \`${room}\``)) {
          return [`${door} must begin with a comment "Room \`${room}\`: …"`];
        }
        return declaredImports(header)
          .filter((other) => !ROOMS[room]?.includes(other))
          .map((other) => `${door} says it may import ${other}, rooms.ts says it may not`);
      }),
    );
  });

  it('import other rooms by their door only, and only those they say', () => {
    const violations: string[] = [];
    for (const path of sources) {
      const room = roomOf(path);
      const door = doorOf(room);
      // A room without a door was reported above; until it has one, the table speaks for it.
      const allowed = sources.includes(door)
        ? declaredImports(headerOf(door))
        : (ROOMS[room ?? ''] ?? []);
      for (const { text, line } of importsOf(trees.get(path)!)) {
        if (!text.startsWith('.')) continue;
        const target = posix.join(dirname(path), text);
        const other = roomOf(target);
        if (other === room || other === undefined) continue;
        if (target !== `src/${other}/index.js`) {
          violations.push(`${path}:${line} imports ${target} instead of src/${other}/index.js`);
        }
        // A test may stand on more than the room itself does.
        const mayImport = room === undefined || room === 'cli' || isTest(path);
        if (!mayImport && !allowed.includes(other)) {
          violations.push(
            `${path}:${line} imports ${other}; ${room} may import ${allowed.join(', ')}`,
          );
        }
      }
    }
    expectNone(violations);
  });
});

describe('determinism', () => {
  const STRICT = ['kernel', 'graph', 'executors', 'models', 'trace'];

  it.each(STRICT)('%s knows no wall clock, no chance and no unordered directory', (room) => {
    const files = sources.filter((path) => roomOf(path) === room && !isTest(path));
    expectNone(
      files.flatMap((path) =>
        nondeterminismIn(trees.get(path)!).map(({ text, line }) => `${path}:${line} uses ${text}`),
      ),
    );
  });
});

describe('files', () => {
  const LIMIT = 300;
  /** Longer files that exist; none may grow. */
  const EXCEPTIONS: Readonly<Record<string, number>> = {
    'src/bag/mcap_writer.ts': 302,
    'src/client/node/node_entities.ts': 334,
  };

  it(`have at most ${LIMIT} lines`, () => {
    expectNone(
      [...sources, ...tests].flatMap((path) => {
        const lines = textOf(path).trimEnd().split('\n').length;
        const limit = EXCEPTIONS[path] ?? LIMIT;
        return lines > limit ? [`${path} has ${lines} lines, the limit is ${limit}`] : [];
      }),
    );
  });

  it('are called in snake_case after the thing they define', () => {
    const files = ['src', 'test', 'bench', 'scripts'].flatMap((folder) => filesIn(folder));
    expectNone(
      files.flatMap((path) => {
        const name = posix.basename(path);
        if (!/^[a-z0-9][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(name)) return [`${path}: not snake_case`];
        return /^(utils?|helpers?|managers?|common|misc)\./.test(name)
          ? [`${path}: says nothing`]
          : [];
      }),
    );
  });

  it('hold no leftovers', () => {
    // It *is* the guard's `console.timeLog`, which prints what the engine's would.
    const prints = 'src/guard/console_time.ts';
    // The inspector stops a run there.
    const halts = 'src/debug/halt.ts';
    const RULES = ['test/source.ts', 'test/source.test.ts'];
    // Programs that tests run under Orrery print what the tests look at.
    const checked = tests.filter(
      (path) => !RULES.includes(path) && !path.startsWith('test/programs/'),
    );
    expectNone(
      [...sources, ...checked].flatMap((path) =>
        leftoversIn(trees.get(path)!)
          .filter(({ text }) => path !== prints || text !== 'console.log')
          .filter(({ text }) => path !== halts || text !== 'debugger')
          .map(({ text, line }) => `${path}:${line} has ${text}`),
      ),
    );
  });

  it('at the root are those a visitor expects', () => {
    const expected = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'];
    const found = filesIn().filter((path) => /^[^/]*\.(md|txt)$/.test(path));
    expectNone(found.filter((path) => !expected.includes(path)));
  });

  it('name no registry and no path of a machine', () => {
    const host = /https?:\/\/[^/\s"'`]*(registry|npmjs|artifact|nexus|jfrog)/i;
    // `/home/orrery` is the home directory that every simulated program sees.
    const path = /(?<![\w.~)}])\/(work|root|Users|home\/(?!orrery\b))\/\w/;
    expectNone(
      filesIn().flatMap((file) => {
        const text = textOf(file);
        if (text.includes('\0')) return [];
        return text.split('\n').flatMap((line, i) => {
          const found = host.exec(line) ?? path.exec(line);
          return found === null ? [] : [`${file}:${i + 1} names ${found[0]}`];
        });
      }),
    );
    expect(textOf('package-lock.json')).not.toContain('"resolved": "http');
  });
});

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
        .flatMap((path) => importsOf(trees.get(path) ?? parse(path)))
        .map(({ text }) => /^(@[^/]+\/[^/]+|[^@./][^/]*)/.exec(text)?.[0])
        .filter((name) => name !== undefined && !name.startsWith('node:')),
    );
  const shipped = importedBy(sources.filter((path) => !isTest(path)));
  const code = (folder: string) => filesIn(folder).filter((path) => /\.(m?js|ts)$/.test(path));

  it('lists what the product imports, and nothing that it does not', () => {
    const listed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expectNone([
      ...[...shipped].filter((name) => !listed.includes(name!)).map((name) => `${name} is missing`),
      ...listed.filter((name) => !mentioned(name)).map((name) => `${name} is used nowhere`),
    ]);
  });

  /** Whether the product imports a package, or finds its files by their path. */
  function mentioned(name: string): boolean {
    const named = new RegExp(`['"\`]${name}(/[^'"\`]*)?['"\`]`);
    return shipped.has(name) || sources.some((path) => !isTest(path) && named.test(textOf(path)));
  }

  it('lists only the tools that are used', () => {
    const used = importedBy([
      ...[...sources, ...tests, 'vitest.config.ts'],
      ...['scripts', 'bench'].flatMap(code),
    ]);
    const commands = Object.values(manifest.scripts).join(' ');
    expectNone(
      Object.keys(manifest.devDependencies).filter((name) => {
        const typed = name.replace('@types/', '');
        if (name.startsWith('@types/')) return typed !== 'node' && !used.has(typed);
        const command = name === '@biomejs/biome' ? 'biome' : name;
        return !used.has(name) && !commands.includes(command);
      }),
    );
  });
});
