// What sharing a campaign costs: the same runs with a queue in the process, in a folder, and by BullMQ on Redis.
// `node bench/broker.mjs` (500 runs each) or with another number. Needs redis-server; prints processor time.
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
const file = join(folder, 'gains.yaml');
writeFileSync(file, `system: [${CONTROLLER}, --until, 3s]\nseeds: ${runs}\nrecheck: 0\n`);

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

/** Processor seconds of a command and of what it started, without those of the Redis server. */
function seconds(name, command, words) {
  const store = mkdtempSync(join(folder, 'store-'));
  const sweep = ['sweep', command, file, '--store', store, '-j', '1', ...words];
  const shell = ['-c', '"$@" >/dev/null 2>&1; times', 'sh', process.execPath, MAIN, ...sweep];
  const { stdout } = spawnSync('sh', shell, { encoding: 'utf8' });
  const made = spawnSync(process.execPath, [MAIN, 'sweep', 'show', '--store', store, '--json']);
  const { counts } = JSON.parse(made.stdout.toString());
  if (counts.done !== runs)
    throw new Error(`${name}: only ${counts.done} of ${runs} runs were made`);
  const parts = stdout.trim().split('\n').at(-1).split(' ');
  const sum = parts.reduce((total, part) => {
    const [minutes, rest] = part.split('m');
    return total + Number(minutes) * 60 + Number.parseFloat(rest);
  }, 0);
  console.log(`| ${name} | ${sum.toFixed(2)} | ${((1000 * sum) / runs).toFixed(2)} |`);
  return sum;
}

/** Processor seconds that the server has used. */
function serverSeconds() {
  const { stdout } = spawnSync('redis-cli', ['-p', String(port), 'info', 'cpu'], {
    encoding: 'utf8',
  });
  const of = (key) => Number(new RegExp(`${key}:([\\d.]+)`).exec(stdout)?.[1] ?? 0);
  return of('used_cpu_sys') + of('used_cpu_user');
}

console.log(`| queue, ${runs} runs | CPU s | ms per run |`);
console.log('| --- | --- | --- |');
const url = `redis://127.0.0.1:${port}`;
// Alternating, because the machine is not equally fast all the time.
const local = [];
const shared = [];
const broker = [];
for (let i = 0; i < 3; i++) {
  local.push(seconds('this process', 'run', []));
  shared.push(seconds('a folder', 'work', []));
  broker.push(seconds('BullMQ', 'work', ['--redis', url]));
  spawnSync('redis-cli', ['-p', String(port), 'flushall']);
}
const best = (values) => Math.min(...values);
const server = serverSeconds() / 3;
const part = (value) => `${((100 * (value - best(local))) / best(local)).toFixed(1)} %`;
console.log(
  `\nOverhead: folder ${part(best(shared))}, BullMQ ${part(best(broker) + server)} with ${server.toFixed(2)} s of the server`,
);
redis.kill();
rmSync(folder, { recursive: true, force: true });
