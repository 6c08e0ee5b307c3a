// Runs the scenarios of examples/orchestrator: processes in C on Cyclone DDS, free-running and in Orrery's order, and
// the same nodes in Python. Prints the number of different outcomes, and draws them.
//
//   node scripts/orchestrator_scenarios.mjs [--runs N] [--load N] [--svg FILE]
//   node scripts/orchestrator_scenarios.mjs --free N      only the C programs without Orrery: each scenario until
//                                                         it has had two outcomes, at most N times
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ddsPeers } from './dds_peers.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const examples = join(root, 'examples/orchestrator');
const command = join(root, 'dist/cli/main.js');
const cyclone = join(root, 'test/dds_peers/cyclone.xml');

/** Silence in ms after which a free run that may lose messages is over, and one that cannot lose any has failed. */
const [LOST_MS, STUCK_MS] = [400, 20_000];

/** Each scenario: its file, the observed node, its duration, and how many messages the node receives if none is lost. */
export const SCENARIOS = [
  { name: 'drop', file: 'drop.launch.xml', node: 'detector', count: 10, period: 0.02 },
  { name: 'parallel', file: 'parallel.launch.xml', node: 't', count: 3, period: 0.1, heard: 6 },
  { name: 'one topic', file: 'one_topic.launch.xml', node: 't', count: 3, period: 0.1, heard: 6 },
  { name: 'services', file: 'services.launch.xml', node: 'sp', count: 3, period: 0.1, heard: 9 },
];

/** What a node received, in order, extracted from what all nodes have printed. */
function heardBy(node, text) {
  const lines = text.split('\n').filter((line) => line.startsWith('{"kind"'));
  const callbacks = lines.map((line) => JSON.parse(line));
  return callbacks.filter(({ said }) => said.startsWith(`${node}(`)).map(({ got }) => got);
}

/** Makes one orchestrated run. `program`: the program in C, or undefined for Python. */
export function orchestrated({ file, node, count, period }, program, seed) {
  const args = ['launch', join(examples, file), '--until', `${(count + 0.5) * period}s`];
  if (program !== undefined) args.push(`program:=${program}`);
  args.push('--env', `SCENARIO_SEED=${seed}`, '--no-record', '--strict');
  const done = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', cwd: examples });
  if (done.status !== 0) throw new Error(done.stdout + done.stderr);
  return heardBy(node, done.stdout);
}

/** Makes one run of the same processes without Orrery, in one DDS domain, in real time. */
export async function free({ file, node, count, heard }, program, seed) {
  const text = readFileSync(join(examples, file), 'utf8');
  const nodes = [...text.matchAll(/cmd="\$\(var program\) ([^"]*)"/g)].map(([, words]) => words);
  const domain = 20 + ((process.pid + seed) % 80);
  const set = { CYCLONEDDS_URI: `file://${cyclone}`, PEER_MULTICAST: 'false', PEER_LEASE: '10s' };
  const env = { ...process.env, ...set, ROS_DOMAIN_ID: String(domain) };
  let [printed, last] = ['', performance.now()];
  // A node starts when all of its receivers are running, so that nothing is lost at the start.
  const hearers = (words) => {
    const topic = / --pub (\S+)/.exec(words)?.[1];
    return nodes.filter((each) => ` ${each} `.includes(` --sub ${topic} `)).length;
  };
  const begin = (words) => {
    const args = [...words.split(' '), '--await', String(hearers(words))];
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.on('data', (data) => {
      printed += data;
      last = performance.now();
    });
    return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
  };
  const [source, ...others] = nodes;
  const running = others.map(begin);
  await begin(`${source} --count ${count}`).ended;
  const isSilent = () => performance.now() - last > (heard === undefined ? LOST_MS : STUCK_MS);
  while (heardBy(node, printed).length !== heard && !isSilent()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const { child } of running) child.kill('SIGINT');
  await Promise.all(running.map(({ ended }) => ended));
  return heardBy(node, printed);
}

/** Runs a scenario without Orrery until two outcomes differ, at most `most` times. */
export async function freeOutcomes(scenario, program, most) {
  const outcomes = [];
  while (outcomes.length < most && distinct(outcomes) < 2) {
    outcomes.push(await free(scenario, program, outcomes.length + 1));
  }
  return { outcomes, sentence: freeSentence(scenario.name, distinct(outcomes), outcomes.length) };
}

