import { resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import type { LiveSettings } from '../live/index.js';
import {
  checkSystemModels,
  parseAttachedNode,
  parseExecutorChoice,
  type SystemModels,
} from '../models/index.js';
import {
  type MonitorOptions,
  type OutputSettings,
  type PlayedBag,
  parseTopicCondition,
  type RunConfig,
  readDelayFile,
} from '../system/index.js';
import type { EnvironmentOptions } from './given_environment.js';

/**
 * The options of a run, named as on the command line; all are optional. A
 * duration is a text such as `20s`, or a number of seconds.
 */
export interface SystemOptions extends EnvironmentOptions {
  /** Bags to play. */
  readonly bags?: readonly (string | PlayedBag)[];
  /** Joins a real network, in real time. */
  readonly live?: LiveSettings | undefined;
  /** Launch arguments. */
  readonly args?: Readonly<Record<string, string>>;
  /** Whether `$(command …)` of a launch file may start programs. Default: false. */
  readonly allowCommand?: boolean;
  /** What a launch file starts and the run leaves out: `PACKAGE`, `PACKAGE/EXECUTABLE`, the words of a command. */
  readonly without?: readonly string[];
  /** Folders to search first for packages. */
  readonly packages?: readonly string[];
  /** What each program gets on its command line besides ROS arguments; not with a launch file. */
  readonly programArgs?: readonly string[];
  /** As after `--ros-args`. Parameters win over those of a launch file. */
  readonly rosArgs?: readonly string[];
  /** What the programs read as standard input: a file, or `-` for that of this process. */
  readonly stdin?: string | undefined;
  /** Virtual time to run. */
  readonly until?: string | number | undefined;
  readonly untilTopic?: string | readonly string[];
  readonly untilPlayed?: boolean | undefined;
  readonly untilExit?: string | readonly string[];
  /** Adds a monitor node that ends the run after this time, as in rslcpp. */
  readonly monitorTimeout?: string | number | undefined;
  /** Wall time after which the run is ended. Default: none. */
  readonly wallLimit?: string | number | undefined;
  /** Whether each kind of ending has its own exit code. Default: false. */
  readonly exitCodeByEnd?: boolean | undefined;
  /** Callbacks in one instant before they are reported as a cycle. */
  readonly instantLimit?: number | undefined;
  /** The largest message allowed, in bytes. Default: 256 MiB. */
  readonly messageLimit?: number | undefined;
  readonly seed?: string | number;
  /** What the clock reads at the start, in ns since the epoch. */
  readonly initialTime?: bigint | undefined;
  /** Virtual seconds per second of the wall clock, at most. */
  readonly rate?: string | number | undefined;
  /** Model files, or their content: execution times, links, faults… (docs/models.md). */
  readonly models?: string | SystemModels | readonly (string | SystemModels)[];
  /** Nodes that are started by hand, as after `--attach`: `/planner`, or `/planner@41` with its DDS domain. */
  readonly attach?: readonly string[];
  /** Executors as after `--executor`: `multi:4`, or `/planner=multi:4`. */
  readonly executors?: readonly string[];
  /** Delay file of rslcpp. */
  readonly delays?: string | undefined;
  readonly clockAdvances?: boolean | undefined;
  /** The directory that the run writes. */
  readonly directory?: string | undefined;
  readonly digest?: OutputSettings['digest'] | undefined;
  /** Whether the outcome describes the graph. Default: false. */
  readonly doctor?: boolean | undefined;
  /** Whether an escape from the virtual world is an error. Default: false, it is reported. */
  readonly strict?: boolean | undefined;
  /** Really sleeps for up to this long before each callback. */
  readonly disturb?: string | number | undefined;
  /** Measures how long callbacks compute, into this model file. */
  readonly measure?: string | undefined;
}

/** One or several, or none. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as T];
}

/** All of a configuration except what is run: the only place where options become settings. */
export function settingsOf(
  name: string,
  options: SystemOptions,
  monitor?: MonitorOptions,
): Omit<RunConfig, 'system'> {
  return {
    name,
    seed: String(options.seed ?? 0),
    clock: { initialTime: options.initialTime, rate: rateOf(options.rate) },
    stop: stopOf(options, monitor),
    models: {
      files: [...modelsOf(options), ...attachedOf(options)],
      executors: (options.executors ?? []).map(parseExecutorChoice),
      delays: options.delays === undefined ? undefined : readDelayFile(options.delays),
      clockAdvances: options.clockAdvances ?? false,
    },
    output: {
      digest: options.digest ?? 'content',
      directory: options.directory,
      graph: options.doctor ?? false,
    },
    proof: {
      strict: options.strict ?? false,
      disturbMs: options.disturb === undefined ? undefined : durationOf(options.disturb) / 1e6,
      measure: options.measure === undefined ? undefined : resolve(options.measure),
    },
  };
}

function modelsOf({ models }: SystemOptions): (string | SystemModels)[] {
  return listOf(models).map((file, index) => {
    if (typeof file === 'string') return resolve(file);
    checkSystemModels(file, Array.isArray(models) ? `models[${index}]` : 'models');
    return file;
  });
}

function attachedOf({ attach = [] }: SystemOptions): SystemModels[] {
  return attach.length === 0 ? [] : [{ attach: attach.map(parseAttachedNode) }];
}

function stopOf(options: SystemOptions, monitor: MonitorOptions | undefined): RunConfig['stop'] {
  const { until, wallLimit, monitorTimeout } = options;
  const topics = listOf(options.untilTopic);
  for (const condition of topics) parseTopicCondition(condition);
  return {
    duration: until === undefined ? undefined : durationOf(until),
    topics,
    played: options.untilPlayed ?? false,
    exited: listOf(options.untilExit),
    monitor:
      monitorTimeout === undefined ? monitor : { timeoutSeconds: durationOf(monitorTimeout) / 1e9 },
    wallSeconds: wallLimit === undefined ? undefined : durationOf(wallLimit) / 1e9,
    instantLimit: options.instantLimit,
    messageLimit: options.messageLimit,
    codeByEnd: options.exitCodeByEnd ?? false,
  };
}

/** In ns. @throws OrreryError `ORR_DURATION` */
function durationOf(value: string | number): number {
  if (typeof value === 'string') return parseDuration(value);
  return parseDuration(Number.isFinite(value) ? value.toFixed(9) : String(value));
}

function rateOf(rate: string | number | undefined): number | undefined {
  if (rate === undefined) return undefined;
  const factor = Number(rate);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new OrreryError('ORR_RATE', `The rate "${rate}" is not a number above 0; give e.g. 0.5.`);
}
