import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { openCampaign } from './open_campaign.js';
import { parseCampaign } from './read_campaign.js';
import { type CampaignOptions, runCampaign } from './run_campaign.js';

export interface SinceOptions
  extends Pick<CampaignOptions, 'configOf' | 'store' | 'parallel' | 'signal'> {
  /** The campaign file; as it is now, it is applied to every revision of its folder. */
  readonly file: string;
  /** A revision of git at which all is well. */
  readonly good: string;
  /** A later one at which it is not. Default: HEAD. */
  readonly bad?: string;
  /** `failures`: a run fails. `digest`: a run differs from the same one at the good revision. */
  readonly by?: 'failures' | 'digest';
  readonly onTried?: (tried: TriedRevision) => void;
}

export interface TriedRevision {
  readonly commit: string;
  /** First line of its message. */
  readonly title: string;
  /** `untestable`: at this revision, the system cannot be run at all. */
  readonly verdict: 'good' | 'bad' | 'untestable';
  /** What is bad, or why it cannot be run. */
  readonly text: string;
}

/** The revisions at which it may have begun: one, unless some could not be tested. */
export interface Since {
  readonly first: readonly TriedRevision[];
  readonly tried: readonly TriedRevision[];
  /** Revisions from the good one to the bad one, without the good one. */
  readonly revisions: number;
}

/**
 * Since when a campaign fails, or behaves differently: bisection over the revisions of the user's
 * repository, each in a working tree of its own. Of merged branches, only the merge is tried (first parents).
 *
 * @throws OrreryError `ORR_CAMPAIGN_GIT`, `ORR_CAMPAIGN_SINCE`; as `runCampaign`
 */
export async function findSince(options: SinceOptions): Promise<Since> {
  const search = new Bisection(options);
  try {
    return await search.result();
  } finally {
    search.close();
  }
}

class Bisection {
  readonly #options: SinceOptions;
  readonly #repository: string;
  /** Folder of the campaign inside the repository. */
  readonly #place: string;
  readonly #trees = mkdtempSync(join(realpathSync(tmpdir()), 'orrery-since-'));
  readonly #tried: TriedRevision[] = [];
  #reference: ReadonlyMap<string, string> | undefined;

  constructor(options: SinceOptions) {
    this.#options = options;
    const folder = realpathSync(dirname(resolve(options.file)));
    this.#repository = git(folder, 'rev-parse', '--show-toplevel');
    this.#place = relative(realpathSync(this.#repository), folder);
  }

  async result(): Promise<Since> {
    const { good, bad = 'HEAD' } = this.#options;
    const commit = (name: string) => this.#git('rev-parse', '--verify', `${name}^{commit}`);
    const [from, to] = [commit(good), commit(bad)];
    const range = this.#git('rev-list', '--first-parent', '--reverse', `${from}..${to}`);
    const commits = range === '' ? [] : range.split('\n');
    if (commits.length === 0) throw impossible(`${bad} does not come after ${good}`);
    const first = await this.#try(from);
    if (first.verdict !== 'good') throw impossible(`${good} is not good: ${first.text}`);
    const last = await this.#try(to);
    if (last.verdict !== 'bad')
      throw impossible(`${bad} is not bad: ${last.text || 'all is well'}`);
    const between = await this.#narrow(commits, last);
    return { first: between, tried: this.#tried, revisions: commits.length };
  }

  /** @param last - the last of the commits, which is bad */
  async #narrow(commits: readonly string[], last: TriedRevision): Promise<TriedRevision[]> {
    const known = new Map([[commits.length - 1, last]]);
    let [below, above] = [-1, commits.length - 1];
    for (;;) {
      const middle = (below + above) / 2;
      const open = commits.map((_, i) => i).filter((i) => i > below && i < above && !known.has(i));
      open.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
      const next = open[0];
      if (next === undefined || this.#options.signal?.aborted) {
        return commits
          .slice(below + 1, above + 1)
          .flatMap((_, i) => known.get(below + 1 + i) ?? []);
      }
      const tried = await this.#try(commits[next]!);
      known.set(next, tried);
      if (tried.verdict === 'good') below = next;
      else if (tried.verdict === 'bad') above = next;
    }
  }

