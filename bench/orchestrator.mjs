// What a message to a process over DDS costs, and what it costs to let its clock go on: processor time of
// Orrery and the process together, of runs with many messages or readings without that of runs with few.
//
//   node bench/orchestrator.mjs [--quick]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ddsPeers } from '../scripts/dds_peers.mjs';

const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const { ros, missing } = ddsPeers();
if (ros === undefined) throw new Error(`no process to measure: ${missing.ros}`);
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 3;
/** In virtual time; s. */
const SECONDS = quick ? 1 : 4;
/** Messages per reading of the clock. */
const BURST = 10;

const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));

/** A source of bursts, each 10 ms, and the process that hears them. */
function system(burst) {
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
  <executable cmd="${ros} --node p --sub /m --pub /out"/>
</launch>`;
  writeFileSync(join(work, 'system.launch.xml'), launch);
}

/** Processor time of a run, with that of its processes; s. */
function cost(burst, seconds) {
  system(burst);
  const words = ['launch', 'system.launch.xml', '--until', `${seconds}s`, '--no-record'];
  const { stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@"', 'bash', process.execPath, command, ...words],
    { cwd: work, encoding: 'utf8' },
  );
  const found = /cpu ([\d.]+) ([\d.]+)/.exec(stderr);
  if (found === null) throw new Error(stderr);
  return Number(found[1]) + Number(found[2]);
}

/** Of several measurements the least: what else the machine does makes each only dearer. */
const least = (measure) => Math.min(...Array.from({ length: ROUNDS }, measure));

try {
  const idle = least(() => cost(0, 0.1));
  const readings = least(() => cost(0, SECONDS));
  const messages = least(() => cost(BURST, SECONDS));
  const steps = SECONDS * 100;
  const ms = (seconds, count) => ((seconds * 1000) / count).toFixed(2);
  console.log(
    `a message to a process and its answer: ${ms(messages - readings, steps * BURST)} ms`,
  );
  console.log(`a reading of the clock of a process: ${ms(readings - idle, steps - 10)} ms`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
