// Draws the pictures of the READMEs: `node examples/hazards/pictures.mjs`, in a built tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '../../dist/cli/main.js');
const work = mkdtempSync(join(tmpdir(), 'orrery-hazards-'));

const PICTURES = [
  ['priority_inversion', 'hazard', ['--priority', '/emergency_stop:/obstacle=10']],
  ['priority_inversion', 'fix', ['--priority', '/emergency_stop:/obstacle=10']],
  ['slow_callback_starvation', 'hazard', []],
  ['slow_callback_starvation', 'fix', []],
  ['service_deadlock', 'hazard', []],
  ['service_deadlock', 'fix', []],
  ['shallow_queue_overflow', 'hazard', []],
  ['shallow_queue_overflow', 'fix', [], ['depth:=10']],
];

for (const [hazard, variant, options, args = []] of PICTURES) {
  const folder = join(here, hazard);
  const run = join(work, `${hazard}-${variant}`);
  const models = hazard === 'shallow_queue_overflow' ? 'hazard.yaml' : `${variant}.yaml`;
  const words = ['launch', 'system.launch.yaml', ...args, '--models', models, '--until', '2.5s'];
  // The deadlock ends its run with an error, which is the point of it.
  spawnSync(process.execPath, [command, ...words, '--record', run], { cwd: folder });
  execFileSync(process.execPath, [command, 'analyze', run, ...options, '--svg', run]);
  copyFileSync(join(run, 'timeline_1.svg'), join(folder, `${variant}.svg`));
}
rmSync(work, { recursive: true, force: true });
