/** The house rules that a machine can check; `CONTRIBUTING.md` has all of them. */
import { dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionsIn, isNamedAfter, isStandIn } from './house_rules.js';
import {
  circlesIn,
  exportsOf,
  handedOnBy,
  moduleImportsOf,
  unusedValuesIn,
} from './module_graph.js';
import { filesIn, isTest, textOf } from './project.js';
import { ROOMS, roomOf } from './rooms.js';
import {
  impatienceIn,
  importsOf,
  keptFoldersIn,
  leftoversIn,
  nondeterminismIn,
  parse,
  topLevelAwaitsIn,
  unusedBuiltinsIn,
} from './source.js';

const sources = filesIn('src').filter((path) => /\.tsx?$/.test(path));
const tests = filesIn('test').filter((path) => path.endsWith('.ts'));
const python = filesIn('python').filter((path) => path.endsWith('.py'));
const trees = new Map([...sources, ...tests].map((path) => [path, parse(path)]));
const rooms = [...new Set(sources.map(roomOf).filter((room) => room !== undefined))].sort();

/** A rule holds if it is broken nowhere; the failure message is the list of violations. */
function expectNone(violations: readonly string[]): void {
  expect(violations.join('\n')).toBe('');
}

/** What is found in a file, each with its place. */
const placesIn = (path: string, findIn: typeof leftoversIn): string[] =>
  findIn(trees.get(path)!).map(({ text, line }) => `${path}:${line} has ${text}`);

/** The door of a room; `cli` is a program, so its door is the file that starts it. */
function doorOf(room: string | undefined): string {
  return `src/${room}/${room === 'cli' ? 'main' : 'index'}.ts`;
}

/** The comment at the start of a file, as one line. */
function headerOf(path: string): string {
  const comment = /^(?:#![^\n]*\n)?\/\*\*(.*?)\*\//s.exec(textOf(path))?.[1] ?? '';
  return comment.replace(/\s*\n\s*\*\s?/g, ' ').trim();
}

/** The rooms that a room's header says it may import. */
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
      // A room without a door was reported above; until it has one, the table counts.
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
        // A test may import more than its room does.
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

describe('modules', () => {
  const code = ['src', 'test', 'bench', 'scripts', 'examples']
    .flatMap((folder) => filesIn(folder))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path));
  const all = new Map(code.map((path) => [path, trees.get(path) ?? parse(path)]));
  const shippedFiles = code.filter((path) => path.startsWith('src/') && !isTest(path));
  const manifest = textOf('package.json');

  it('of one room do not import each other in circles when they run', () => {
    const imports = new Map(
      [...all].map(([path, tree]) => [
        path,
        moduleImportsOf(tree).flatMap(({ from, typeOnly }) => (typeOnly ? [] : [from])),
      ]),
    );
    expectNone(circlesIn(imports).map((circle) => circle.join(', ')));
  });

  it('of threads await nothing while they are loaded', () => {
    // V8 aborts a process that exits while such a module is being loaded.
    const threads = sources.filter((path) => /_(thread|worker)\.ts$/.test(path));
    expectNone(threads.flatMap((path) => placesIn(path, topLevelAwaitsIn)));
  });

  it('export only values that somebody imports', () => {
    const isOpen = (path: string) =>
      isStandIn(path) ||
      // Imported by what the build writes.
      path === 'src/start/index.ts' ||
      manifest.includes(path.replace(/^src/, 'dist').replace(/ts$/, 'js')) ||
      posix.basename(path).startsWith('main.');
    expectNone(
      unusedValuesIn(all)
        .filter(({ path }) => shippedFiles.includes(path))
        .filter(({ path }) => !isOpen(path))
        .map(({ path, name }) => `${path} exports ${name}`),
    );
  });

  it('are named after what they define', () => {
    const misnamed = shippedFiles.filter((path) => {
      const tree = all.get(path)!;
      const names = [...exportsOf(tree), ...handedOnBy(tree).map(({ as }) => ({ name: as }))];
      return !isNamedAfter(
        path,
        names.map(({ name }) => name),
      );
    });
    expectNone(misnamed.filter((path) => !isStandIn(path)));
  });

  it('have functions of at most 60 lines', () => {
    expectNone(
      [...sources, ...tests].flatMap((path) =>
        functionsIn(trees.get(path)!).flatMap(({ text, line, lines }) =>
          lines > 60 ? [`${path}:${line} ${text} has ${lines}`] : [],
        ),
      ),
    );
  });
});

