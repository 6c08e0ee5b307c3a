// What it costs to share a campaign: the same runs with a queue in the process, in a folder, and through BullMQ on
// Redis. Run `node bench/broker.mjs` (500 runs), or give another number. Needs redis-server; prints processor time.
// The runs are made once; campaigns with other names then find them in the store, so that only the cost of sharing
// remains.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const CONTROLLER = fileURLToPath(new URL('../examples/cluster/controller.cjs', import.meta.url));
const runs = Number(process.argv[2] ?? 500);
const folder = mkdtempSync(join(tmpdir(), 'orrery-broker-'));
const ROUNDS = 7;

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const options = ['--port', String(port), '--save', '', '--appendonly', 'no'];
const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((resolve) => {
  redis.stdout.on('data', (text) => text.includes('Ready to accept') && resolve());
});

/** Processor seconds of a sweep, without those of the Redis server. */
function seconds(name, command, words) {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `system: [${CONTROLLER}, --until, 3s]\nseeds: ${runs}\nrecheck: 0\n`);
  const store = join(folder, 'store');
  const sweep = ['sweep', command, file, '--store', store, '-j', '1', ...words];
  const shell = ['-c', '"$@" >/dev/null 2>&1; times', 'sh', process.execPath, MAIN, ...sweep];
  const { stdout } = spawnSync('sh', shell, { encoding: 'utf8' });
  const show = [MAIN, 'sweep', 'show', name, '--store', store, '--json'];
  const { counts } = JSON.parse(spawnSync(process.execPath, show).stdout.toString());
  if (counts.done !== runs) throw new Error(`${name}: only ${counts.done} of ${runs} runs`);
  const parts = stdout.trim().split('\n').at(-1).split(' ');
  return parts.reduce((total, part) => {
    const [minutes, rest] = part.split('m');
    return total + Number(minutes) * 60 + Number.parseFloat(rest);
  }, 0);
}

/** Processor seconds that the server has used. */
function serverSeconds() {
  const { stdout } = spawnSync('redis-cli', ['-p', String(port), 'info', 'cpu'], {
    encoding: 'utf8',
  });
  const of = (key) => Number(new RegExp(`${key}:([\\d.]+)`).exec(stdout)?.[1] ?? 0);
  return of('used_cpu_sys') + of('used_cpu_user');
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const made = seconds('made', 'run', []);
console.log(`${runs} runs: ${made.toFixed(2)} CPU s, ${((1000 * made) / runs).toFixed(1)} ms each`);
const ways = {
  'this process': ['run', []],
  'a folder': ['work', []],
  BullMQ: ['work', ['--redis', `redis://127.0.0.1:${port}`]],
};
const took = Object.values(ways).map(() => []);
for (let round = 0; round < ROUNDS; round++) {
  Object.values(ways).forEach(([command, words], i) => {
    const before = serverSeconds();
    const own = seconds(`found-${round}-${i}`, command, words);
    took[i].push(own + serverSeconds() - before);
  });
}
console.log('| queue, all runs found | CPU s | least and most | more, of the runs |');
console.log('| --- | --- | --- | --- |');
const alone = median(took[0]);
Object.keys(ways).forEach((name, i) => {
  const more = `${((100 * (median(took[i]) - alone)) / made).toFixed(1)} %`;
  const range = `${took[i][0].toFixed(2)} to ${took[i].at(-1).toFixed(2)}`;
  console.log(`| ${name} | ${median(took[i]).toFixed(2)} | ${range} | ${more} |`);
});
redis.kill();
rmSync(folder, { recursive: true, force: true });
