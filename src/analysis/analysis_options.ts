import { didYouMean, OrreryError, readDescription } from '../errors/index.js';
import { readDuration } from '../kernel/index.js';
import { yaml } from '../packages/index.js';

/**
 * A deadline: a callback must end within this time of the arrival of its input, or a chain within this
 * time of its sample.
 */
export interface DeclaredDeadline {
  /**
   * Pattern of topic, service or timer, e.g. `/scan`; with its node: `/planner:/scan`. Or the name or
   * the topics of a chain: `/scan,/cmd_vel`.
   */
  readonly callback: string;
  /** ns. */
  readonly deadline: number;
}

/** The priority of a callback; higher is more urgent. */
export interface DeclaredPriority {
  readonly callback: string;
  readonly priority: number;
}

/** How often the input of a callback arrives at most. */
export interface DeclaredArrivals {
  readonly callback: string;
  /** ns. */
  readonly period: number;
  /** How much later than its period an input may arrive, in ns. Default: 0. */
  readonly jitter?: number;
}

/** A cause–effect chain: the topics that data passes, in order. */
export interface DeclaredChain {
  readonly name?: string | undefined;
  readonly topics: readonly string[];
}

/** What an analysis examines in addition to the data of the trace. */
export interface AnalysisOptions {
  /** Default: the chains found in the trace. */
  readonly chains?: readonly DeclaredChain[];
  readonly deadlines?: readonly DeclaredDeadline[];
  /** In worst-case bounds, these replace the arrivals of the run and the periods of timers. */
  readonly arrivals?: readonly DeclaredArrivals[];
  /** These override the priorities of executors with the policy `priority`. */
  readonly priorities?: readonly DeclaredPriority[];
  /** Whether to compute by how much each execution time may grow. */
  readonly sensitivity?: boolean;
  /** Directories of other runs of the system, whose longest times are shown beside the bounds. */
  readonly others?: readonly string[];
}

/**
 * `/scan,/filtered,/cmd_vel`, optionally named: `drive=/scan,/cmd_vel`. @throws OrreryError
 * `ORR_ANALYSIS_OPTION`
 */
export function parseChain(text: string): DeclaredChain {
  const [, name, list = ''] = /^(?:([^=/]+)=)?(.*)$/.exec(text) ?? [];
  const topics = list.split(',').map((topic) => topic.trim());
  if (topics.length < 2 || topics.some((topic) => !topic.startsWith('/'))) {
    throw refused(text, 'a chain is a list of two or more topics, e.g. /scan,/filtered,/cmd_vel');
  }
  return { name, topics };
}

/**
 * `/scan=20ms`, `/planner:/scan=20ms`, `/planner:timer#2=5ms`. @throws OrreryError
 * `ORR_ANALYSIS_OPTION`
 */
export function parseDeadline(text: string): DeclaredDeadline {
  const at = text.lastIndexOf('=');
  const deadline = Number(readDuration(text.slice(at + 1)) ?? 0n);
  if (at < 1 || deadline <= 0) {
    throw refused(text, 'a deadline is a callback and a duration, e.g. /scan=20ms');
  }
  return { callback: text.slice(0, at), deadline };
}

/** `/scan=100ms`, `/planner:/scan=100ms,jitter=5ms`. @throws OrreryError `ORR_ANALYSIS_OPTION` */
export function parseArrivals(text: string): DeclaredArrivals {
  const [, callback, every = '', late = '0ms'] =
    /^(.+?)=([^=,]+)(?:,\s*jitter=([^=,]+))?$/.exec(text) ?? [];
  const period = Number(readDuration(every) ?? 0n);
  const jitter = Number(readDuration(late) ?? -1n);
  if (callback === undefined || period <= 0 || jitter < 0 || jitter > 1000 * period) {
    throw refused(
      text,
      'arrivals are a callback, a period and at most a jitter, e.g. /scan=100ms or /scan=100ms,jitter=5ms',
    );
  }
  return { callback, period, jitter };
}

/** `/planner:/scan=10`; higher is more urgent. @throws OrreryError `ORR_ANALYSIS_OPTION` */
export function parsePriority(text: string): DeclaredPriority {
  const [, callback, value] = /^(.+)=(-?\d{1,9})$/.exec(text) ?? [];
  if (callback === undefined) {
    throw refused(text, 'a priority is a callback and a whole number, e.g. /planner:/scan=10');
  }
  return { callback, priority: Number(value) };
}

const KEYS: readonly string[] = ['chains', 'deadlines', 'arrivals', 'priorities'];

/**
 * Reads options from YAML: `chains` (a list of topics each, or a mapping from names to lists),
 * `deadlines`, `arrivals` and `priorities` (mappings from callbacks to durations and numbers).
 *
 * @throws OrreryError `ORR_ANALYSIS_OPTION`
 */
export function readAnalysisOptions(file: string): AnalysisOptions {
  let value: unknown;
  try {
    value = yaml().parseDocument(readDescription(file)).toJS();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw refused(file, `the file cannot be read (${reason})`);
  }
  if (!isMapping(value)) throw refused(file, `a mapping with ${KEYS.join(', ')} is needed`);
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, KEYS) || `; the keys are ${KEYS.join(', ')}.`;
    throw refused(file, `"${unknown}" is unknown${hint.replace(/\.$/, '')}`);
  }
  const pairs = (key: string) =>
    entriesOf(value[key], file).map(([name, each]) => `${name}=${String(each)}`);
  return {
    chains: chainsOf(value.chains, file).map(parseChain),
    deadlines: pairs('deadlines').map(parseDeadline),
    arrivals: pairs('arrivals').map(parseArrivals),
    priorities: pairs('priorities').map(parsePriority),
  };
}

function chainsOf(chains: unknown, file: string): string[] {
  if (Array.isArray(chains)) return chains.map(String);
  return entriesOf(chains, file).map(([name, topics]) => `${name}=${String(topics)}`);
}

function entriesOf(value: unknown, file: string): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) throw refused(file, `${KEYS.join(', ')} are mappings`);
  return Object.entries(value);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(text: string, reason: string): OrreryError {
  return new OrreryError('ORR_ANALYSIS_OPTION', `"${text}" is not understood: ${reason}.`);
}
