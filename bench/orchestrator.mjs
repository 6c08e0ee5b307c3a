// The cost of a message to a process over DDS, and of letting its clock advance: the processor time of Orrery and the
// process together, and real time, of long runs minus those of short ones, so that neither the start nor the
// compilation of code counts. Then the same for a message to a Python node and its answer, which needs neither DDS
// nor a clock. Then the real times of loops of two processes, in Orrery's order and without Orrery, with callbacks
// that take 10 ms and callbacks that take no time; and of four callbacks that may run in parallel. Finally, the cost
// of many processes that answer one message.
//
//   node bench/orchestrator.mjs [--quick] [PART…]      parts: guests, messages, loop, parallel, fan
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ddsPeers } from '../scripts/dds_peers.mjs';

const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const { ros, missing } = ddsPeers();
if (ros === undefined) throw new Error(`no process to measure: ${missing.ros}`);
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 3;
const parts = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWanted = (part) => parts.length === 0 || parts.includes(part);
/** Virtual durations of the short and the long run, in s. */
const SHORT = quick ? 1 : 2;
const LONG = quick ? 4 : 6;
/** Messages per reading of the clock. */
const BURST = 10;

const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));

const GUEST = `import rclpy
from rclpy.node import Node
from std_msgs.msg import String
rclpy.init()
node = Node('p')
out = node.create_publisher(String, 'out', 100)
node.create_subscription(String, 'm', out.publish, 100)
rclpy.spin(node)
`;

/** Writes a source that sends a burst every 10 ms, and the process that receives it, by its command. */
function system(burst, answers) {
  writeFileSync(
    join(work, 'source.mjs'),
    `import rclnodejs from 'rclnodejs';
await rclnodejs.init();
const node = new rclnodejs.Node('source');
const publisher = node.createPublisher('std_msgs/msg/String', 'm');
node.createTimer(10_000_000n, () => {
  for (let i = 0; i < ${burst}; i++) publisher.publish({ data: 'x' });
});
rclnodejs.spin(node);
`,
  );
  const launch = `<launch>
  <executable cmd="node source.mjs"/>
  <executable cmd="${answers}"/>
</launch>`;
  writeFileSync(join(work, 'guest.py'), GUEST);
  writeFileSync(join(work, 'system.launch.xml'), launch);
}

const OVER_DDS = `${ros} --node p --sub /m --pub /out`;
const IN_PYTHON = 'python3 guest.py';

/** Processor time of a run with its processes, and its real time, in s. */
function cost(burst, seconds, answers) {
  system(burst, answers);
  const words = ['launch', 'system.launch.xml', '--until', `${seconds}s`, '--no-record'];
  const { stderr } = spawnSync(
    'bash',
    [
      '-c',
      'TIMEFORMAT="cpu %U %S real %R"; time "$@"',
      'bash',
      process.execPath,
      command,
      ...words,
    ],
    { cwd: work, encoding: 'utf8' },
  );
  const found = /cpu ([\d.]+) ([\d.]+) real ([\d.]+)/.exec(stderr);
  if (found === null) throw new Error(stderr);
  const [user, system_, real] = found.slice(1).map(Number);
  return { processor: user + system_, real };
}

const cyclone = fileURLToPath(new URL('../test/dds_peers/cyclone.xml', import.meta.url));

/** Callbacks that processes report: `began` and `ended` are times of the machine's clock, in ns. */
const callbacksIn = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"kind"'))
    .map((line) => JSON.parse(line));

/** Runs processes under Orrery; returns the callbacks that they report. */
function ordered(processes, seconds) {
  const lines = processes.map((words) => `  <executable output="screen" cmd="${ros} ${words}"/>`);
  writeFileSync(join(work, 'loop.launch.xml'), `<launch>\n${lines.join('\n')}\n</launch>\n`);
  const words = ['launch', 'loop.launch.xml', '--until', `${seconds}s`, '--no-record'];
  const { stdout } = spawnSync(process.execPath, [command, ...words], {
    ...{ cwd: work, encoding: 'utf8', maxBuffer: 1e8 },
  });
  return callbacksIn(stdout);
}

/** Runs the same processes in one DDS domain; the last one starts when the others are running. */
async function free(processes) {
  const set = { CYCLONEDDS_URI: `file://${cyclone}`, PEER_MULTICAST: 'false', PEER_LEASE: '10s' };
  const env = { ...process.env, ...set, ROS_DOMAIN_ID: '77' };
  let text = '';
  const ended = processes.map((words, at) => {
    const isLast = at === processes.length - 1;
    // Without Orrery, a message may be lost, and then the loop stops.
    const all = [...words.split(' '), ...(isLast ? ['--await', '1'] : [])];
    const child = spawn(ros, all, { env, timeout: 60_000 });
    child.stdout.on('data', (data) => {
      text += data;
    });
    return new Promise((resolve) => child.once('close', resolve));
  });
  await Promise.all(ended);
  return callbacksIn(text);
}

/** Number of messages that many processes answer. */
const ANSWERED = 5;

