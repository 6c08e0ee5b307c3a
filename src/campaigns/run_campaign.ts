import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { OrreryError, requireKnownOptions } from '../errors/index.js';
import { isLost } from '../explore/index.js';
import { openRunner, type Runner, sideBySide } from '../run/index.js';
import { CampaignDirectory } from './campaign_directory.js';
import {
  CAMPAIGN_OPTIONS,
  type CampaignOptions,
  type CampaignProgress,
  type CampaignWork,
} from './campaign_options.js';
import { CampaignPlan, type PlannedRun } from './campaign_plan.js';
import { CampaignWorker } from './campaign_worker.js';
import {
  type CampaignFolders,
  campaignFolders,
  lacksResults,
  noteCampaign,
  type OpenCampaign,
  openCampaign,
} from './open_campaign.js';
import { OutputFiles } from './output_files.js';
import { placeFailures } from './place_failures.js';
import { removeAbandoned } from './remove_abandoned.js';
import { ResultStore } from './result_store.js';
import { RowFeed } from './row_feed.js';
import { RowLines } from './row_lines.js';
import { RowQueues } from './row_queues.js';
import { RunPlaces } from './run_places.js';
import type { RunResult } from './run_result.js';
import { shrinkFailures } from './shrink_failures.js';
import { StoppingDecision } from './stopping_decision.js';
import type { WorkQueue } from './work_queue.js';

/**
 * Makes the runs of a campaign that have no result yet, in warm threads; a sample of them is
 * repeated in fresh processes, where each must give the same result. Runs at least once, and each result is
 * published exactly once: a campaign that was killed continues where it was.
 *
 * @throws OrreryError for what is wrong with the campaign; a run that fails, hangs or differs from
 *   another execution of it is a finding, see `summarizeCampaign`
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignWork> {
  requireKnownOptions(options, CAMPAIGN_OPTIONS, 'runCampaign()');
  const work = new Work(options);
  try {
    await work.makeRuns();
    await work.placeFailures();
    await work.recheck();
    await work.shrinkFailures();
  } finally {
    await work.close();
  }
  return work.report();
}

/** How many failed runs of one kind are kept in separate directories. */
const KEPT_PER_KIND = 10;

class Work {
  readonly #options: CampaignOptions;
  readonly #plan: CampaignPlan;
  readonly #folders: CampaignFolders;
  readonly #directory: CampaignDirectory;
  readonly #lines: RowLines;
  readonly #store: ResultStore;
  readonly #places: RunPlaces;
  readonly #worker: CampaignWorker;
  readonly #queues: RowQueues;
  #feed: RowFeed | undefined;
  readonly #warm: Runner;
  readonly #stopping: StoppingDecision | undefined;
  /** Keys of results by row, as the journals have them. */
  readonly #done: Map<number, string>;
  /** Rows that have a result, whether it was made here or before, with their keys. */
  readonly #current: { readonly row: number; readonly key: string }[] = [];
  /** Those of them that were made here. */
  readonly #executed: { readonly row: number; readonly key: string }[] = [];
  /** Failures by their kind. */
  readonly #kept = new Map<string, number>();
  /** Rows that this command has dealt with. */
  readonly #settled = new Set<number>();
  readonly #counts = { cached: 0, failed: 0, lost: 0, rechecked: 0, executed: 0 };

