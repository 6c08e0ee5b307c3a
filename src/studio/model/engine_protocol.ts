/** The requests of the page to its worker, and the responses. Times are in ns since the start of the run. */
import type { Finding } from '../../doctor/index.js';
import type { GraphReport } from '../../record/index.js';
import type { RunDiff } from '../../verify/index.js';
import type { Picture, Scene } from './drawable.js';
import type { ColumnArrays } from './run_columns.js';

/** Where to read a file of a run. */
export type FilePlace =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly file: Blob }
  | { readonly name: string; readonly url: string; readonly size: number };

/** A run to open: the files of its directory, or one recording. */
export interface RunFiles {
  readonly name: string;
  /** The address of its debugger, if the page has one. */
  readonly debug?: string | undefined;
  /** The address at which the server reports the run's progress, if the run is active. */
  readonly live?: string | undefined;
  readonly files: readonly FilePlace[];
}

export interface EntityInfo {
  readonly node: string;
  readonly kind: string;
  readonly name: string;
  readonly executor: string;
  readonly depth: number | null;
  readonly deadline: number | null;
}

export interface TopicInfo {
  readonly name: string;
  readonly type: string;
  readonly count: number;
  /** Messages per second of the run. */
  readonly rate: number;
}

/** Something besides callbacks that the timeline shows. */
export interface RunEvent {
  readonly time: number;
  readonly kind: 'fault' | 'log' | 'state' | 'leak' | 'decision';
  readonly severity: 'info' | 'warning' | 'error';
  /** The node that it concerns, or an empty string. */
  readonly node: string;
  readonly text: string;
}

/** An opened run, as far as it can be read. */
export interface RunInfo {
  readonly name: string;
  readonly path: string;
  /** The address of its debugger, if the page has one. */
  readonly debug?: string | undefined;
  /** ns since the epoch. */
  readonly epoch: bigint;
  /** Length of the run, in ns. */
  readonly end: number;
  readonly digest: string;
  readonly ended: string;
  /** Whether there is a trace; without one, callbacks are unknown. */
  readonly hasTrace: boolean;
  readonly callbacks: number;
  readonly columns: ColumnArrays;
  readonly entities: readonly EntityInfo[];
  readonly topics: readonly TopicInfo[];
  readonly events: readonly RunEvent[];
  readonly graph: GraphReport | undefined;
  readonly findings: readonly Finding[];
  readonly leaks: readonly { readonly text: string }[];
  /** What cannot be shown, and why. */
  readonly problems: readonly string[];
}

/** A decoded message as text, with its first bytes. */
export interface MessageView {
  readonly topic: string;
  readonly type: string;
  readonly time: number;
  /** Index among the messages of its topic. */
  readonly index: number;
  readonly text: string;
  /** The first bytes. */
  readonly bytes: Uint8Array;
  readonly size: number;
}

export type StateText = readonly [key: string, value: string];

/** A diagnostic status as of a time. */
export interface DiagnosticView {
  /** The parts of the name, separated by `/`, form a tree. */
  readonly name: string;
  readonly hardware: string;
  /** 0: OK, 1: warning, 2: error, 3: stale. */
  readonly level: number;
  readonly message: string;
  readonly values: readonly StateText[];
  /** When the status was published. */
  readonly time: number;
  readonly isStale: boolean;
}

/** A parameter as of a time. */
export interface ParameterView {
  readonly node: string;
  readonly name: string;
  /** The value as JSON; undefined if the parameter was deleted. */
  readonly value: string | undefined;
  /** When it got this value. */
  readonly time: number;
}

/** What a run has reported about its own state up to a time. */
export interface RunState {
  readonly diagnostics: readonly DiagnosticView[];
  readonly parameters: readonly ParameterView[];
  /** Whether the run reported more than is kept. */
  readonly isCut: boolean;
}

export interface CallbackView {
  readonly number: number;
  readonly entity: string;
  readonly time: number;
  readonly duration: number;
  readonly waited: number;
  readonly travelled: number;
  readonly cause: number;
  readonly thread: number;
  readonly overwritten: number;
  readonly published: readonly string[];
}

/** Where a topic starts to differ between two runs. */
export interface Parting {
  readonly topic: string;
  /** Time in the first run, or in the second run if the first has no more messages. */
  readonly time: number;
  /** The message's index on its topic. */
  readonly index: number;
  readonly why: string;
  /** The first numeric field that differs there. */
  readonly field: string | undefined;
}

/** A frame, and the frame in which it is viewed. */
export interface FramePair {
  readonly frame: string;
  readonly fixed: string;
}

export interface Series {
  readonly times: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

/** The questions by name, each with its arguments and its answer. */
export interface Questions {
  open: { readonly given: RunFiles; readonly answer: RunInfo };
  callback: {
    readonly given: { run: string; number: number; time: number };
    readonly answer: CallbackView | undefined;
  };
  diff: { readonly given: { a: string; b: string }; readonly answer: RunDiff };
  partings: {
    readonly given: { a: string; b: string; topics: readonly string[] };
    readonly answer: readonly Parting[];
  };
  message: {
    readonly given: { run: string; topic: string; time: number };
    readonly answer: MessageView | undefined;
  };
  /** Times of the messages or callbacks that answer a question of `orrery ask`. */
  ask: {
    readonly given: { run: string; question: string };
    readonly answer: {
      readonly count: number;
      readonly undecided: number;
      /** Whether anything could have been an answer. */
      readonly isEvaluated: boolean;
      readonly times: readonly number[];
    };
  };
  /** The 3D scene at a time. If `fixed` is empty, the root of most frames is used. */
  scene: {
    readonly given: { run: string; time: number; fixed: string; topics: readonly string[] };
    readonly answer: Scene;
  };
  picture: {
    readonly given: { run: string; topic: string; time: number };
    readonly answer: Picture | undefined;
  };
  /** The whole text of the last message of a topic of strings. */
  text: {
    readonly given: { run: string; topic: string; time: number };
    readonly answer: string | undefined;
  };
  state: { readonly given: { run: string; time: number }; readonly answer: RunState };
  fields: {
    readonly given: { run: string; topic: string };
    readonly answer: { readonly fields: readonly string[]; readonly frame: string | undefined };
  };
  /** The names of all frames of the run. */
  frames: { readonly given: { run: string }; readonly answer: readonly string[] };
  /** Numbers from messages; with a pair of frames, how one moves in the other. */
  series: {
    readonly given: { run: string; topic: string; field: string; frames?: FramePair | undefined };
    readonly answer: Series;
  };
}

export type Question = keyof Questions;

export interface Request {
  readonly id: number;
  readonly question: Question;
  readonly given: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string; readonly code: string | undefined }
  | { readonly id: number; readonly progress: number };
