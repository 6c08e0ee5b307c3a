// The cost of a small job as a whole: processor time (user and system) and peak memory of the process, the least of
// several runs.
//
//   node bench/start_up.mjs [runs, default 9]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const runs = Number(process.argv[2] ?? 9);

const TALKER = `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const talker = new rclnodejs.Node('talker');
  const publisher = talker.createPublisher('std_msgs/msg/String', 'chatter');
  talker.createTimer(100_000_000n, () => publisher.publish({ data: 'hello' }));
  const listener = new rclnodejs.Node('listener');
  listener.createSubscription('std_msgs/msg/String', 'chatter', () => {});
  talker.spin();
  listener.spin();
});
`;

// A Python process measures the command, because only a parent process knows the usage of its children. It waits for
// this one alone: what `python3` may be, such as a script of pyenv that starts processes of its own, does not count.
const MEASURE = `import json, os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(child.pid, 0)
if status != 0:
    sys.exit('the command failed')
print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
`;

const folder = mkdtempSync(join(tmpdir(), 'orrery-start-'));
try {
  writeFileSync(join(folder, 'nothing.js'), '');
  writeFileSync(join(folder, 'talker.js'), TALKER);
  const run = (file, ...options) => [COMMAND, 'run', file, '--until', '1s', ...options];
  const jobs = {
    'node -e 0': ['-e', '0'],
    'orrery --help': [COMMAND, '--help'],
    'orrery run of nothing': run('nothing.js'),
    'talker and listener for 1 s': run('talker.js'),
    'talker and listener for 1 s, --no-record': run('talker.js', '--no-record'),
  };
  console.log('| | CPU s | memory, MB |\n| --- | --- | --- |');
  for (const [name, words] of Object.entries(jobs)) {
    const measured = Array.from({ length: runs }, () => measure(words));
    const least = (index) => Math.min(...measured.map((each) => each[index]));
    console.log(`| ${name} | ${least(0).toFixed(2)} | ${least(1).toFixed(0)} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Processor seconds and megabytes of one process and its children. */
function measure(words) {
  // Node 20 would parse these certificates in each process.
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env;
  const { stdout, stderr } = spawnSync('python3', ['-c', MEASURE, process.execPath, ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
