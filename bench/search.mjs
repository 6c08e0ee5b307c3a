// How many runs a search needs to find the bugs of `bugs/`, and how small its reports are: `node bench/search.mjs`,
// or `node bench/search.mjs lost_update abba` for some of them. Words after `--` are options of orrery explore, e.g.
// `-- --strategy random`. `--seeds 5` instead prints at which run each bug is found, for five seeds of the search.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BUGS, CORRECT } from './bugs/catalog.mjs';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const [words, more] = split(process.argv.slice(2));
const seeds = words[0] === '--seeds' ? Number(words[1]) : undefined;
const names = seeds === undefined ? words : words.slice(2);

function split(words) {
  const at = words.indexOf('--');
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

function explore({ name, files = [], until = '1s', options = [] }, flags) {
  const programs = [name, ...files].map((each) =>
    fileURLToPath(new URL(`bugs/${each.includes('.') ? each : `${each}.cjs`}`, import.meta.url)),
  );
  const words = [...programs, '--until', until, ...options, ...more, ...flags, '--json'];
  // `times` prints the processor time of the shell and then that of its children.
  const shell = ['-c', '"$@"; times >&2', 'sh', process.execPath, MAIN, 'explore', ...words];
  const { status, stdout, stderr } = spawnSync('sh', shell, { encoding: 'utf8', maxBuffer: 1e9 });
  if (stdout === '') throw new Error(`${name}: exit ${status}\n${stderr}`);
  const parts = stderr.trim().split('\n').at(-1).split(' ');
  const seconds = parts.reduce((sum, part) => {
    const [minutes, rest] = part.split('m');
    return sum + Number(minutes) * 60 + Number.parseFloat(rest);
  }, 0);
  return { found: JSON.parse(stdout), seconds };
}

function chosen(entries) {
  return names.length === 0 ? entries : entries.filter(({ name }) => names.includes(name));
}

function printSeeds() {
  const all = Array.from({ length: seeds }, (_, seed) => seed);
  console.log(`| bug | ${all.map((seed) => `seed ${seed}`).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(seeds)}`);
  for (const entry of chosen(BUGS)) {
    const runs = all.map((seed) => {
      const { found } = explore(entry, ['--first', '--search-seed', String(seed)]);
      const { run } = found.failures[0]?.first ?? {};
      if (run === undefined) missed++;
      return run ?? `none of ${found.runs}`;
    });
    console.log(`| ${entry.name} | ${runs.join(' | ')} |`);
  }
  console.log(`\n${missed} missed`);
}

function printTable() {
  console.log('| bug | kind | first failing run | decisions | fewest known | CPU s |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const entry of chosen(BUGS)) {
    const { found, seconds } = explore(entry, ['--first']);
    const first = found.failures[0]?.first;
    if (first === undefined) missed++;
    const run = first === undefined ? `none of ${found.runs}` : first.run;
    const size = found.shrunk?.decisions.length ?? '';
    console.log(
      `| ${entry.name} | ${entry.kind} | ${run} | ${size} | ${entry.fewest} | ${seconds.toFixed(1)} |`,
    );
  }
  for (const entry of chosen(CORRECT)) {
    const { found, seconds } = explore(entry, []);
    const { failures, runs } = found;
    alarms += failures.length;
    const verdict = failures.length === 0 ? `none of ${runs}` : `FALSE: ${failures[0].first.text}`;
    console.log(
      `| ${entry.name} (correct) | ${entry.kind} | ${verdict} |  |  | ${seconds.toFixed(1)} |`,
    );
  }
  console.log(`\n${missed} bugs missed, ${alarms} false alarms`);
}

let missed = 0;
let alarms = 0;
if (seeds === undefined) printTable();
else printSeeds();
process.exitCode = missed + alarms > 0 ? 1 : 0;
