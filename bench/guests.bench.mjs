// The cost of a callback in Python, compared with passing the same messages by plain function calls in Python and with
// an exchange of a few bytes over two pipes, as each callback needs one; of 1 MB; and of starting programs. Costs are the processor time of Orrery and the program together, of a long run minus
// that of a short one, so that starting does not count.
//
//   node bench/guests.bench.mjs [--quick]
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const systems = join(root, 'bench/systems');
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 7;
const SHORT = 2_000;
const LONG = quick ? 12_000 : 42_000;
const LARGE = 1_000_000;
const LARGE_LONG = 2_000;
const LARGE_SHORT = 200;
const MANY = 50;
/** Bytes of a small frame. */
const EXCHANGED = 24;
const WARM_UP = 2_000;

/** Keeps Orrery and the program on one core, so that neither has to wake up the other's core. */
const ON_ONE_CORE = ['taskset', '-c', '0'];

/** Runs the command; returns its processor time and what it printed. */
function run(files, env = {}, prefix = []) {
  const command = [...prefix, process.execPath, join(root, 'dist/cli/main.js'), 'run', ...files];
  const passed = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const options = ['--no-record', '--until', '1s', ...passed];
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@"';
  const start = performance.now();
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...command, ...options], {
    encoding: 'utf8',
  });
  const seconds = (performance.now() - start) / 1000;
  const found = /cpu ([\d.]+) ([\d.]+)/.exec(stderr);
  if (found === null) throw new Error(stderr);
  return { cpu: Number(found[1]) + Number(found[2]), seconds, stdout };
}

/** The least of several measurements, since other work on the machine only makes them slower. */
const least = (values) => Math.min(...values);
const rounds = (measure) => Array.from({ length: ROUNDS }, measure);

/** The cost per hop in µs. */
function perHop(size, short, long, prefix) {
  const files = [join(systems, 'python_chain.py')];
  const cost = (hops) => run(files, { HOPS: String(hops), SIZE: String(size) }, prefix).cpu;
  const more = least(rounds(() => cost(long))) - least(rounds(() => cost(short)));
  return (more / (long - short)) * 1e6;
}

const plain = () => {
  const { stdout } = spawnSync('python3', [join(systems, 'python_calls.py')], { encoding: 'utf8' });
  return Number(stdout) / 1000;
};

/** The µs of an exchange between Node.js and Python, without anything of Orrery: processor time of both. */
async function exchange(exchanges) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const [there, back] = [join(folder, 'there'), join(folder, 'back')];
  execFileSync('mkfifo', [there, back]);
  const words = [join(systems, 'python_echo.py'), there, back];
  const python = spawn('python3', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = openSync(there, 'w');
  const input = openSync(back, 'r');
  const bytes = Buffer.alloc(EXCHANGED);
  const trips = (count) => {
    for (let i = 0; i < count; i++) {
      writeSync(output, bytes, 0, EXCHANGED);
      readSync(input, bytes, 0, EXCHANGED);
    }
  };
  trips(WARM_UP);
  bytes[0] = 1;
  const start = process.cpuUsage();
  trips(exchanges);
  const { user, system } = process.cpuUsage(start);
  closeSync(output);
  const [printed] = await once(python.stdout, 'data');
  closeSync(input);
  rmSync(folder, { recursive: true });
  return (user + system) / exchanges + Number(printed) / 1000 / exchanges;
}

const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
try {
  const call = least(rounds(plain));
  const exchanges = [];
  for (let i = 0; i < ROUNDS; i++) exchanges.push(await exchange(LONG - SHORT));
  const exchanged = least(exchanges);
  const callback = perHop(0, SHORT, LONG);
  const close = perHop(0, SHORT, LONG, ON_ONE_CORE);
  const large = perHop(LARGE, LARGE_SHORT, LARGE_LONG);
  const largeClose = perHop(LARGE, LARGE_SHORT, LARGE_LONG, ON_ONE_CORE);
  const files = Array.from({ length: MANY }, (_, i) => {
    const path = join(work, `idle_${i}.py`);
    copyFileSync(join(systems, 'python_idle.py'), path);
    return path;
  });
  const one = run(files.slice(0, 1));
  const many = run(files);
  const memory = [...many.stdout.matchAll(/pss (\d+)/g)].map(([, kB]) => Number(kB) / 1024);
  const rows = [
    ['a plain call with a UInt64', `${call.toFixed(2)} µs`],
    [`an exchange of ${EXCHANGED} bytes over two pipes`, `${exchanged.toFixed(1)} µs`],
    ['a callback with a UInt64', `${callback.toFixed(1)} µs`],
    ['what it costs beyond the exchange', `${(callback - exchanged).toFixed(1)} µs`],
    ['a callback on one core', `${close.toFixed(1)} µs`],
    ['a hop of 1 MB', `${(large / 1000).toFixed(2)} ms`],
    ['a hop of 1 MB on one core', `${(largeClose / 1000).toFixed(2)} ms`],
    [`start of ${MANY} programs, processor time`, `${(many.cpu - one.cpu).toFixed(1)} s`],
    [`start of ${MANY} programs, real time`, `${(many.seconds - one.seconds).toFixed(1)} s`],
    [
      'memory of one of them (Pss)',
      `${(memory.reduce((a, b) => a + b, 0) / memory.length).toFixed(1)} MB`,
    ],
  ];
  for (const [what, figure] of rows) console.log(`${what.padEnd(40)} ${figure}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
