// What a campaign costs: `node bench/campaigns.mjs` measures runs in processes and in warm workers (processor
// seconds), `node bench/campaigns.mjs table 1000000` this many results as a summary and as tables (time, memory).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const WHOLE = fileURLToPath(new URL('whole_command.py', import.meta.url));
const SMALL = fileURLToPath(new URL('../examples/relay/relay.launch.yaml', import.meta.url));
const CONTROLLER = fileURLToPath(new URL('../examples/cluster/controller.cjs', import.meta.url));
const PYTHON = ['python_talker.py', 'python_listener.py'].map((name) =>
  fileURLToPath(new URL(`systems/${name}`, import.meta.url)),
);
const folder = mkdtempSync(join(tmpdir(), 'orrery-campaigns-'));

/** Processor seconds of a command and of all processes that it starts, wall seconds and MB. */
function measured(words) {
  const command = [WHOLE, process.execPath, MAIN, ...words];
  const python = process.env.ORRERY_PYTHON ?? 'python3';
  const { stdout, stderr } = spawnSync(python, command, { encoding: 'utf8', cwd: folder });
  const [cpu, wall, megabytes, status] = stdout.split(' ').map(Number);
  if (status !== 0) throw new Error(stderr);
  return { cpu, wall, megabytes };
}

function campaign(name, system, seeds) {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `system: [${system.join(', ')}]\nseeds: ${seeds}\nrecheck: 0\nmetrics: []\n`);
  return file;
}

function speeds(runs) {
  const systems = {
    controller: [CONTROLLER, '--until', '1s'],
    relay: [SMALL, '--until', '1s'],
    // Two programs in Python.
    python: [...PYTHON, '--until', '1s'],
  };
  for (const [name, system] of Object.entries(systems)) {
    const command = name === 'relay' ? 'launch' : 'run';
    const single = Array.from(
      { length: 5 },
      () => measured([command, ...system, '--no-record']).cpu,
    );
    const each = single.reduce((sum, cpu) => sum + cpu, 0) / single.length;
    const at = (seeds) => {
      const store = join(folder, `${name}-${seeds}`);
      return measured(['sweep', campaign(name, system, seeds), '-j', '1', '--store', store]).cpu;
    };
    const warm = (at(runs + 50) - at(50)) / runs;
    const [process, ratio, rate] = [
      each.toFixed(2),
      (each / warm).toFixed(0),
      (1 / warm).toFixed(0),
    ];
    console.log(
      `${name}: ${process} s per process, ${(1000 * warm).toFixed(1)} ms in a warm worker: ${ratio} × the runs per CPU second, ${rate} runs/s of a core`,
    );
  }
}

/** Repeats the single result of a store this many times, with different figures. */
function multiply(store, rows) {
  const [name] = readdirSync(store).filter((each) => each.startsWith('table-'));
  const place = join(store, name);
  const file = join(place, 'campaign.json');
  const content = JSON.parse(readFileSync(file, 'utf8'));
  const seeds = Array.from({ length: rows }, (_, i) => String(i));
  writeFileSync(file, JSON.stringify({ ...content, seeds }));
  const lines = join(place, 'rows', readdirSync(join(place, 'rows'))[0]);
  const [, , line] = readFileSync(lines, 'utf8').split('\n');
  const [, , files, own] = JSON.parse(line);
  const journal = join(place, 'journal', readdirSync(join(place, 'journal'))[0]);
  const hash = (text) => createHash('sha256').update(text).digest('hex');
  for (let from = 1; from < rows; from += 50_000) {
    const texts = [[], []];
    for (let row = from; row < Math.min(rows, from + 50_000); row++) {
      const key = hash(`key ${row}`);
      const digest = hash(`run ${row}`).slice(0, own.digest.length);
      const metrics = { 'max(/error)': ((row * 7919) % 10_007) / 10_007 };
      texts[0].push(JSON.stringify([row, key, files, { ...own, digest, metrics }]));
      texts[1].push(JSON.stringify({ event: 'started', row, at: 1e12 }));
      texts[1].push(JSON.stringify({ event: 'done', row, key, at: 1e12 }));
    }
    appendFileSync(lines, `${texts[0].join('\n')}\n`);
    appendFileSync(journal, `${texts[1].join('\n')}\n`);
  }
}

function tables(rows) {
  const store = join(folder, 'tables');
  const file = campaign('table', [CONTROLLER, '--until', '1s'], 1);
  writeFileSync(file, readFileSync(file, 'utf8').replace('[]', '["max(/error)"]'));
  measured(['sweep', file, '-j', '1', '--store', store]);
  multiply(store, rows);
  for (const words of [
    ['show'],
    ['export', 'all.csv'],
    ['export', 'all.jsonl'],
    ['export', 'all.parquet'],
  ]) {
    const { cpu, wall, megabytes } = measured(['sweep', ...words, '--store', store]);
    console.log(
      `${rows} results, ${words.join(' ')}: ${cpu.toFixed(1)} CPU s, ${wall.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
    );
  }
}

const [what, count] = process.argv.slice(2);
try {
  if (what === 'table') tables(Number(count ?? 1_000_000));
  else speeds(Number(what ?? 500));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
