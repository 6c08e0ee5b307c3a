// What models cost a run that does not use them: compares the synthetic benchmark with the same program without any
// hook for models. Both take turns, in the same minute.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the path of a message or callback checks for a model, as the bundler writes it: the file, the text, and the
 * text without the hook.
 */
const HOOKS = [
  ['start/both.js', /this\.node\.graph\.outbox/g, 'undefined'],
  ['start/both.js', /graph\.publicationDelay/g, 'undefined'],
  ['start/both.js', /const \{ route \} = this\.node\.graph;/g, 'const route = undefined;'],
  [
    'start/both.js',
    /if \(graph\.route !== void 0\)\s+this\.#noticeGap\(publisher, sequence\);/g,
    '',
  ],
  ['start/thread.js', /this\.clockView === void 0/g, 'true'],
  ['start/thread.js', /this\.outbox\?\.returned\(result\);/g, ''],
  [
    'start/both.js',
    /this\.group === void 0 \? this\.node\.executor : this\.executor/g,
    'this.node.executor',
  ],
];

/** Copies the built package to `target` without the hooks; returns how many there were. */
function withoutHooks(root, target) {
  cpSync(join(root, 'dist'), join(target, 'dist'), { recursive: true });
  cpSync(join(root, 'examples/synthetic-benchmark'), join(target, 'benchmark'), {
    recursive: true,
  });
  cpSync(join(root, 'package.json'), join(target, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'));
  let removed = 0;
  for (const [file, hook, without] of HOOKS) {
    const path = join(target, 'dist', file);
    const text = readFileSync(path, 'utf8');
    const found = text.match(hook);
    if (found === null) throw new Error(`${file} does not contain ${hook}.`);
    removed += found.length;
    writeFileSync(path, text.replace(hook, without));
  }
  return removed;
}

function nsPerCallback(root, system, seconds) {
  const args = [
    ...[join(root, 'dist/cli/main.js'), 'run', system, '--json', '--no-record'],
    ...['--digest', 'order', '-p', `timeout_s:=${seconds}`],
  ];
  const outcome = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  return { each: (outcome.wallSeconds * 1e9) / outcome.callbacks, digest: outcome.digest.order };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Runs both in turn; returns the rows of a table. */
export function modelsCost(root, work, quick) {
  const target = join(work, 'without-hooks');
  const removed = withoutHooks(root, target);
  const seconds = quick ? 5000 : 20_000;
  const times = { with: [], without: [] };
  const digests = new Set();
  const ratios = [];
  for (let i = 0; i < (quick ? 5 : 11); i++) {
    const pair = {};
    // The order alternates, so that a machine that is slowing down favours neither.
    for (const which of i % 2 === 0 ? ['with', 'without'] : ['without', 'with']) {
      const isWith = which === 'with';
      const system = isWith
        ? join(root, 'examples/synthetic-benchmark')
        : join(target, 'benchmark');
      const { each, digest } = nsPerCallback(isWith ? root : target, system, seconds);
      times[which].push(each);
      pair[which] = each;
      digests.add(digest);
    }
    ratios.push(pair.with / pair.without);
  }
  rmSync(target, { recursive: true, force: true });
  if (digests.size !== 1) throw new Error('The runs with and without hooks differ.');
  const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`;
  return [
    ['with the hooks, no models', median(times.with).toFixed(1), percent(median(ratios))],
    [`without the ${removed} hooks`, median(times.without).toFixed(1), '–'],
  ];
}