/** Two nodes that pass a message back and forth; callbacks take `seconds`. */
const loopOf = (hops, seconds) => [
  `--node a --count ${hops / 2} --sub /b --sleep ${seconds} --pub /a`,
  `--node b --count ${hops / 2} --sub /a --sleep ${seconds} --pub /b`,
  '--node s --count 1 --timer 0.1 --pub /b',
];
const FAN = [0, 1, 2, 3].map((n) => `--node p${n} --sub /m --sleep 0.01`);
const FAN_SOURCE = '--node s --timer 0.1 --pub /m';

/** The median time from one callback of the loop to the next, in ms; other work on the machine changes it least. */
function perHop(callbacks) {
  const all = callbacks.filter(({ kind }) => kind === 'sub').map(({ began }) => began);
  all.sort((a, b) => a - b);
  const hops = all.slice(1).map((began, before) => (began - all[before]) / 1e6);
  return hops.sort((a, b) => a - b)[hops.length >> 1];
}

/** Average time from the first start to the last end of the callbacks for one message, in ms. */
function perMessage(callbacks) {
  const byMessage = new Map();
  for (const each of callbacks) {
    if (each.kind === 'sub') byMessage.set(each.got, [...(byMessage.get(each.got) ?? []), each]);
  }
  const spans = [...byMessage.values()].map(
    (all) =>
      Math.max(...all.map(({ ended }) => ended)) - Math.min(...all.map(({ began }) => began)),
  );
  return spans.reduce((sum, each) => sum + each, 0) / spans.length / 1e6;
}

/** A run in which many processes answer one message every 100 ms: its real time in s, and Orrery's memory in MB. */
async function fanIn(count, seconds) {
  const nodes = Array.from({ length: count }, (_, n) => `--node p${n} --sub /m --pub /d`);
  const all = [...nodes, '--node sink --sub /d', '--node s --timer 0.1 --pub /m'];
  const lines = all.map((words) => `  <executable cmd="${ros} ${words}"/>`);
  writeFileSync(join(work, 'fan.launch.xml'), `<launch>\n${lines.join('\n')}\n</launch>\n`);
  const words = ['launch', 'fan.launch.xml', '--until', `${seconds}s`, '--no-record'];
  const begin = performance.now();
  const child = spawn(process.execPath, [command, ...words], { cwd: work, stdio: 'ignore' });
  let memory = 0;
  const look = setInterval(() => {
    const [, kB] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    memory = Math.max(memory, Number(kB ?? 0) / 1024);
  }, 100);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(look);
  return { seconds: (performance.now() - begin) / 1000, memory };
}

/** The least of several measurements, since other work on the machine only makes them slower. */
function least(measure) {
  const all = Array.from({ length: ROUNDS }, measure);
  const of = (which) => Math.min(...all.map((each) => each[which]));
  return { processor: of('processor'), real: of('real') };
}

/** Prints the cost of a message, and of reading a clock. */
function costs(name, answers) {
  const more = (burst) => {
    const [short, long] = [SHORT, LONG].map((s) => least(() => cost(burst, s, answers)));
    return { processor: long.processor - short.processor, real: long.real - short.real };
  };
  const readings = more(0);
  const messages = more(BURST);
  const steps = (LONG - SHORT) * 100;
  const each = (of, count) =>
    `${((of('processor') * 1000) / count).toFixed(2)} ms of processor time, ${((of('real') * 1000) / count).toFixed(2)} ms of real time`;
  const message = each((what) => messages[what] - readings[what], steps * BURST);
  console.log(`a message to ${name} and its answer: ${message}`);
  console.log(`10 ms without a message for ${name}: ${each((what) => readings[what], steps)}`);
}

async function loops() {
  for (const [what, hops, seconds] of [
    ['a callback of 10 ms', quick ? 80 : 400, 0.01],
    ['a callback of no length', quick ? 400 : 1000, 0],
  ]) {
    const loop = perHop(ordered(loopOf(hops, seconds), 0.15));
    const without = perHop(await free(loopOf(hops, seconds)));
    const more = (100 * (loop / without - 1)).toFixed(0);
    console.log(`${what} in a loop of two processes: ${loop.toFixed(2)} ms`);
    console.log(`the same without Orrery: ${without.toFixed(2)} ms, so that Orrery adds ${more} %`);
  }
}

function parallel() {
  const fan = perMessage(ordered([...FAN, FAN_SOURCE], 1.05));
  console.log(`four callbacks of 10 ms that may run in parallel: ${fan.toFixed(1)} ms together`);
}

async function fans() {
  for (const count of quick ? [10] : [50, 100]) {
    const start = await fanIn(count, 0.01);
    const all = await fanIn(count, 0.01 + ANSWERED / 10);
    const hops = (all.seconds - start.seconds) * (1000 / ANSWERED / (count * (2 + 10)));
    console.log(
      `${count} processes that answer one message: started and ended in ${start.seconds.toFixed(1)} s, ${hops.toFixed(2)} ms of real time per message or reading of a clock, ${all.memory.toFixed(0)} MB`,
    );
  }
}

try {
  if (isWanted('guests')) costs('a Python node', IN_PYTHON);
  if (isWanted('messages')) costs('a process over DDS', OVER_DDS);
  if (isWanted('loop')) await loops();
  if (isWanted('parallel')) parallel();
  if (isWanted('fan')) await fans();
} finally {
  rmSync(work, { recursive: true, force: true });
}
