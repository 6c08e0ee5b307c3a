// Draws the pictures of the READMEs: `node examples/hazards/pictures.mjs`, in a built tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '../../dist/cli/main.js');
const work = mkdtempSync(join(tmpdir(), 'orrery-hazards-'));

/** Hazard, variant, which timeline of its analysis shows it, launch arguments. */
const PICTURES = [
  ['priority_inversion', 'hazard', 2],
  ['priority_inversion', 'fix', 2],
  ['slow_callback_starvation', 'hazard', 1],
  ['slow_callback_starvation', 'fix', 1],
  ['service_deadlock', 'hazard', 1],
  ['service_deadlock', 'fix', 1],
  ['shallow_queue_overflow', 'hazard', 1],
  ['shallow_queue_overflow', 'fix', 1, ['depth:=10']],
];

for (const [hazard, variant, picture, args = []] of PICTURES) {
  const folder = join(here, hazard);
  const run = join(work, `${hazard}-${variant}`);
  const models = hazard === 'shallow_queue_overflow' ? 'hazard.yaml' : `${variant}.yaml`;
  const words = ['launch', 'system.launch.yaml', ...args, '--models', models, '--until', '2.5s'];
  // The deadlock ends its run with an error, which is the point of it.
  spawnSync(process.execPath, [command, ...words, '--record', run], { cwd: folder });
  execFileSync(process.execPath, [command, 'analyze', run, '--svg', run]);
  copyFileSync(join(run, `timeline_${picture}.svg`), join(folder, `${variant}.svg`));
}
rmSync(work, { recursive: true, force: true });
