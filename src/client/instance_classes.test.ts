import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientModules, INSTANCE_CLASSES } from './index.js';

/** All functions that can be reached by properties and prototypes. */
function functionsIn(roots: object): Set<unknown> {
  const found = new Set<unknown>();
  const queue: unknown[] = [roots];
  for (const each of queue) {
    if (Object(each) !== each || found.has(each)) continue;
    found.add(each);
    const properties = Object.values(Object.getOwnPropertyDescriptors(each as object));
    queue.push(...properties.map(({ value }) => value as unknown), Object.getPrototypeOf(each));
  }
  return found;
}

it('every class of the client library is known by its module or its instances', async () => {
  const known = functionsIn({ ...clientModules(), ...INSTANCE_CLASSES });
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|test_support|d)\.ts$/.test(file),
  );
  const unknown: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(/^export (?:abstract )?class (\w+)/gm)) {
      const { [name!]: found } = (await import(join(folder, file))) as Record<string, unknown>;
      if (!known.has(found)) unknown.push(`${name} in ${file}`);
    }
  }
  expect(unknown).toEqual([]);
});
