/** The format `rslcpp-vectors/1`: a network of nodes and how the real rclcpp ran it. */
import { readFileSync } from 'node:fs';
import { OrreryError } from '../errors/index.js';

export interface VectorAction {
  readonly op: 'pub' | 'call' | 'cancel' | 'reset';
  readonly target: string;
  readonly every?: number;
  readonly phase?: number;
}

export interface VectorEntity {
  readonly kind: 'pub' | 'sub' | 'timer' | 'client' | 'service';
  readonly id: string;
  readonly topic?: string;
  readonly service?: string;
  readonly depth?: number;
  readonly period_ns?: number;
  readonly seed?: number;
  readonly actions?: readonly VectorAction[];
  readonly take_shared?: boolean;
  readonly transient_local?: boolean;
  readonly initial_publishes?: number;
}

export interface VectorNode {
  readonly name: string;
  readonly seed: number;
  readonly entities: readonly VectorEntity[];
}

export interface VectorDescription {
  readonly t0_ns: number;
  readonly duration_ns: number;
  readonly construction: 'phased' | 'by_node';
  readonly timer_insertion: 'listed' | 'natural';
  readonly add_order?: readonly number[];
  readonly nodes: readonly VectorNode[];
}

/** Orders that rclcpp's containers determine; if given, they are injected. */
export interface VectorObserved {
  readonly timer_heap_order?: readonly string[];
  readonly delivery_order?: Readonly<Record<string, readonly string[]>>;
  readonly client_order?: Readonly<Record<string, readonly string[]>>;
}

export interface VectorExpected {
  readonly final_states: Readonly<Record<string, string>>;
  readonly callback_count: number;
  readonly order_hash: string;
  readonly timed_order_hash: string;
  readonly callbacks_per_id: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly last_time_ns: number;
  readonly end_reason: 'end' | 'no_timer';
  readonly trace_head: readonly (readonly [number, string])[];
}

export interface VectorFile {
  readonly format: string;
  readonly name: string;
  readonly description: VectorDescription;
  readonly observed: VectorObserved;
  readonly flags: { readonly stale_heap_hits?: number };
  readonly expected: VectorExpected;
  /** Further runs of the same network, each valid for its own `observed`. */
  readonly other_runs?: readonly {
    readonly observed: VectorObserved;
    /** Lacks the head of the trace; the order hashes still cover every callback. */
    readonly expected: Omit<VectorExpected, 'trace_head'>;
  }[];
}

/** Reads a vector file; throws `ORR_VECTOR_FILE` if it is not one. */
export function readVectorFile(file: string): VectorFile {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new OrreryError('ORR_VECTOR_FILE', `${file} cannot be read as JSON.`, {
      place: { file },
      cause,
    });
  }
  const vector = content as VectorFile;
  if (vector?.format !== 'rslcpp-vectors/1') {
    throw new OrreryError('ORR_VECTOR_FILE', `${file} is not of the format rslcpp-vectors/1.`, {
      place: { file },
    });
  }
  return vector;
}
