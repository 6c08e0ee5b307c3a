import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import { colourKey } from '../report/index.js';
import { alarmsOf } from './alarms_of.js';
import type { AnalysisOptions } from './analysis_options.js';
import { type CallbackAnalysis, CallbackStatistics } from './callback_statistics.js';
import { type CallbackFigures, type ChainBound, chainBoundsOf } from './chain_bounds.js';
import { ChainGraph, type ChainPath } from './chain_paths.js';
import { type ChainAnalysis, ChainTracker } from './chain_tracker.js';
import { checkNames } from './check_names.js';
import { type ExecutorAnalysis, ExecutorStatistics } from './executor_analysis.js';
import { type BoundedExecutor, boundsOf, type ExecutorBounds } from './executor_bounds.js';
import { type OtherRuns, observeRuns } from './other_runs.js';
import type { PriorityInversion } from './priority_inversions.js';
import { RunTrace } from './run_trace.js';
import type { SampleSet } from './sample_set.js';
import { type Sensitivity, sensitivityOf } from './sensitivity.js';
import { type Timeline, timelineOf } from './timeline.js';

/**
 * A distribution as a curve: for each part of all values (0 to 1), the value that it does not
 * exceed.
 */
export interface DistributionCurve {
  readonly name: string;
  /** The key of its colour, e.g. a topic. */
  readonly of: string;
  readonly points: readonly { readonly part: number; readonly value: number }[];
}

/** The analysis of a run. Times are in ns; those of timelines and worst cases since the start. */
export interface RunAnalysis {
  readonly format: 'orrery-analysis/1';
  readonly run: string;
  /** Virtual time from start to end. */
  readonly length: number;
  readonly count: number;
  /** The callbacks with the longest response times first, those that never ran last. */
  readonly callbacks: readonly CallbackAnalysis[];
  readonly executors: readonly ExecutorAnalysis[];
  readonly inversions: readonly PriorityInversion[];
  readonly chains: readonly ChainAnalysis[];
  /** The number of chain paths that were found but not followed. */
  readonly omittedChains: number;
  /** Declared chains for which no path was found. */
  readonly missingChains: readonly (readonly string[])[];
  /** One for every executor whose callbacks take time. */
  readonly bounds: readonly ExecutorBounds[];
  readonly chainBounds: readonly ChainBound[];
  /** By how much execution times may grow; empty unless that was asked for. */
  readonly sensitivity: readonly Sensitivity[];
  /** How many other runs were read for their longest times. */
  readonly otherRuns: number;
  /** Sentences about observations above a bound, which is then invalid. */
  readonly alarms: readonly string[];
  /** For pictures. */
  readonly responseCurves: readonly DistributionCurve[];
  readonly latencyCurves: readonly DistributionCurve[];
  /** Around the callback with the longest response time, and the slowest sample of a chain. */
  readonly timelines: readonly Timeline[];
}

/** How many callbacks and chains get curves. */
const DRAWN = 8;

const OPTIONS: KnownNames<AnalysisOptions> = {
  chains: true,
  deadlines: true,
  arrivals: true,
  priorities: true,
  sensitivity: true,
  others: true,
};

/**
 * Analyses the trace of a run: response times, executors, priority inversions, chains, and bounds.
 * The trace is read twice, and its interesting parts once more; memory grows with the number of
 * entities and with what happens within the longest response time, not with the length of the run.
 *
 * @param run - directory that a run left behind, or its `trace.mcap`
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`
 */
export async function analyzeRun(run: string, options: AnalysisOptions = {}): Promise<RunAnalysis> {
  requireKnownOptions(options, OPTIONS, 'analyzeRun()');
  const trace = await RunTrace.open(run);
  try {
    return await new Analysis(trace, options).result();
  } finally {
    trace.close();
  }
}

