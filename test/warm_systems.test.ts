/** Random systems that run in one thread one after another run as in fresh processes; with the built package. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MODULES, randomSystems } from './left_behind/random_system.js';
import { ROOT } from './orrery_command.js';

/** `WARM_SYSTEMS=400` tries more systems, `PROPERTY_SEED=7` others. */
const SYSTEMS = Number(process.env.WARM_SYSTEMS ?? 24);
const SEED = Number(process.env.PROPERTY_SEED ?? 1);
const MS_PER_SYSTEM = 8000;

const folder = mkdtempSync(join(tmpdir(), 'orrery-systems-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What {@link compare_systems.mjs} prints about one system. */
interface Compared {
  readonly i: number;
  readonly end: string | undefined;
  readonly refused: string | undefined;
  readonly callbacks: number | undefined;
  readonly was: unknown;
  readonly should: unknown;
}

it(
  'a random system after others in one thread is what it is in a fresh process',
  () => {
    for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(folder, name), text);
    const systems = randomSystems(SYSTEMS, SEED).map(({ program, models }, i) => {
      const file = join(folder, `system${i}.cjs`);
      const modelFile = join(folder, `models${i}.yaml`);
      writeFileSync(file, program);
      writeFileSync(modelFile, models);
      return { files: [file], options: { until: '0.4s', seed: String(i), models: [modelFile] } };
    });
    const list = join(folder, 'systems.json');
    writeFileSync(list, JSON.stringify(systems));
    const command = [join(ROOT, 'test/left_behind/compare_systems.mjs'), list];
    const text = execFileSync(process.execPath, command, {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const compared = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Compared);
    expect(compared.map(({ was }) => was)).toEqual(compared.map(({ should }) => should));
    // Systems that do nothing would prove nothing.
    expect(compared.filter(({ refused }) => refused !== undefined)).toEqual([]);
    const busy = compared.filter(({ callbacks = 0 }) => callbacks > 10);
    expect(busy.length).toBeGreaterThan(SYSTEMS * 0.8);
  },
  Math.max(240_000, MS_PER_SYSTEM * SYSTEMS),
);
