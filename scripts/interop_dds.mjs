// Runs the whole matrix of exchanges with peers of other vendors: `npm run interop:dds`.
import { spawnSync } from 'node:child_process';

const env = { ...process.env, ORRERY_DDS_FULL: '1' };
const options = { env, stdio: 'inherit', shell: process.platform === 'win32' };
const files = ['test/dds_interop.test.ts', 'test/dds_restarts.test.ts'];
const done = spawnSync('npx', ['vitest', 'run', ...files], options);
process.exitCode = done.status ?? 1;