function freeSentence(name, count, runs) {
  if (count > 1) return `${name}: ${count} outcomes in ${runs} free runs`;
  return `${name}: one outcome in ${runs} free runs, so they do not show that the order is free`;
}

const distinct = (outcomes) => new Set(outcomes.map((each) => each.join(' '))).size;

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A colour for what a callback received: by its number if all messages come from one node, otherwise by their sender. */
function colourOf(scenario, got) {
  const number = Number(/(\d+)\)*$/.exec(got)?.[1] ?? 0);
  if (scenario.name === 'drop') return `hsl(210 70% ${25 + (number / scenario.count) * 60}%)`;
  const light = 45 + (number % 2) * 20;
  const hue = /^p1|^1000/.test(got) ? 210 : /^p2|^2000/.test(got) ? 30 : 140;
  return `hsl(${hue} 65% ${light}%)`;
}

const [CELL, ROW, WIDTH] = [14, 9, 760];

function strips(scenario, outcomes, x, y) {
  const row = (outcome, index) =>
    outcome.map(
      (got, at) =>
        `<rect x="${x + at * CELL}" y="${y + index * ROW}" width="${CELL - 1}" height="${ROW - 1}" fill="${colourOf(scenario, got)}"><title>${escaped(got)}</title></rect>`,
    );
  return outcomes.flatMap(row).join('\n');
}

/** Draws a row for each run and a cell for each callback of the observed node. */
function picture(results) {
  const shown = 10;
  const height = shown * ROW + 46;
  const parts = results.map(({ scenario, outcomes }, index) => {
    const y = index * height + 20;
    const label = (x, text) =>
      `<text x="${x}" y="${y + 14}" font-family="sans-serif" font-size="12">${escaped(text)}</text>`;
    const column = (x, title, of) => [
      label(x, `${title}: ${distinct(of)} of ${of.length}`),
      strips(scenario, of.slice(0, shown), x, y + 22),
    ];
    return [
      label(10, scenario.name),
      ...column(110, 'free-running', outcomes.free),
      ...column(430, 'orchestrated', outcomes.orchestrated),
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${results.length * height + 10}">
<title>Orders of callbacks at one node: each row is a run, each cell a callback</title>
<rect width="100%" height="100%" fill="white"/>
${parts.join('\n')}
</svg>
`;
}

/** Runs all scenarios; without Cyclone DDS, only those in Python. */
export async function runScenarios(runs) {
  const { ros } = ddsPeers();
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  const results = [];
  for (const scenario of SCENARIOS) {
    const outcomes = { free: [], orchestrated: [], python: [] };
    for (const seed of seeds) {
      if (ros !== undefined) outcomes.free.push(await free(scenario, ros, seed));
      if (ros !== undefined) outcomes.orchestrated.push(orchestrated(scenario, ros, seed));
      outcomes.python.push(orchestrated(scenario, undefined, seed));
    }
    results.push({ scenario, outcomes });
  }
  return results;
}

/** Starts processes that only compute; returns a function that ends them. */
function burden(count) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for(;;);']));
  return () => {
    for (const loop of loops) loop.kill();
  };
}

/** Prints what free runs of each scenario show; returns whether each scenario had two outcomes. */
async function showFree(most) {
  const { ros, missing } = ddsPeers();
  if (ros === undefined) throw new Error(`there is no program to run: ${missing.ros}`);
  let areFree = true;
  for (const scenario of SCENARIOS) {
    const { outcomes, sentence } = await freeOutcomes(scenario, ros, most);
    console.log(sentence);
    areFree &&= distinct(outcomes) > 1;
  }
  return areFree;
}

async function main() {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { runs: text, load: text, svg: text, free: text } });
  if (values.free !== undefined) {
    process.exitCode = (await showFree(Number(values.free))) ? 0 : 1;
    return;
  }
  const unburden = burden(Number(values.load ?? 0));
  try {
    const results = await runScenarios(Number(values.runs ?? 3));
    console.log('| scenario | C, free-running | C, orchestrated | Python, orchestrated |');
    console.log('| --- | --- | --- | --- |');
    for (const { scenario, outcomes } of results) {
      const [free_, ordered, python] = Object.values(outcomes).map(distinct);
      console.log(`| ${scenario.name} | ${free_} | ${ordered} | ${python} |`);
    }
    if (values.svg !== undefined) writeFileSync(values.svg, picture(results));
  } finally {
    unburden();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
