import type { Failure } from '../explore/index.js';
import type { KeyedFile } from './run_keys.js';

/** The result of one run of a campaign: immutable once it is published. */
export interface RunResult {
  readonly format: 'orrery-result/1';
  /** See `RunKeys`. */
  readonly key: string;
  readonly seed: string;
  /** By axis. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly status: 'passed' | 'failed';
  /** The first failure. */
  readonly failure?: Failure;
  /** Checks that had nothing to judge in the run. */
  readonly idle: readonly string[];
  readonly digest: string;
  readonly end: string;
  readonly exitCode: number;
  /** False if the run used inputs that the simulation does not determine. */
  readonly reproducible: boolean;
  readonly callbacks: number;
  readonly messages: number;
  readonly virtualSeconds: number;
  readonly wallSeconds: number;
  /** Values by name; null if the run has no such figure. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Metrics that are null because they are `NaN`, `Infinity` or `-Infinity`, which JSON has not. */
  readonly notNumbers?: Readonly<Record<string, string>>;
  /** Metrics that are null because the run has nothing of the name that they ask for. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** The files that determined it: inputs, and the modules that it loaded. */
  readonly files: readonly KeyedFile[];
  /** Of Orrery, see `RunKeys.build`. */
  readonly build: string;
}

/** Whether two results describe the same run; a check that judges the same run differently depends on something else. */
export function isSameRun(a: RunResult, b: RunResult): boolean {
  return a.digest === b.digest && a.status === b.status;
}
