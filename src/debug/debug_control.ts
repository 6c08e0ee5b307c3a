import type { CodePlace, Graph } from '../graph/index.js';
import { real } from '../guard/index.js';
import type { GuestDebugger } from '../guests/index.js';
import { entityName } from '../trace/index.js';
import { type DebugJob, outputMark } from './debug_report.js';
import type { TraceFollower } from './trace_follower.js';
import { fieldsText, nodeText, valueText } from './value_text.js';

const STDOUT = 1;

/** The position of a debugged run; plain data, read through the inspector. */
export interface DebugPosition {
  /** Number of the callback that is running or ran last. */
  readonly callback: number;
  /** ns since the start. */
  readonly time: number;
  /** Whether it halts before the callback's own code, or after it. */
  readonly phase: 'before' | 'after';
  /** Full name of the node, and the entity's name in the trace. */
  readonly node: string;
  readonly entity: string;
  /** Where the callback's code is defined if it is in Python: the file as named in reports. */
  readonly python?: CodePlace | undefined;
}

/**
 * What the inspector sets and reads while the run is halted. It lives in the run's own thread; its methods are
 * called through the inspector and must not change what the run does.
 */
export class DebugControl {
  /** The callback before which the run halts. */
  target: number;
  /** The callback after which it halts; 0: none. */
  after = 0;
  phase: DebugPosition['phase'] = 'before';
  readonly #graph: Graph;
  readonly #follower: TraceFollower;

  /** How many callbacks were recorded before the run was ended from outside. */
  readonly limit: number;
  /** Called when the recorded run was ended from outside. */
  onCut: () => void = () => {};
  readonly #python: GuestDebugger;

  constructor(graph: Graph, follower: TraceFollower, job: DebugJob, python: GuestDebugger) {
    const { target, callbacks, cut } = job;
    this.#python = python;
    this.#graph = graph;
    this.#follower = follower;
    this.target = target;
    this.limit = cut ? callbacks : Number.POSITIVE_INFINITY;
  }

  /** The position of the run, as JSON. */
  position(): string {
    const { callbacks, kernel, last } = this.#graph;
    const position: DebugPosition = {
      callback: callbacks,
      time: kernel.now,
      phase: this.phase,
      node: last?.node.fullName ?? '',
      python: last?.place,
      entity: last === undefined ? '' : entityName(last.node, last.kind, last.name),
    };
    return JSON.stringify(position);
  }

  /**
   * The first difference of the re-execution from the recorded run, as JSON; empty if there is none
   * so far.
   */
  divergence(): string {
    const divergence = this.#follower.check();
    return divergence === undefined ? '' : JSON.stringify(divergence);
  }

  /** Writes a mark to stdout after everything printed so far. */
  mark(number: number): void {
    const bytes = Buffer.from(outputMark(number));
    let written = 0;
    while (written < bytes.length) {
      try {
        written += real.fs.writeSync(STDOUT, bytes, written);
      } catch (error) {
        // The pipe is full: the parent is reading.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
    }
  }

  /** The next callback opens its debugger if it is in Python. */
  armPython(): void {
    this.#python.armed = true;
  }

  /** Any value as text; for a node, the fields that the user has added. Calls no user code. */
  text(value: unknown): string {
    const node = this.#graph.nodes.find(({ client }) => client !== undefined && client === value);
    return node?.client === undefined ? valueText(value) : nodeText(node.client);
  }

  /**
   * The state that the node exposes, else the fields that user code has added, as text; empty if
   * there is no such node, or nothing to show.
   */
  state(name: string): string {
    const node = this.#graph.nodes.find(({ fullName }) => fullName === name);
    const state = node?.state?.();
    if (state !== undefined) return this.text(state);
    return node?.client === undefined ? '' : fieldsText(node.client);
  }
}
