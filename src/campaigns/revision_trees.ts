import { existsSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { TemporaryFolder } from '../record/index.js';
import { GitRepository } from './git_repository.js';

/** The name of a folder of trees identifies its owner: a process on a machine. */
const PURPOSE = `revisions-${hostname().replace(/[^\w]/g, '_')}-`;
const OWNER = `orrery-${PURPOSE}`;

/** Where the files of one revision are. */
export interface RevisionTree {
  /** The working tree. */
  readonly root: string;
  /** The folder of the campaign in it. */
  readonly folder: string;
}

/**
 * Temporary working trees (`git worktree`) of revisions of the repository that a folder is in. They are
 * locked, so that nobody prunes them; those of a process that was killed are removed by the next one.
 */
export class RevisionTrees {
  readonly #repository: GitRepository;
  readonly #temporary: TemporaryFolder;
  readonly #parent: string;
  readonly #trees = new Map<string, RevisionTree>();

  /** @throws OrreryError `ORR_CAMPAIGN_GIT` */
  constructor(folder: string) {
    this.#repository = new GitRepository(folder);
    this.#removeLeftBehind();
    this.#temporary = new TemporaryFolder(`${PURPOSE}${process.pid}`);
    this.#parent = realpathSync(this.#temporary.path);
  }

  /** @throws OrreryError `ORR_CAMPAIGN_GIT` */
  at(commit: string): RevisionTree {
    const known = this.#trees.get(commit);
    if (known !== undefined) return known;
    const root = join(this.#parent, commit.slice(0, 12));
    const tree = { root, folder: join(root, this.#repository.place) };
    this.#trees.set(commit, tree);
    this.#repository.run('worktree', 'add', '--lock', '--detach', '--quiet', root, commit);
    this.#linkModules(root);
    return tree;
  }

  /** Installed packages are not part of a revision: the current ones serve all revisions. */
  #linkModules(root: string): void {
    const { root: origin, place } = this.#repository;
    const folders = place.split('/').map((_, i, names) => names.slice(0, i + 1).join('/'));
    for (const folder of new Set(['', ...folders])) {
      const [from, to] = [join(origin, folder, 'node_modules'), join(root, folder, 'node_modules')];
      if (existsSync(from) && existsSync(dirname(to)) && !existsSync(to)) symlinkSync(from, to);
    }
  }

  close(): void {
    for (const { root } of this.#trees.values()) this.#remove(root);
    this.#trees.clear();
    this.#temporary.remove();
  }

  #removeLeftBehind(): void {
    for (const line of this.#repository.run('worktree', 'list', '--porcelain').split('\n')) {
      const root = line.startsWith('worktree ') ? line.slice('worktree '.length) : '';
      const parent = basename(dirname(root));
      const owner = parent.startsWith(OWNER) ? Number.parseInt(parent.slice(OWNER.length), 10) : 0;
      if (owner > 0 && !isAlive(owner)) {
        this.#remove(root);
        rmSync(dirname(root), { recursive: true, force: true });
      }
    }
  }

  #remove(root: string): void {
    try {
      // `--force` twice: once because runs left files in the tree, once because it is locked.
      this.#repository.run('worktree', 'remove', '--force', '--force', root);
    } catch (error) {
      // Another process may have removed the tree; its files are deleted in any case.
      if (!(error instanceof OrreryError)) throw error;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}
