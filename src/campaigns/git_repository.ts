import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { OrreryError } from '../errors/index.js';

/** The git repository that a folder is in. */
export class GitRepository {
  /** Its working tree. */
  readonly root: string;
  /** The folder, relative to the root. */
  readonly place: string;

  /** @throws OrreryError `ORR_CAMPAIGN_GIT` */
  constructor(folder: string) {
    const real = realpathSync(folder);
    this.root = realpathSync(git(real, ['rev-parse', '--show-toplevel']));
    this.place = relative(this.root, real);
  }

  /** What git prints. @throws OrreryError `ORR_CAMPAIGN_GIT` */
  run(...words: string[]): string {
    return git(this.root, words);
  }

  /** The commit that a revision refers to. @throws OrreryError `ORR_CAMPAIGN_GIT` */
  commit(revision: string): string {
    // A name that begins with a dash would be read as an option.
    if (revision.startsWith('-'))
      throw failed(this.root, 'rev-parse', `${revision} is not a revision`);
    return this.run('rev-parse', '--verify', `${revision}^{commit}`);
  }

  /** The commits after one, up to another, oldest first; of merged branches only the merge. */
  between(from: string, to: string): string[] {
    const range = `${this.commit(from)}..${this.commit(to)}`;
    const list = this.run('rev-list', '--first-parent', '--reverse', range);
    return list === '' ? [] : list.split('\n');
  }

  /** First line of the message of a commit. */
  title(commit: string): string {
    return this.run('show', '--no-patch', '--format=%s', commit);
  }
}

function git(folder: string, words: readonly string[]): string {
  // Inside a hook, these variables point to the repository of the hook.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
  try {
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26, env } as const;
    return execFileSync('git', words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim().split('\n')[0];
    throw failed(folder, words[0]!, said || (cause as Error).message, cause);
  }
}

function failed(folder: string, command: string, why: string, cause?: unknown): OrreryError {
  return new OrreryError(
    'ORR_CAMPAIGN_GIT',
    `git ${command} failed in ${folder}: ${why}; give revisions that the repository of the campaign file has.`,
    { cause },
  );
}
