import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { toExactJson } from './exact_json.js';
import { readRunConfig, readRunFile } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-run-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(content: unknown): string {
  writeFileSync(join(folder, 'run.json'), JSON.stringify(content));
  return folder;
}

const REPEAT = { inputs: [], workingDirectory: '/', environment: {} };

it('reads the configuration of a run recorded by an earlier version', () => {
  const flat = {
    ...{ name: 'old', seed: '7', distro: 'jazzy', initialTime: 5n, duration: 2e9 },
    ...{ programs: [{ file: '/a.js', args: [] }], bags: [], rosArgs: ['-p', '/**:x:=1'] },
    ...{ digest: 'content', directory: '/runs/old', stop: { topics: ['/a'], wallSeconds: 3 } },
    ...{ models: ['/slow.yaml'], strict: true, reportGraph: true, clockAdvances: false },
  };
  const repeat = { ...REPEAT, config: toExactJson(flat) };
  const { config } = readRunConfig(write({ format: 'orrery-run/1', repeat }));
  expect(config).toEqual({
    name: 'old',
    seed: '7',
    system: {
      ...{ programs: flat.programs, bags: [], rosArgs: flat.rosArgs, distro: 'jazzy' },
    },
    clock: { initialTime: 5n },
    stop: { topics: ['/a'], wallSeconds: 3, duration: 2e9 },
    models: { files: ['/slow.yaml'], clockAdvances: false },
    output: { digest: 'content', directory: '/runs/old', graph: true },
    proof: { strict: true },
  });
});

it('rejects folders that are not runs, and unknown formats', () => {
  for (const content of [null, [], {}, { format: 'orrery-run/99' }, { format: 1 }]) {
    expect(() => readRunFile(write(content))).toThrow('holds no readable run.json');
  }
  const old = write({ format: 'orrery-run/1' });
  expect(() => readRunConfig(old)).toThrow('does not contain the whole configuration');
});
