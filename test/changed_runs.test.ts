/**
 * However the files of a run are changed, each command reports it or answers; it never fails as if the command itself
 * were wrong.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runCommandLine } from '../src/cli/run_command_line.js';
import { orrery } from './command_process.js';
import { program, temporaryDirectory } from './orrery_command.js';

const folder = temporaryDirectory();
const [whole, changed] = [join(folder, 'whole'), join(folder, 'changed')];
const [bag, trace, out] = ['recording.mcap', 'trace.mcap', 'out'].map((f) => join(changed, f));
beforeAll(() => {
  const made = orrery(['run', program('talker.js'), '--until', '3s', '--record', whole]);
  expect(made.status).toBe(0);
});
afterEach(() => vi.restoreAllMocks());

/** The commands that read each file. */
const READ_BY: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'recording.mcap': [
    ...[['info'], ['cat', '--json'], ['verify'], ['hash'], ['diff', join(whole, 'recording.mcap')]],
    ...[
      ['convert', '-o', `${out}.mcap`],
      ['convert', '--recover', '-o', `${out}2.mcap`],
    ],
    ['slice', '--start', '+1', '-o', `${out}3.mcap`],
  ].map(([name, ...more]) => ['bag', name!, bag!, ...more]),
  'trace.mcap': [
    ['bag', 'verify', trace!],
    ['analyze', changed],
    ['diff', whole, changed],
    ...['csv', 'json', 'perfetto'].map((to) => ['export', to, changed, '-o', `${out}.${to}`]),
  ],
  'run.json': [
    ['doctor', changed],
    ['diff', changed, whole],
    ['analyze', changed],
    ['ask', '/chatter not followed by /chatter within 2s', changed],
  ],
};

/** Runs a command in this process; returns what it prints and its exit code. */
async function command(words: readonly string[]): Promise<{ text: string; code: unknown }> {
  let text = '';
  const take = (chunk: unknown, ...rest: unknown[]): boolean => {
    text += String(chunk);
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(take as typeof stream.write),
  );
  process.exitCode = undefined;
  await runCommandLine(['node', 'orrery', ...words]);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  for (const spy of spies) spy.mockRestore();
  return { text, code };
}

const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const change = fc.oneof(
  fc.record({ at: places, flip: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ at: places, cut: fc.constant(true) }),
  fc.record({ at: places, without: fc.integer({ min: 1, max: 60 }) }),
);

function withChange(bytes: Buffer, { at, ...how }: { at: number; [how: string]: unknown }): Buffer {
  const place = Math.floor(at * bytes.length);
  if ('cut' in how) return bytes.subarray(0, place);
  if ('without' in how) {
    return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + Number(how.without))]);
  }
  const other = Buffer.from(bytes);
  other[place]! ^= Number(how.flip);
  return other;
}

it.each(Object.entries(READ_BY))('a changed %s', async (file, commands) => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
      rmSync(changed, { recursive: true, force: true });
      cpSync(whole, changed, { recursive: true });
      const bytes = changes.reduce(withChange, readFileSync(join(whole, file)));
      writeFileSync(join(changed, file), bytes);
      for (const words of commands) {
        const { text, code } = await command(words);
        expect(text, words.join(' ')).not.toMatch(/ORR_UNEXPECTED|^ +at .*(node:|src\/)/m);
        if (code !== 0)
          expect(text, words.join(' ')).toMatch(/ORR_|differ|damaged|not the same run/);
      }
    }),
    { numRuns: 25 },
  );
});

/** All paths within a JSON value. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

it('a run.json with a value of another type', async () => {
  const content = JSON.parse(readFileSync(join(whole, 'run.json'), 'utf8'));
  const read = new Set([
    'graph',
    'given',
    'counts',
    'digest',
    'time',
    'versions',
    'errors',
    'leaks',
  ]);
  const paths = pathsIn(content).filter(([first]) => first !== undefined && read.has(first));
  cpSync(whole, changed, { recursive: true, force: true });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.constantFrom(undefined, null, 5, 'x', [], {}),
      async (path, by) => {
        const text = JSON.stringify(replaced(content, path, by));
        writeFileSync(join(changed, 'run.json'), text);
        for (const words of [
          ['doctor', changed],
          ['diff', whole, changed],
        ]) {
          const { text: said } = await command(words);
          expect(said, words[0]).not.toMatch(/ORR_UNEXPECTED|^ +at .*(node:|src\/)/m);
        }
      },
    ),
  );
});
