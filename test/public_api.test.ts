/** The published API is closed: a user can name every type that a declaration names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unexportedTypes } from './named_types.js';
import { ROOT, textOf } from './project.js';

interface Entry {
  readonly types: string;
  readonly default: string;
}

const { exports } = JSON.parse(textOf('package.json')) as {
  readonly exports: Readonly<Record<string, Entry | string>>;
};
const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : [entry],
);

describe.skipIf(!existsSync(join(ROOT, 'dist/index.d.ts')))('the published declarations', () => {
  it('name no type of Orrery that they do not export', () => {
    // The stand-in for rclnodejs has its 95 names and no other.
    const own = entries.filter(({ types }) => !types.includes('/client/'));
    const files = own.map(({ types }) => join(ROOT, types));
    const found = unexportedTypes(files).filter(({ name }) => !name.includes('dist/client/'));
    expect(found.map(({ name, by }) => `${name}, which ${by} names`)).toEqual([]);
  });
});
