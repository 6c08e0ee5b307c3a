import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { figuresOf, type Metric, MetricNames, parseMetric } from '../compare/index.js';
import { OrreryError } from '../errors/index.js';
import { type Check, judgeRun, needsRecording, parseCheck } from '../explore/index.js';
import { isReproducible, type NodeInputs, type RunOutcome } from '../record/index.js';
import type { Runner } from '../run/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import type { Campaign } from './campaign.js';
import type { PlannedRun } from './campaign_plan.js';
import type { ResultStore } from './result_store.js';
import type { KeyedFile, RunKeys } from './run_keys.js';
import type { RunPlaces } from './run_places.js';
import type { RunResult } from './run_result.js';

/** A schedule that decides nothing. */
const DEFAULT_ORDER: NonNullable<RunConfig['proof']['schedule']> = {
  ...{ delays: [], losses: [], faults: [] },
  strategy: { kind: 'replay', decisions: [] },
};

/** Makes single runs of a campaign, or finds their existing results. */
export class CampaignWorker {
  readonly #campaign: Campaign;
  readonly #configOf: (words: readonly string[]) => RunConfig;
  readonly #store: ResultStore;
  readonly #places: RunPlaces;
  readonly #checks: readonly Check[];
  /** Parsing the words of a run takes milliseconds, and a run is looked up before it is made. */
  readonly #configs = new WeakMap<PlannedRun, RunConfig>();
  readonly #judges: readonly string[];
  readonly #metrics: readonly Metric[];
  readonly #needsRecording: boolean;

  /**
   * @param configOf - the system that words as after `orrery run` describe
   * @throws OrreryError `ORR_EXPLORE_CHECK`, `ORR_COMPARE_METRIC`
   */
  constructor(
    campaign: Campaign,
    configOf: (words: readonly string[]) => RunConfig,
    store: ResultStore,
    places: RunPlaces,
  ) {
    this.#campaign = campaign;
    this.#configOf = configOf;
    this.#store = store;
    this.#places = places;
    this.#checks = campaign.checks.map(checkOf);
    this.#judges = this.#checks.flatMap(({ file }) => file ?? []);
    this.#metrics = campaign.metrics.map(parseMetric);
    this.#needsRecording = this.#metrics.length > 0 || this.#checks.some(needsRecording);
  }

  /** The configuration of a run, without a directory for its records. */
  configOf(run: PlannedRun): RunConfig {
    let config = this.#configs.get(run);
    if (config === undefined) {
      config = this.#makeConfig(run);
      this.#configs.set(run, config);
    }
    return config;
  }

  /** The same without the checks. */
  plainConfigOf(run: PlannedRun): RunConfig {
    try {
      return this.#configOf(this.#places.at(run.point.revision).words(run.words));
    } catch (error) {
      throw error instanceof OrreryError ? ofRow(run, error) : error;
    }
  }

  #makeConfig(run: PlannedRun): RunConfig {
    const config = withChanges(this.plainConfigOf(run), {
      output: { digest: 'content', directory: undefined, graph: this.#checks.length > 0 },
    });
    return this.#checks.reduce((prepared, check) => check.prepare(prepared), config);
  }

