/** The format of the executor vectors: a workload, and how real executors ran it. */
import { readFileSync } from 'node:fs';
import { OrreryError } from '../../errors/index.js';

/** Name of the callback, its number, the earliest and latest start over all runs, and the earliest end, in ms. */
export type RecordedEvent = readonly [string, number, number, number, number];

export interface RecordedVariant {
  readonly runs: number;
  readonly subscription_map_orders: readonly (readonly string[])[];
  readonly events: readonly RecordedEvent[];
}

export interface RecordedResult {
  readonly executor: string;
  readonly intra_process: boolean;
  readonly variants: readonly RecordedVariant[];
}

export interface ExecutorVector {
  readonly id: string;
  readonly workload: readonly string[];
  readonly results: readonly RecordedResult[];
}

/** The iteration orders of `std::unordered_map`. */
export interface MapOrderVector {
  readonly cases: readonly {
    readonly keys: readonly number[];
    readonly order: readonly number[];
  }[];
}

/** Reads a vector of either format; throws `ORR_VECTOR_FILE` if it is neither. */
export function readExecutorVector(file: string): ExecutorVector | MapOrderVector {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new OrreryError('ORR_VECTOR_FILE', `${file} cannot be read as JSON.`, {
      place: { file },
      cause,
    });
  }
  const vector = content as Partial<ExecutorVector & MapOrderVector>;
  if (Array.isArray(vector?.cases)) return { cases: vector.cases };
  if (Array.isArray(vector?.workload) && Array.isArray(vector.results)) {
    return vector as ExecutorVector;
  }
  throw new OrreryError('ORR_VECTOR_FILE', `${file} is not an executor vector.`, {
    place: { file },
  });
}
