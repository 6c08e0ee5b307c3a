// A million hostile datagrams for the engine of `src/dds`: `npm run fuzz:dds [-- COUNT]`.
import { spawnSync } from 'node:child_process';

const env = { ...process.env, ORRERY_DDS_FUZZ: process.argv[2] ?? '1000000' };
const options = { env, stdio: 'inherit', shell: process.platform === 'win32' };
const done = spawnSync('npx', ['vitest', 'run', 'src/dds/fuzz.test.ts'], options);
process.exitCode = done.status ?? 1;
