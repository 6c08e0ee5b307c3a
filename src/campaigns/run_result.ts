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
  /** The first thing that was wrong. */
  readonly failure?: Failure;
  readonly digest: string;
  readonly end: string;
  readonly exitCode: number;
  /** False if the run asked for what the simulation does not decide. */
  readonly reproducible: boolean;
  readonly callbacks: number;
  readonly messages: number;
  readonly virtualSeconds: number;
  readonly wallSeconds: number;
  /** By name; null where the run has no such figure. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** What it was made of: inputs, and the modules that it loaded. */
  readonly files: readonly KeyedFile[];
  /** Of Orrery, see `RunKeys.build`. */
  readonly build: string;
}

/** Whether two results are of the same run. */
export function isSameRun(a: RunResult, b: RunResult): boolean {
  return a.digest === b.digest;
}
