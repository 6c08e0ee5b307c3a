import { didYouMean, type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import { openRunner, type Runner, sideBySide } from '../run/index.js';
import { type Axis, valueText, wordsFor } from './axis.js';
import type { CampaignOptions } from './campaign_options.js';
import type { PlannedRun } from './campaign_plan.js';
import { CampaignWorker } from './campaign_worker.js';
import { OutputFiles } from './output_files.js';
import { type PointSummary, summarize } from './point_summary.js';
import { removeAbandoned } from './remove_abandoned.js';
import { ResultStore } from './result_store.js';
import { RunPlaces } from './run_places.js';
import type { RunResult } from './run_result.js';

export type TrialOptions = Pick<
  CampaignOptions,
  'campaign' | 'configOf' | 'store' | 'folder' | 'parallel'
>;

/** A point chosen from outside, for example by an optimiser. */
export interface Trial {
  /** A value for each axis of the campaign. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Uses only this many of the campaign's seeds, from the first. Default: all. */
  readonly seeds?: number;
}

/** The results of a trial. */
export interface TrialResult extends PointSummary {
  /** How many of the runs had been made before. */
  readonly cached: number;
  /** The first failure. */
  readonly failure?: string;
}

const OPTIONS: KnownNames<TrialOptions> = {
  configOf: true,
  store: true,
  parallel: true,
  campaign: true,
  folder: true,
};

/**
 * Runs a campaign's system at points chosen from outside, one after the other, with the same seeds at each. The
 * results are stored, so repeating a question costs nothing.
 */
export class Trials {
  readonly #options: TrialOptions;
  readonly #store: ResultStore;
  readonly #worker: CampaignWorker;
  readonly #places: RunPlaces;
  readonly #warm: Runner;

  /** @throws OrreryError as `runCampaign` */
  constructor(options: TrialOptions) {
    requireKnownOptions(options, OPTIONS, 'Trials');
    const { campaign, configOf, store, folder = process.cwd(), parallel } = options;
    this.#options = options;
    this.#store = new ResultStore(store);
    removeAbandoned(this.#store.temporary);
    this.#places = new RunPlaces(folder, campaign.inputs, new OutputFiles(store));
    this.#worker = new CampaignWorker(campaign, configOf, this.#store, this.#places);
    this.#warm = openRunner('series', parallel);
  }

  /** @throws OrreryError `ORR_CAMPAIGN_TRIAL` for what cannot be tried; for a run that is lost, as `isLost` */
  async try({ values, seeds }: Trial): Promise<TrialResult> {
    const { campaign, parallel } = this.#options;
    const words = this.#wordsOf(values);
    const most = campaign.seeds.length;
    if (seeds !== undefined && !(Number.isInteger(seeds) && seeds >= 1 && seeds <= most)) {
      throw refused(`seeds is a number from 1 to ${most}, which the campaign has`);
    }
    const wanted = campaign.seeds.slice(0, seeds);
    const revision = revisionAt(campaign.axes, values);
    const point = { index: 0, values, words, ...(revision === undefined ? {} : { revision }) };
    const runs = wanted.map((seed, row): PlannedRun => {
      return { row, point, seed, words: [...campaign.system, ...words, '--seed', seed] };
    });
    const results: RunResult[] = [];
    let cached = 0;
    const waiting = [...runs];
    await sideBySide(
      Math.min(parallel, runs.length),
      () => waiting.shift(),
      async (run) => {
        const known = this.#worker.find(run);
        if (known !== undefined) cached++;
        results[run.row] = known ?? (await this.#make(run));
      },
    );
    const failure = results.find((result) => result.failure !== undefined)?.failure?.text;
    return {
      ...summarize(point, results, campaign.metrics, 0.95),
      cached,
      ...(failure === undefined ? {} : { failure }),
    };
  }

  async #make(run: PlannedRun): Promise<RunResult> {
    const result = await this.#worker.execute(run, this.#warm);
    this.#store.publish(result);
    return result;
  }

  #wordsOf(values: Trial['values']): string[] {
    const { axes } = this.#options.campaign;
    const names = axes.map(({ name }) => name);
    if (typeof values !== 'object' || values === null) throw refused('values is an object');
    const unknown = Object.keys(values).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const hint = didYouMean(unknown, names) || `; it has ${names.join(', ') || 'none'}.`;
      throw refused(`the campaign has no axis "${unknown}"${hint.replace(/\.$/, '')}`);
    }
    return axes.flatMap((axis) => {
      const value = Object.hasOwn(values, axis.name) ? values[axis.name] : undefined;
      if (typeof value !== 'string' && typeof value !== 'number') {
        throw refused(`the axis "${axis.name}" needs a number or a string`);
      }
      // As a parameter of another type, it would only make runs whose figures mean nothing.
      if (isNumeric(axis) && !isNumber(value)) {
        throw refused(`the axis "${axis.name}" has numbers, and ${JSON.stringify(value)} is none`);
      }
      return wordsAt(axis, value);
    });
  }

  async close(): Promise<void> {
    await this.#warm.close();
    this.#places.close();
  }
}

/** Whether the file gives the axis numbers only. */
function isNumeric({ span, levels }: Axis): boolean {
  return span !== undefined || levels.every(({ value }) => typeof value === 'number');
}

function isNumber(value: string | number): boolean {
  return value !== '' && Number.isFinite(Number(value));
}

/** The commit of a trial; the revisions of a campaign are those of its file. */
function revisionAt(axes: readonly Axis[], values: Trial['values']): string | undefined {
  const levels = axes.flatMap((axis) =>
    axis.levels.filter((one) => one.value === values[axis.name]),
  );
  return levels.find(({ revision }) => revision !== undefined)?.revision;
}

/** The words that set an axis to any value; a variant is one of those of the file. */
function wordsAt(axis: Axis, value: string | number): readonly string[] {
  const level = axis.levels.find((each) => each.value === value);
  if (level !== undefined) return level.words;
  if (axis.words.length === 0) {
    const known = axis.levels.map((each) => each.value).join(', ');
    throw refused(`the axis "${axis.name}" has the variants ${known}`);
  }
  const text = valueText(value, axis.isFloat ?? false);
  return wordsFor(axis.words, text);
}

function refused(reason: string): OrreryError {
  return new OrreryError(
    'ORR_CAMPAIGN_TRIAL',
    `This point cannot be tried: ${reason}${reason.endsWith('?') ? '' : '.'}`,
  );
}