  /** The result of an earlier execution of the run, if no file that it used has changed. */
  find(run: PlannedRun): RunResult | undefined {
    const { keys } = this.#places.at(run.point.revision);
    const config = this.configOf(run);
    const manifest = this.#manifestOf(config, keys, keys.inputs(config, this.#judges));
    for (const names of this.#store.moduleSets(keys.programs(config))) {
      const modules = keys.files(names.map((name) => keys.fileOf(name)));
      const result = this.#store.find(keys.run(manifest, modules));
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /**
   * Makes the run.
   *
   * @param keepIn - where to leave its record if it is to be kept
   * @throws OrreryError for a run that leaves no result, see `isLost`, and for checks that cannot be evaluated
   */
  async execute(run: PlannedRun, runner: Runner, keepIn?: string): Promise<RunResult> {
    const { keys, told } = this.#places.at(run.point.revision);
    const config = this.configOf(run);
    const inputs = keys.inputs(config, this.#judges);
    const manifest = this.#manifestOf(config, keys, inputs);
    const isRecorded = this.#needsRecording || keepIn !== undefined;
    const work = isRecorded ? mkdtempSync(join(this.#store.temporary, 'run-')) : undefined;
    const directory = work && join(work, 'run');
    try {
      const placed = withChanges(config, { output: { directory } });
      const outcome = await runner.run(placed);
      const found = await judgeRun(outcome, placed, this.#checks);
      const failure = found && told(found);
      const measured = await this.#measured(run, directory);
      const modules = keys.files(outcome.modules);
      const key = keys.run(manifest, modules);
      this.#store.noteModules(
        keys.programs(config),
        modules.map(({ name }) => name),
      );
      if (directory !== undefined && keepIn !== undefined) move(directory, keepIn);
      const files = [
        ...inputs,
        ...modules.filter(({ name }) => !inputs.some((i) => i.name === name)),
      ];
      const idle = idleChecks(this.#checks, outcome);
      const made = { key, ...measured, idle, files, build: keys.build };
      return { ...figuresOfOutcome(outcome), ...made, ...ofRun(run, failure) };
    } finally {
      if (work !== undefined) rmSync(work, { recursive: true, force: true });
    }
  }

  /**
   * Repeats a run to record the order of its callbacks; undefined if recording changes the run, or if the order
   * cannot be observed.
   */
  async order(
    run: PlannedRun,
    { digest }: RunResult,
    runner: Runner,
  ): Promise<NodeInputs | undefined> {
    const config = this.configOf(run);
    const decided = config.proof.schedule ?? DEFAULT_ORDER;
    try {
      const outcome = await runner.run(
        withChanges(config, { proof: { schedule: { ...decided, inputs: true } } }),
      );
      return outcome.digest.total === digest ? outcome.explored?.inputs : undefined;
    } catch (error) {
      if (error instanceof OrreryError) return undefined;
      throw error;
    }
  }

  #manifestOf(config: RunConfig, keys: RunKeys, inputs: readonly KeyedFile[]): string {
    const { checks, metrics } = this.#campaign;
    return keys.manifest(config, inputs, [...checks, ...metrics]);
  }

  async #measured(
    { seed }: PlannedRun,
    directory: string | undefined,
  ): Promise<Pick<RunResult, 'metrics' | 'notNumbers' | 'unknown'>> {
    if (this.#metrics.length === 0 || directory === undefined) return { metrics: {} };
    const names = new MetricNames();
    const { metrics } = await figuresOf(directory, seed, this.#metrics, names);
    const missing = names.missing();
    const entries = this.#metrics.map((metric) => {
      const value = missing.has(metric) ? undefined : metrics[metric.name];
      return { name: metric.name, value, why: missing.get(metric) };
    });
    const odd = entries.filter(({ value }) => value !== undefined && !Number.isFinite(value));
    const unknown = entries.filter(({ why }) => why !== undefined);
    return {
      metrics: fromEntries(entries, ({ value = Number.NaN }) =>
        Number.isFinite(value) ? value : null,
      ),
      ...(odd.length > 0 && { notNumbers: fromEntries(odd, ({ value }) => String(value)) }),
      ...(unknown.length > 0 && { unknown: fromEntries(unknown, ({ why = '' }) => why) }),
    };
  }
}

function fromEntries<E extends { readonly name: string }, V>(
  entries: readonly E[],
  of: (entry: E) => V,
): Record<string, V> {
  return Object.fromEntries(entries.map((entry) => [entry.name, of(entry)]));
}

/** @throws OrreryError `ORR_CAMPAIGN_CHECK` */
function checkOf(text: string): Check {
  if (!text.startsWith('order:')) return parseCheck(text);
  throw new OrreryError(
    'ORR_CAMPAIGN_CHECK',
    `The check "${text}" compares orders of the same run, and a campaign has different runs; give it to orrery explore.`,
  );
}

/** Names the row whose settings do not make a system. */
function ofRow({ row, point }: PlannedRun, error: OrreryError): OrreryError {
  const settings = Object.entries(point.values).map(([axis, value]) => `${axis} ${value}`);
  if (settings.length === 0) return error;
  const text = `${error.message} This is row ${row} of the campaign, with ${settings.join(', ')}.`;
  return new OrreryError(error.code, text, { place: error.place, cause: error });
}

/** Checks that saw nothing to judge. */
function idleChecks(checks: readonly Check[], outcome: RunOutcome): string[] {
  return checks.filter((check) => check.evaluated?.(outcome) === false).map(({ text }) => text);
}

function ofRun({ seed, point }: PlannedRun, failure: RunResult['failure']) {
  return {
    ...{ format: 'orrery-result/1' as const, seed, values: point.values },
    status: failure === undefined ? ('passed' as const) : ('failed' as const),
    ...(failure === undefined ? {} : { failure }),
  };
}

function figuresOfOutcome(outcome: RunOutcome) {
  const { end, exitCode, callbacks, messages, wallSeconds } = outcome;
  const virtualSeconds = Number(outcome.stop - outcome.start) / 1e9;
  return {
    ...{ digest: outcome.digest.total, end, exitCode, reproducible: isReproducible(outcome) },
    ...{ callbacks, messages, virtualSeconds, wallSeconds },
  };
}

/** Replaces an existing record, since it is of the same run. */
function move(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}
