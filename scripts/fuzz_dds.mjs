// Sends the engine of `src/dds` two million hostile datagrams, half of them mutated, half made from the grammar:
// `npm run fuzz:dds [-- COUNT]`.
import { spawnSync } from 'node:child_process';

const env = { ...process.env, ORRERY_DDS_FUZZ: process.argv[2] ?? '1000000' };
const options = { env, stdio: 'inherit', shell: process.platform === 'win32' };
const done = spawnSync(
  'npx',
  ['vitest', 'run', 'src/dds/fuzz.test.ts', 'src/dds/hostile_grammar.test.ts'],
  options,
);
process.exitCode = done.status ?? 1;