  constructor(options: CampaignOptions) {
    const { campaign, store, folder = process.cwd(), parallel, configOf } = options;
    this.#options = options;
    this.#plan = new CampaignPlan(campaign);
    this.#folders = campaignFolders(campaign, folder, store);
    noteCampaign(this.#folders, campaign, folder);
    this.#directory = new CampaignDirectory(this.#folders.campaign);
    this.#lines = new RowLines(this.#folders.campaign);
    this.#store = new ResultStore(this.#folders.store);
    removeAbandoned(this.#store.temporary);
    this.#places = new RunPlaces(folder, campaign.inputs, new OutputFiles(this.#folders.store));
    this.#worker = new CampaignWorker(campaign, configOf, this.#store, this.#places);
    this.#done = new Map(this.#directory.state().done);
    this.#queues = new RowQueues(options, this.#folders, this.#plan.size, this.#store.temporary);
    this.#warm = openRunner('series', parallel);
    this.#stopping = campaign.stop && new StoppingDecision(campaign.stop, this.#plan.points.length);
    options.signal?.addEventListener('abort', () => {
      this.#feed?.stop();
      void this.#warm.close();
    });
  }

  async makeRuns(): Promise<void> {
    await this.#queues.each(
      (queue) => this.#makeRowsOf(queue),
      () => this.#lacksResults(),
    );
  }

  #lacksResults(): boolean {
    if (this.#options.signal?.aborted || this.#stopping?.isEnough) return false;
    const open = openCampaign(this.#options.store, basename(this.#folders.campaign));
    // Runs that left no result are made again only by a command that has nothing else to do.
    return lacksResults(open, { alsoLost: this.#settled.size === 0 });
  }

  async #makeRowsOf(queue: WorkQueue): Promise<void> {
    const feed = new RowFeed(queue);
    this.#feed = feed;
    const threads = Math.min(this.#options.parallel, this.#plan.size);
    await sideBySide(
      threads,
      () => feed.next(),
      async ({ row, done }) => {
        await this.#makeRow(row);
        if (this.#options.signal?.aborted) return;
        done();
        if (this.#stopping?.isEnough) feed.stop();
        this.#options.onProgress?.(this.#progress());
      },
    );
  }

  async #makeRow(row: number): Promise<void> {
    // A queue that several workers share may give a row twice.
    if (this.#settled.has(row)) return;
    const run = this.#plan.run(row);
    try {
      if (this.#take(run)) return;
      this.#directory.note({ event: 'started', row });
      await this.#execute(run);
    } catch (error) {
      if (this.#options.signal?.aborted) return;
      // At some revisions the system may be impossible to run, which says nothing about the others.
      const isFinding = (each: OrreryError) => isLost(each) || run.point.revision !== undefined;
      if (!(error instanceof OrreryError) || !isFinding(error)) throw error;
      this.#counts.lost++;
      this.#settled.add(row);
      this.#stopping?.add(row, undefined);
      this.#directory.note({ event: 'lost', row, code: error.code, text: error.message });
    }
  }

  /** Takes over the result of an earlier execution, if there is one. */
  #take(run: PlannedRun): boolean {
    const result = this.#worker.find(run);
    if (result === undefined) return false;
    this.#counts.cached++;
    if (this.#done.get(run.row) !== result.key) this.#note(run.row, result, true);
    this.#count(run.row, result);
    return true;
  }

  async #execute(run: PlannedRun): Promise<void> {
    const { row } = run;
    const { keep } = this.#options.campaign;
    const place = this.#directory.runDirectory(row);
    const result = await this.#worker.execute(run, this.#warm, keep === 'all' ? place : undefined);
    this.#counts.executed++;
    this.#executed.push({ row, key: result.key });
    this.#store.publish(result);
    this.#note(row, result, false);
    if (keep === 'failures' && this.#isFewOfItsKind(result)) {
      // The run is repeated to record it; the store confirms that it is the same.
      this.#store.publish(await this.#worker.execute(run, this.#warm, place));
    }
    this.#count(row, result);
  }

  /** Whether a failed run is among the first of its kind that were made here. */
  #isFewOfItsKind({ failure }: RunResult): boolean {
    if (failure === undefined) return false;
    const kept = (this.#kept.get(failure.kind) ?? 0) + 1;
    this.#kept.set(failure.kind, kept);
    return kept <= KEPT_PER_KIND;
  }

  #note(row: number, result: RunResult, cached: boolean): void {
    const { key } = result;
    this.#done.set(row, key);
    this.#lines.note(row, result);
    this.#directory.note({ event: 'done', row, key, ...(cached ? { cached } : {}) });
  }

  #count(row: number, result: RunResult): void {
    this.#settled.add(row);
    this.#current.push({ row, key: result.key });
    if (result.status === 'failed') this.#counts.failed++;
    this.#stopping?.add(row, result.status === 'failed');
  }

  /** The campaign, if all its rows have been made; a part of it says nothing about the others. */
  #whole(): OpenCampaign | undefined {
    const { shard, shared, rows, redis, signal, store } = this.#options;
    if (signal?.aborted) return undefined;
    const open = openCampaign(store, basename(this.#folders.campaign));
    const { done, lost } = open.state;
    const isPart = shard !== undefined || shared || rows !== undefined || redis !== undefined;
    return isPart && done.size + lost.size < this.#plan.size ? undefined : open;
  }

  /** The worker that completes the campaign examines the failures. */
  async placeFailures(): Promise<void> {
    const { signal } = this.#options;
    const open = this.#whole();
    if (open === undefined) return;
    const order = (row: number, result: RunResult) =>
      this.#worker.order(this.#plan.run(row), result, this.#warm);
    await placeFailures(open, order, signal);
  }

  async shrinkFailures(): Promise<void> {
    const { shrink, signal, onShrink, parallel } = this.#options;
    const open = shrink === undefined || shrink.examples === 0 ? undefined : this.#whole();
    if (open === undefined) return;
    await shrinkFailures(open, {
      ...{ limits: shrink!, worker: this.#worker, runner: this.#warm, parallel },
      publish: (result) => this.#store.publish(result),
      ...(signal && { signal }),
      ...(onShrink && { onShrink }),
    });
  }

  /** Repeats a sample of the runs; their keys alone determine which. */
  async recheck(): Promise<void> {
    const { campaign, recheck, signal, parallel } = this.#options;
    // An explicit request covers every result; otherwise a continued campaign repeats only new results.
    const known = recheck === undefined ? this.#executed : this.#current;
    const count = Math.ceil(known.length * (recheck ?? campaign.recheck));
    if (signal?.aborted || count === 0) return;
    const byKey = known.map((each) => ({ ...each, order: orderOf(each.key) }));
    byKey.sort((a, b) => (a.order < b.order ? -1 : 1));
    const fresh = openRunner('process', parallel);
    const stop = () => void fresh.close();
    signal?.addEventListener('abort', stop);
    try {
      for (const { row, key } of byKey.slice(0, count)) {
        if (signal?.aborted) return;
        const again = await this.#worker.execute(this.#plan.run(row), fresh);
        const same = this.#store.publish(again) !== 'nondeterministic' && again.key === key;
        this.#directory.note({ event: 'rechecked', row, same });
        this.#counts.rechecked++;
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      await fresh.close();
    }
  }

  async close(): Promise<void> {
    await this.#warm.close();
    this.#places.close();
    await this.#queues.close();
  }

  report(): CampaignWork {
    const { rechecked, executed } = this.#counts;
    const enough = this.#stopping?.isEnough ?? false;
    const interrupted = this.#options.signal?.aborted ?? false;
    return {
      ...this.#progress(),
      rechecked,
      executed,
      enough,
      interrupted,
      folders: this.#folders,
    };
  }

  #progress(): CampaignProgress {
    const { cached, failed, lost } = this.#counts;
    return { size: this.#plan.size, done: cached + this.#counts.executed, cached, failed, lost };
  }
}

/** A random order of keys that is the same everywhere. */
function orderOf(key: string): string {
  return createHash('sha256').update(`recheck ${key}`).digest('hex');
}
