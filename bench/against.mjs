// `npm run bench -- --against COMMIT`: the benchmark's systems under this checkout and under another commit, which is
// built in a temporary worktree. Slices of both take turns (`slices.mjs`). Words after the commit select systems by
// name: `-- --against HEAD~3 image "1000 nodes" --rounds 3`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FOREVER, inMode, MODES, system, TRIP } from './sliced_systems.mjs';
import { compare, spreadText } from './slices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** The compared systems, by their names in the table; both sides use the files of this checkout. */
function systems(work) {
  const synthetic = system(
    ['examples/synthetic-benchmark/job.js'],
    { timeout_s: FOREVER },
    100_000,
  );
  const ordered = (file, parameters, callbacks) => ({
    ...system([`bench/systems/${file}`], { seconds: FOREVER, ...parameters }, callbacks),
    digest: 'order',
  });
  return [
    ...MODES.map(([name, mode]) => [`synthetic benchmark, ${name}`, inMode(synthetic, mode, work)]),
    ['10 nodes in a row, UInt64', ordered('chain.mjs', { kind: 'uint64', nodes: 10 }, 100_000)],
    [
      '10 nodes in a row, UInt64, content digest',
      { ...ordered('chain.mjs', { kind: 'uint64', nodes: 10 }, 100_000), digest: 'content' },
    ],
    [
      '10 nodes in a row, 100 KB image, copied',
      ordered('chain.mjs', { kind: 'image_copy', nodes: 10 }, 5000),
    ],
    [
      '10 nodes in a row, 100 KB image, handed over',
      ordered('chain.mjs', { kind: 'image_transfer', nodes: 10 }, 20_000),
    ],
    ['1000 nodes', ordered('many_nodes.mjs', { nodes: 1000 }, 100_000)],
    [
      '10 subscriptions of an IMU',
      ordered('fan_out.mjs', { kind: 'imu', subscriptions: 10 }, 50_000),
    ],
    ['examples/trip-report', { ...TRIP, digest: 'order' }],
    ['examples/trip-report, content digest', { ...TRIP, digest: 'content' }],
    [
      '4 subscriptions of a PointCloud2 of 1 MB',
      ordered('fan_out.mjs', { kind: 'cloud', subscriptions: 4 }, 300),
    ],
  ];
}

/** Builds a worktree of the commit; it shares this checkout's dependencies if they are the same. */
function build(commit, work) {
  const there = join(work, 'commit');
  git('worktree', 'add', '--detach', '--quiet', there, commit);
  const lock = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lock(there) === lock(root)) {
    symlinkSync(join(root, 'node_modules'), join(there, 'node_modules'));
  }
  execFileSync(process.execPath, ['scripts/setup.mjs'], { cwd: there, stdio: 'inherit' });
  return there;
}

/** Prints the ratio of processor time here to that of `commit`, for each system that a word selects. */
export async function compareWith(commit, words, rounds) {
  const work = mkdtempSync(join(tmpdir(), 'orrery-bench-against-'));
  try {
    const bench = pathToFileURL(join(build(commit, work), 'bench/')).href;
    const name = git('rev-parse', '--short', commit);
    const header = ['ns per callback', name, 'here', 'ratio', 'of single rounds', 'spread of both'];
    console.log(`\n| ${header.join(' | ')} |\n| ${header.map(() => '---').join(' | ')} |`);
    const chosen = systems(work).filter(
      ([title]) => words.length === 0 || words.some((word) => title.includes(word)),
    );
    for (const [title, config] of chosen) {
      // Each side has its own directory for recordings.
      const here = {
        ...config,
        ...(config.directory && { directory: `${config.directory}-here` }),
      };
      const [theirs, ours] = await compare('slice_run.mjs', [{ ...config, bench }, here], rounds);
      const figures = [theirs.each.toFixed(0), ours.each.toFixed(0), ours.ratio.toFixed(3)];
      const range = `${ours.low.toFixed(3)} to ${ours.high.toFixed(3)}`;
      const spread = spreadText(theirs.spread > ours.spread ? theirs : ours);
      console.log(`| ${[title, ...figures, range, spread].join(' | ')} |`);
    }
  } finally {
    git('worktree', 'remove', '--force', join(work, 'commit'));
    rmSync(work, { recursive: true, force: true });
  }
}