describe('determinism', () => {
  it('take chance from the guard where programs run beside them, not from an import that the guard replaces', () => {
    // Tools, servers, disturbances and names of processes, which are not part of a run.
    const OUTSIDE =
      /^src\/((guard|tools|rosbridge|verify|dds|studio)\/|campaigns\/worker_name\.ts$)/;
    const chance = /import \{[^}]*\brandom\w+[^}]*\} from 'node:crypto'/;
    const files = sources.filter((path) => !isTest(path) && !OUTSIDE.test(path));
    expectNone(files.filter((path) => chance.test(textOf(path))));
  });

  const STRICT = ['kernel', 'graph', 'executors', 'models', 'trace'];

  it.each(STRICT)('%s knows no wall clock, no chance and no unordered directory', (room) => {
    const files = sources.filter((path) => roomOf(path) === room && !isTest(path));
    expectNone(files.flatMap((path) => placesIn(path, nondeterminismIn)));
  });
});

describe('files', () => {
  it('have at most 300 lines', () => {
    expectNone(
      [...sources, ...tests, ...python].flatMap((path) => {
        const lines = textOf(path).trimEnd().split('\n').length;
        return lines > 300 ? [`${path} has ${lines} lines`] : [];
      }),
    );
  });

  it('are called in snake_case after the thing they define', () => {
    const files = ['src', 'test', 'bench', 'scripts'].flatMap((folder) => filesIn(folder));
    expectNone(
      [...files, ...python].flatMap((path) => {
        const name = posix.basename(path).replace(/^_+(\w+?)(__)?(?=\.)/, '$1');
        if (!/^[a-z0-9][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(name)) return [`${path}: not snake_case`];
        return /^(utils?|helpers?|managers?|common|misc)\./.test(name)
          ? [`${path}: says nothing`]
          : [];
      }),
    );
  });

  it('hold no leftovers', () => {
    // One *is* the guard's `console.timeLog`, which prints like the engine's; at the other, the inspector stops runs.
    const meant =
      /^src\/guard\/console_time\.ts:\d+ has console\.log$|^src\/debug\/halt\.ts:\d+ has debugger$/;
    const RULES = ['test/source.ts', 'test/source.test.ts'];
    // Programs that tests run under Orrery print what the tests check.
    const checked = tests.filter(
      (path) => !RULES.includes(path) && !path.startsWith('test/programs/'),
    );
    const found = [...sources, ...checked].flatMap((path) => placesIn(path, leftoversIn));
    expectNone(found.filter((place) => !meant.test(place)));
  });

  it('of tests wait as long as a busy machine may need', () => {
    expectNone([...trees.keys()].flatMap((path) => placesIn(path, impatienceIn)));
  });

  const shipped = sources.filter((path) => !isTest(path));

  it('of the sources leave no temporary folder behind', () => {
    const found = shipped.flatMap((path) => placesIn(path, keptFoldersIn));
    expectNone(found.filter((place) => !place.startsWith('src/record/temporary_folder.ts')));
  });

  it('of the sources make no object of the engine that nobody uses', () => {
    expectNone(shipped.flatMap((path) => placesIn(path, unusedBuiltinsIn)));
  });

  it('of the sources cast through unknown at most ten times, each time with the reason above it', () => {
    const casts = sources.flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, i, lines) => {
          if (!line.includes('as unknown as')) return [];
          const reason = /^\s*(\/\/|\*)/.test(lines[i - 1] ?? '');
          return [`${path}:${i + 1} ${reason ? 'has a reason' : 'says no reason'}`];
        }),
    );
    expect(casts.length).toBeLessThanOrEqual(10);
    expectNone(casts.filter((cast) => cast.endsWith('no reason')));
  });

  it('at the root are those that a visitor expects', () => {
    const expected = [
      'ARCHITECTURE',
      'CHANGELOG',
      'CONTRIBUTING',
      'README',
      'RELEASING',
      'SECURITY',
    ];
    const found = filesIn().filter((path) => /^[^/.][^/]*$/.test(path));
    const settings =
      /^(LICENSE|(package|package-lock|biome|typedoc|tsconfig.*)\.json|vitest.*\.ts)$/;
    expectNone(
      found.filter((path) => !settings.test(path) && !expected.includes(path.replace(/\.md$/, ''))),
    );
  });

  it('contain no registry and no path of a machine', () => {
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
