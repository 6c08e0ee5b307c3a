import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { OpenCampaign } from './open_campaign.js';
import { isBelow } from './run_keys.js';

/** The command that makes the run of a row again, and judges it by the same checks. */
export function repeatCommand(
  { plan, folder, campaign }: Pick<OpenCampaign, 'plan' | 'folder' | 'campaign'>,
  row: number,
): string {
  const { words, point } = plan.run(row);
  const checks = campaign.checks.flatMap((text) => ['--check', text]);
  return commandOf(folder, [...words, ...checks], point.revision);
}

/**
 * The command that makes a run.
 *
 * @param folder - of the campaign
 * @param words - after `orrery run` or `orrery launch`
 * @param given - the command, if it is neither
 */
export function commandOf(
  folder: string,
  words: readonly string[],
  revision: string | undefined,
  given?: string,
): string {
  const usual = /\.launch\.|\.(ya?ml|xml)$/.test(words[0] ?? '') ? 'launch' : 'run';
  const command = given ?? usual;
  const repeated = (all: readonly string[]) => ['orrery', command, ...all.map(quoted)].join(' ');
  const root = revision === undefined ? undefined : repositoryOf(folder);
  if (revision === undefined || root === undefined) return repeated(words);
  const tree = treeOf(root, revision);
  const moved = words.map((word) =>
    isAbsolute(word) && isBelow(root, word) ? join(tree, relative(root, word)) : word,
  );
  const add = ['git', '-C', root, 'worktree', 'add', '--quiet', '--detach', tree, revision];
  return `test -e ${quoted(tree)} || ${add.map(quoted).join(' ')}; ${repeated(moved)}`;
}

/** Below `.git`, it finds the packages that are installed, and nothing lists it as a new file. */
function treeOf(root: string, revision: string): string {
  const name = revision.slice(0, 12);
  const git = join(root, '.git');
  return statSync(git).isDirectory() ? join(git, 'orrery', name) : `${root}@${name}`;
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
}

function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