  async #try(commit: string): Promise<TriedRevision> {
    const title = this.#git('show', '--no-patch', '--format=%s', commit);
    const tree = join(this.#trees, commit.slice(0, 12));
    this.#git('worktree', 'add', '--detach', '--quiet', tree, commit);
    const tried = { commit, title, ...(await this.#judge(tree, commit)) };
    this.#tried.push(tried);
    this.#options.onTried?.(tried);
    return tried;
  }

  async #judge(tree: string, commit: string): Promise<Pick<TriedRevision, 'verdict' | 'text'>> {
    const { file, configOf, store, parallel, signal, by = 'failures' } = this.#options;
    const folder = join(tree, this.#place);
    this.#linkModules(folder);
    try {
      const text = readFileSync(file, 'utf8');
      const read = parseCampaign(text, join(folder, basename(file)));
      // A name that means nothing in this tree would be looked up in the working directory.
      const now = parseCampaign(text, file).system;
      const missing = now.find(
        (word, i) => isAbsolute(word) && read.system[i] === relativeTo(file, word),
      );
      if (missing !== undefined) {
        return { verdict: 'untestable', text: `there is no ${relativeTo(file, missing)}` };
      }
      const name = `${read.name}@${commit.slice(0, 12)}`;
      const campaign = { ...read, name, keep: 'none' as const, recheck: 0 };
      const common = { campaign, configOf, store: resolve(store), folder, parallel };
      const work = await runCampaign({ ...common, ...(signal && { signal }) });
      const open = openCampaign(resolve(store), basename(work.folders.campaign));
      const results = [...open.rows()].flatMap(({ row, result }) =>
        result ? [{ row, result }] : [],
      );
      for (const [row, { text: why }] of open.state.lost) {
        return { verdict: 'bad', text: `row ${row}: ${why}` };
      }
      if (by === 'digest') return this.#compare(results);
      const failed = results.find(({ result }) => result.failure !== undefined);
      if (failed === undefined) return { verdict: 'good', text: '' };
      return { verdict: 'bad', text: `row ${failed.row}: ${failed.result.failure!.text}` };
    } catch (error) {
      if (error instanceof OrreryError) return { verdict: 'untestable', text: error.message };
      throw error;
    }
  }

  #compare(
    results: readonly { readonly row: number; readonly result: { readonly digest: string } }[],
  ) {
    const digests = new Map(results.map(({ row, result }) => [String(row), result.digest]));
    this.#reference ??= digests;
    const other = [...digests].find(([row, digest]) => this.#reference!.get(row) !== digest);
    if (other === undefined) return { verdict: 'good' as const, text: '' };
    return { verdict: 'bad' as const, text: `row ${other[0]} has another digest` };
  }

  /** Installed packages are not part of a revision: those of today serve all. */
  #linkModules(folder: string): void {
    for (const place of new Set(['', this.#place])) {
      const installed = join(this.#repository, place, 'node_modules');
      const link = join(folder, relative(join(this.#place), place), 'node_modules');
      if (existsSync(installed) && existsSync(dirname(link)) && !existsSync(link)) {
        symlinkSync(installed, link);
      }
    }
  }

  #git(...words: string[]): string {
    return git(this.#repository, ...words);
  }

  close(): void {
    rmSync(this.#trees, { recursive: true, force: true });
    this.#git('worktree', 'prune');
  }
}

function relativeTo(file: string, word: string): string {
  return relative(dirname(resolve(file)), word);
}

function git(folder: string, ...words: string[]): string {
  try {
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
    return execFileSync('git', words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim().split('\n')[0];
    throw new OrreryError(
      'ORR_CAMPAIGN_GIT',
      `git ${words[0]} failed in ${folder}: ${said || (cause as Error).message}; give revisions that the repository of the campaign file has.`,
      { cause },
    );
  }
}

function impossible(reason: string): OrreryError {
  return new OrreryError(
    'ORR_CAMPAIGN_SINCE',
    `The revisions cannot be searched: ${reason}; give a good revision and a later bad one.`,
  );
}
