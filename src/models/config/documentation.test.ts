import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAULT_KINDS } from '../faults/fault_kinds.js';
import { parseSystemModels } from './read_models.js';

const page = readFileSync(new URL('../../../docs/models.md', import.meta.url), 'utf8');

it('understands every example of docs/models.md', () => {
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) {
    // The page defines these once and uses them in all its examples.
    const text = `${block}
${block.includes('executors:') ? '' : 'executors: [{name: background, policy: single}]'}
${block.includes('machines:') ? '' : 'machines: {robot: {nodes: [/a]}, base: {nodes: [/b]}}'}`;
    expect(() => parseSystemModels(text, 'docs/models.md')).not.toThrow();
  }
  const rows = [...page.matchAll(/^\| `(\{fault: .*?\})`\s*\|/gm)].map((match) => match[1]!);
  const faults = rows.flatMap(
    (row) => parseSystemModels(`faults: [${row}]`, 'docs/models.md').faults!,
  );
  expect(faults).toHaveLength(12);
  expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(Object.keys(FAULT_KINDS)));
  const times = [...page.matchAll(/^\| `(\{[a-z_]+: .*?\})` \|/gm)].map((match) => match[1]!);
  for (const time of times.filter((text) => !/fault|file/.test(text))) {
    const text = `execution_times: [{time: ${time}}]`;
    expect(() => parseSystemModels(text, 'docs/models.md')).not.toThrow();
  }
});
