// The main demonstration: three unmodified rclnodejs nodes watch a recorded robot drive twice, and both runs have the
// same digest. A third run with one late link differs; a page shows where, why, and what followed. Uses a real
// recording if there is one next to the project, otherwise one that the example's own world makes first.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = process.env.ORRERY_SHARED ?? join(root, '..', 'shared');
const real = join(shared, 'data/bags/evo_nav2_turtlebot/nav2_turtlebot.mcap');
const example = join(root, 'examples/trip-report');
const nodes = ['trip_meter.cjs', 'turn_counter.ts', 'reporter.mjs'].map((name) =>
  join(example, name),
);
const work = join(root, 'runs/demo');
rmSync(work, { recursive: true, force: true });

function orrery(...args) {
  const command = [join(root, 'dist/cli/main.js'), ...args];
  const done = spawnSync(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function digestOf(run) {
  return JSON.parse(readFileSync(join(work, run, 'run.json'), 'utf8')).digest.total;
}

let bag = real;
if (existsSync(real)) {
  console.log('A real recording: a TurtleBot drives through a house (Nav2).\n');
} else {
  console.log('No recording at hand: a simulated robot drives for 100 s and is recorded.\n');
  orrery('run', join(example, 'world.mjs'), '--until', '100s', '--record', join(work, 'world'));
  bag = join(work, 'world/recording.mcap');
}
for (const run of ['first', 'second']) {
  console.log(`\nThe ${run} run of the same three nodes on this recording:\n`);
  orrery('run', ...nodes, '--bag', bag, '--until', '100s', '--record', join(work, run));
}
const [first, second] = [digestOf('first'), digestOf('second')];
console.log(
  first === second
    ? `\nBoth runs have the digest ${first}: same callbacks, same times, same messages.`
    : `\nThe runs differ: ${first} and ${second}.`,
);
process.exitCode = first === second ? 0 : 1;

console.log('\nOnce more, but what one node subscribes to arrives 30 ms later:\n');
const late = join(work, 'late.yaml');
writeFileSync(late, 'links: [{ topic: /odom, to: /trip_meter, delay: 30ms }]\n');
orrery(
  'run',
  ...nodes,
  '--bag',
  bag,
  '--until',
  '100s',
  '--models',
  late,
  '--record',
  join(work, 'late'),
);
const page = join(work, 'where-they-part.html');
console.log(
  '\nWhere that run parts from the first, why, and what followed; open it in a browser:\n',
);
orrery('studio', join(work, 'first'), join(work, 'late'), '--html', page);
