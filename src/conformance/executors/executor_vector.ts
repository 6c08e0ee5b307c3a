/** The format of the executor vectors: a workload and how real executors ran it. */
import { readFileSync } from 'node:fs';
import { OrreryError } from '../../errors/index.js';

/** Callback, its number, earliest and latest start of the runs and earliest end, in ms. */
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

/** Iteration orders of `std::unordered_map`. */
export interface MapOrderVector {
  readonly cases: readonly {
    readonly keys: readonly number[];
    readonly order: readonly number[];
  }[];
}

/** Reads a vector of either format; `ORR_VECTOR_FILE` when it is neither. */
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
