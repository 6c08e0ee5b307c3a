// Runs each given program and then an observer in one warm thread, and prints for each program where the observer
// differs from one in a fresh process. It is a process of its own, because threads inherit state from their process.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = (room) => import(new URL(`../../dist/${room}/index.js`, import.meta.url));
const { describeSystem } = await built('launch');
const { openRunner } = await built('run');
const OBSERVER = fileURLToPath(new URL('observer.cjs', import.meta.url));
const MOST_SHOWN = 9;
const facts = join(mkdtempSync(join(tmpdir(), 'orrery-facts-')), 'facts');
let threads = 0;
process.on('worker', () => threads++);

const system = (file) =>
  describeSystem({ files: [file] }, { until: '0.5s', seed: '0', env: [`FACTS_FILE=${facts}`] })
    .config;

/** What the observer found, what failed, and the digest of its run. */
async function observe(runner) {
  const { digest, errors } = await runner.run(system(OBSERVER));
  const text = readFileSync(facts, 'utf8');
  return [...text.split('\n'), ...errors.map(({ message }) => message), digest.total];
}

const fresh = openRunner('process', 1);
const warm = openRunner('series', 1);
const wanted = await observe(fresh);
for (const program of process.argv.slice(2)) {
  // A program may have broken its own run.
  await warm.run(system(program)).catch(() => {});
  const before = threads;
  const found = await observe(warm);
  const first = wanted.findIndex((fact, i) => fact !== found[i]);
  const shown = (all) => (first < 0 ? [] : all.slice(first, first + MOST_SHOWN));
  const isReplaced = threads > before;
  const result = { program, isReplaced, found: shown(found), wanted: shown(wanted) };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
warm.close();
