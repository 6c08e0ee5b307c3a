/** The published API is closed: a user can refer to every type that a declaration refers to. */
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
  it('refer to no type of Orrery that they do not export', () => {
    const found = unexportedTypes(entries.map(({ types }) => join(ROOT, types)));
    expect(found.map(({ name, by }) => `${name}, which ${by} names`)).toEqual([]);
  });
});
