import { basename, dirname, resolve } from 'node:path';
import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import { isLost } from '../explore/index.js';
import type { CampaignOptions } from './campaign_options.js';
import { GitRepository } from './git_repository.js';
import { openCampaign } from './open_campaign.js';
import { readCampaign } from './read_campaign.js';
import { atRevisions } from './revision_axis.js';
import { runCampaign } from './run_campaign.js';

export interface SinceOptions
  extends Pick<CampaignOptions, 'configOf' | 'store' | 'parallel' | 'signal'> {
  /** The campaign file; its current text is applied to every revision of its folder. */
  readonly file: string;
  /** A git revision at which all is well. */
  readonly good: string;
  /** A later revision at which it is not. Default: HEAD. */
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
  /** What fails, or why the system cannot be run. */
  readonly text: string;
}

/** The revisions at which the failure may have begun: one, unless some could not be tested. */
export interface Since {
  readonly first: readonly TriedRevision[];
  readonly tried: readonly TriedRevision[];
  /** Revisions from the good one to the bad one, excluding the good one. */
  readonly revisions: number;
}

const OPTIONS: KnownNames<SinceOptions> = {
  file: true,
  good: true,
  bad: true,
  by: true,
  onTried: true,
  configOf: true,
  store: true,
  parallel: true,
  signal: true,
};

/**
 * Finds since when a campaign fails, or behaves differently: bisects the revisions of the user's repository, each in
 * its own working tree. Of merged branches, only the merge is tried (first parents).
 *
 * @throws OrreryError `ORR_CAMPAIGN_GIT`, `ORR_CAMPAIGN_SINCE`; as `runCampaign`
 */
export async function findSince(options: SinceOptions): Promise<Since> {
  requireKnownOptions(options, OPTIONS, 'findSince()');
  return new Bisection(options).result();
}

class Bisection {
  readonly #options: SinceOptions;
  readonly #folder: string;
  readonly #repository: GitRepository;
  readonly #tried: TriedRevision[] = [];
  #reference: ReadonlyMap<string, string> | undefined;

  constructor(options: SinceOptions) {
    this.#options = options;
    this.#folder = dirname(resolve(options.file));
    this.#repository = new GitRepository(this.#folder);
  }

  async result(): Promise<Since> {
    const { good, bad = 'HEAD' } = this.#options;
    const commits = this.#repository.between(good, bad);
    const [from, to] = [this.#repository.commit(good), this.#repository.commit(bad)];
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
    const title = this.#repository.title(commit);
    const tried = { commit, title, ...(await this.#judge(commit)) };
    this.#tried.push(tried);
    this.#options.onTried?.(tried);
    return tried;
  }

  async #judge(commit: string): Promise<Pick<TriedRevision, 'verdict' | 'text'>> {
    const { file, configOf, store, parallel, signal, by = 'failures' } = this.#options;
    const read = readCampaign(file);
    const name = `${read.name}@${commit.slice(0, 12)}`;
    const settings = { ...read, name, keep: 'none' as const, recheck: 0 };
    const campaign = atRevisions(settings, [commit], this.#folder);
    const common = { campaign, configOf, store: resolve(store), folder: this.#folder, parallel };
    const work = await runCampaign({ ...common, ...(signal && { signal }) });
    const open = openCampaign(resolve(store), basename(work.folders.campaign));
    for (const [row, { code, text }] of open.state.lost) {
      return isLost({ code })
        ? { verdict: 'bad', text: `row ${row}: ${text}` }
        : { verdict: 'untestable', text };
    }
    const results = [...open.begunRows()].flatMap(({ row, result }) =>
      result ? [{ row, result }] : [],
    );
    if (by === 'digest') return this.#compare(results);
    const failed = results.find(({ result }) => result.failure !== undefined);
    if (failed === undefined) return { verdict: 'good', text: '' };
    return { verdict: 'bad', text: `row ${failed.row}: ${failed.result.failure!.text}` };
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
}

function impossible(reason: string): OrreryError {
  return new OrreryError(
    'ORR_CAMPAIGN_SINCE',
    `The revisions cannot be searched: ${reason.replace(/\.$/, '')}; give a good revision and a later bad one.`,
  );
}