class Analysis {
  readonly #trace: RunTrace;
  readonly #options: AnalysisOptions;
  readonly #callbacks: ReadonlyMap<number, CallbackStatistics>;
  readonly #executors: ReadonlyMap<string, ExecutorStatistics>;
  readonly #graph: ChainGraph;
  readonly #faults = new Map<string, { readonly fault: string; readonly target: string }>();
  #trackers: ChainTracker[] = [];
  #count = 0;

  constructor(trace: RunTrace, options: AnalysisOptions) {
    this.#trace = trace;
    this.#options = options;
    const { entities, executors } = trace.system;
    this.#callbacks = new Map(entities.map((e) => [e.id, new CallbackStatistics(e, options)]));
    this.#executors = new Map(executors.map((each) => [each.name, new ExecutorStatistics(each)]));
    for (const statistics of this.#callbacks.values()) {
      this.#executorOf(statistics)?.members.push(statistics);
    }
    this.#graph = new ChainGraph(trace.system);
  }

  async result(): Promise<RunAnalysis> {
    this.#firstWalk();
    const { paths, omitted, missing } = this.#paths();
    checkNames(this.#options, this.#trace.system, paths);
    const entities = new Map(this.#trace.system.entities.map((entity) => [entity.id, entity]));
    this.#trackers = paths.map((path) => new ChainTracker(path, entities, this.#longestRun));
    this.#secondWalk();
    const { end } = this.#trace.system;
    const callbacks = [...this.#callbacks.values()].sort(bySlowness);
    const executors = [...this.#executors.values()].filter(({ members }) => members.length > 0);
    const chains = this.#trackers.filter(({ latency }) => latency.count > 0);
    const others = await observeRuns(this.#options.others ?? [], paths);
    const worst = this.#worst(executors, callbacks, others);
    return {
      format: 'orrery-analysis/1',
      run: this.#trace.path,
      length: end,
      count: this.#count,
      callbacks: callbacks.map((statistics) => statistics.analysis()),
      executors: executors.map((executor) => executor.analysis(end)),
      inversions: executors.flatMap((executor) => executor.inversions()),
      chains: this.#trackers.map((tracker) => tracker.analysis()),
      omittedChains: omitted,
      missingChains: missing,
      ...{ ...worst, alarms: alarmsOf(worst.bounds, worst.chainBounds), otherRuns: others.count },
      responseCurves: callbacks
        .filter(({ response }) => response.max > 0)
        .slice(0, DRAWN)
        .map(({ entity, response }) =>
          curveOf(
            `${entity.node} ${entity.name}`,
            colourKey(entity.kind, entity.node, entity.name),
            response,
          ),
        ),
      latencyCurves: chains
        .slice(0, DRAWN)
        .map(({ path, latency }) => curveOf(path.name, path.topics[0]!, latency)),
      timelines: this.#timelines(callbacks),
    };
  }

  #worst(
    executors: readonly ExecutorStatistics[],
    callbacks: readonly CallbackStatistics[],
    { responses, latencies }: OtherRuns,
  ): Pick<RunAnalysis, 'bounds' | 'chainBounds' | 'sensitivity'> {
    const { deadlines, sensitivity } = this.#options;
    const bounded = executors
      .filter(({ longestRun }) => longestRun > 0)
      .map((executor) => boundsOf(executor, [...this.#faults.values()], responses));
    const figures = figuresOf(bounded);
    const chains = (of: CallbackFigures) =>
      chainBoundsOf(this.#trackers, callbacks, of, deadlines, latencies);
    return {
      bounds: bounded.map(({ bounds }) => bounds),
      chainBounds: chains(figures),
      sensitivity: sensitivity ? sensitivityOf(bounded, { callbacks, chains, figures }) : [],
    };
  }

  #executorOf({ entity }: CallbackStatistics): ExecutorStatistics | undefined {
    return entity.executor === null ? undefined : this.#executors.get(entity.executor);
  }

  get #longestRun(): number {
    return Math.max(0, ...[...this.#executors.values()].map(({ longestRun }) => longestRun));
  }

  #firstWalk(): void {
    this.#trace.walk({
      callback: (callback) => {
        this.#count++;
        const statistics = this.#callbacks.get(callback.entity.id);
        if (statistics === undefined) return;
        statistics.add(callback);
        this.#executorOf(statistics)?.add(callback);
      },
      publication: (publication) => this.#graph.add(publication),
      fault: (fault, target) => {
        this.#faults.set(`${fault} ${target}`, { fault, target });
      },
    });
  }

  #secondWalk(): void {
    const trackers = this.#trackers;
    this.#trace.walk({
      callback: (callback) => {
        const statistics = this.#callbacks.get(callback.entity.id);
        if (statistics !== undefined) this.#executorOf(statistics)?.addAgain(statistics, callback);
        for (const tracker of trackers) tracker.callback(callback);
      },
      publication: (publication) => {
        for (const tracker of trackers) tracker.publication(publication);
      },
    });
  }

  #paths(): { paths: ChainPath[]; omitted: number; missing: (readonly string[])[] } {
    const { chains = [] } = this.#options;
    if (chains.length === 0) return { ...this.#graph.found(), missing: [] };
    const ways = chains.map((chain) => ({ chain, paths: this.#graph.declared(chain) }));
    const missing = ways.filter(({ paths }) => paths.length === 0);
    return {
      paths: ways.flatMap(({ paths }) => paths),
      omitted: 0,
      missing: missing.map(({ chain }) => chain.topics),
    };
  }

  #timelines(callbacks: readonly CallbackStatistics[]): Timeline[] {
    const timelines: Timeline[] = [];
    const longest = this.#longestRun;
    const slowest = callbacks[0]?.analysis();
    if (slowest?.worst && slowest.response.max > 0) {
      const { start, end } = slowest.worst;
      const from = Math.min(start, end - slowest.response.max);
      const title = `The longest response time: ${slowest.node} ${slowest.name}`;
      timelines.push(timelineOf(this.#trace, title, { from, to: end }, longest));
    }
    let slowestChain: ChainAnalysis | undefined;
    for (const tracker of this.#trackers) {
      if (tracker.latency.max > (slowestChain?.latency.max ?? 0)) slowestChain = tracker.analysis();
    }
    if (slowestChain?.worst) {
      const { sampled, end } = slowestChain.worst;
      const title = `The slowest sample: ${slowestChain.name}`;
      timelines.push(timelineOf(this.#trace, title, { from: sampled, to: end }, longest));
    }
    return timelines;
  }
}

function figuresOf(executors: readonly BoundedExecutor[]): CallbackFigures {
  const known = new Map(
    executors.flatMap(({ bounds }) =>
      bounds.callbacks.map((each) => [`${each.node} ${each.name}`, each.bound] as const),
    ),
  );
  return {
    bound: ({ entity, response }) => {
      const bound = known.get(`${entity.node} ${entity.name}`);
      if (bound !== undefined) return bound;
      // In an executor whose callbacks take no time, no callback ever waits.
      return entity.longest === 0 && response.max === 0 ? 0 : null;
    },
    longest: ({ entity, execution }) => entity.longest ?? execution.max,
  };
}

/** Longest response time first; equal ones by name. */
function bySlowness(a: CallbackStatistics, b: CallbackStatistics): number {
  const key = ({ entity }: CallbackStatistics) => `${entity.node} ${entity.name} ${entity.kind}`;
  const ran = Math.min(1, b.response.count) - Math.min(1, a.response.count);
  return ran || b.response.max - a.response.max || (key(a) < key(b) ? -1 : 1);
}

function curveOf(name: string, of: string, samples: SampleSet): DistributionCurve {
  const steps = Math.min(200, samples.count);
  const points = Array.from({ length: steps }, (_, i) => {
    const part = (i + 1) / steps;
    return { part, value: samples.quantile(part) };
  });
  return { name, of, points: [{ part: 0, value: samples.min }, ...points] };
}
