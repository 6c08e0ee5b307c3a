// Compares variants of one run soundly on a machine with other work. Every variant runs in a process of its own. All
// of them pause except one, which runs a slice of some ten milliseconds; then it is the next one's turn. What counts
// is the processor time of the whole process (collector, compiler and file system included). Other work on the
// machine only makes slices slower (another thread on the same core: by a third), so the figure of a process is the
// fastest fifth of its slices. There are several rounds with fresh processes, because each process is compiled and
// laid out in memory a little differently; their spread is the error of the figures. While rounds disagree, more follow.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROUNDS = 7;
/** Slices that are not counted, until code is compiled and memory has grown. */
const WARM_UP = 8;
const TURNS = 25;
const FAST = 0.2;
/** Rounds agree if three quarters of them differ from their median by no more than this fraction. */
const AGREEMENT = 0.1;
const COUNTED = 0.75;
/** While they disagree, there are up to this many times as many rounds. */
const MOST = 2;
/** The young generation of a run (`THREAD_LIMITS` in src/run/run_environment.ts), which a slice runs without its thread. */
export const YOUNG = '--max-semi-space-size=2';

/**
 * Measures all variants; the first one is the baseline. One round is only one; of more, there are as many as asked for,
 * and further ones while the rounds of a variant disagree.
 *
 * @param {string} script - the script that runs a variant and pauses between slices (`slice_run.mjs`, …)
 * @param {object[]} variants - the argument for each; `bench`: the URL of the folder of the script, if it is not
 *   this one
 * @returns for each variant the ns per callback (the median of the rounds), the deviation from it that three quarters of
 *   the rounds do not exceed, as a fraction (NaN for one round), the number of rounds, and its ratio to the baseline: of the medians, and the lowest and highest
 *   of a round
 */
export async function compare(script, variants, rounds = ROUNDS) {
  const times = variants.map(() => []);
  const ratios = variants.map(() => []);
  const most = rounds > 1 ? MOST * rounds : 1;
  for (let round = 0; round < most; round++) {
    if (round >= rounds && times.every((all) => spreadOf(all) <= AGREEMENT)) break;
    const figures = await measureOnce(script, variants);
    figures.forEach((each, i) => {
      times[i].push(each);
      ratios[i].push(each / figures[0]);
    });
  }
  const medians = times.map((all) => quantile(all, 0.5));
  return variants.map((_, i) => ({
    each: medians[i],
    spread: spreadOf(times[i]),
    rounds: times[i].length,
    ratio: medians[i] / medians[0],
    low: Math.min(...ratios[i]),
    high: Math.max(...ratios[i]),
  }));
}

/** The deviation from the median that most rounds do not exceed: one outlier of four or more does not count. */
function spreadOf(times) {
  if (times.length < 2) return Number.NaN;
  const median = quantile(times, 0.5);
  const deviations = times.map((each) => Math.abs(each / median - 1)).sort((a, b) => a - b);
  return deviations[Math.ceil(COUNTED * times.length) - 1];
}

/** Makes one round: ns per callback of each variant, in processes that take turns. */
async function measureOnce(script, variants) {
  const runs = variants.map((variant) => new SlicedRun(script, variant));
  const times = variants.map(() => []);
  try {
    for (let turn = -WARM_UP; turn < TURNS; turn++) {
      // Each variant goes first in turn, so that none always follows the same one.
      for (let step = 0; step < runs.length; step++) {
        const i = (step + turn + WARM_UP) % runs.length;
        const each = await runs[i].slice();
        if (turn >= 0) times[i].push(each);
      }
    }
  } finally {
    for (const run of runs) run.end();
    for (const { directory } of variants) {
      if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    }
  }
  return times.map((all) => quantile(all, FAST));
}

/** How far rounds deviate from a figure: `± 4 %`, or that they disagree and how many they were. */
export function spreadText({ spread, rounds }) {
  if (Number.isNaN(spread)) return 'one round';
  const text = `± ${(spread * 100).toFixed(0)} %`;
  return spread <= AGREEMENT ? text : `${text}: ${rounds} rounds disagree`;
}

/** How far three quarters of these figures deviate from their median at most, as text. */
export function deviation(figures) {
  return spreadText({ spread: spreadOf(figures), rounds: figures.length });
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(q * (sorted.length - 1))];
}

/** A process that runs one slice on command. */
class SlicedRun {
  #child;
  #pipe;
  #text = '';
  #answer;
  #failure;

  constructor(script, variant) {
    const { bench = import.meta.url } = variant;
    const file = fileURLToPath(new URL(script, bench));
    this.#child = spawn(process.execPath, [YOUNG, file, JSON.stringify(variant)], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, TZ: 'UTC' },
    });
    // Nodes may print there, too; the last lines say what went wrong.
    let said = '';
    this.#child.stderr.on('data', (data) => {
      said = `${said}${data}`.slice(-2000);
    });
    this.#pipe = this.#child.stdio[3];
    this.#pipe.on('data', (data) => {
      this.#text += data;
      if (!this.#text.endsWith('\n')) return;
      this.#answer.resolve(Number(this.#text));
      this.#text = '';
    });
    // The exit event reports that the process has ended.
    this.#pipe.on('error', () => {});
    this.#child.on('exit', () => {
      this.#failure = new Error(`${script} ended too early: ${said}`);
      this.#answer?.reject(this.#failure);
    });
  }

  /** Runs the next slice; returns its ns of processor time per callback. */
  async slice() {
    if (this.#failure !== undefined) throw this.#failure;
    return await new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#pipe.write('.');
    });
  }

  end() {
    this.#answer = undefined;
    this.#child.kill('SIGKILL');
  }
}
