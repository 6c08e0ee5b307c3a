/** What the page asks of its worker, and what that answers. Times in ns since the start of the run. */
import type { Finding } from '../../doctor/index.js';
import type { GraphReport } from '../../record/index.js';
import type { RunDiff } from '../../verify/index.js';
import type { Picture, Scene } from './drawable.js';
import type { ColumnArrays } from './run_columns.js';

/** Where a file of a run is. */
export type FilePlace =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly file: Blob }
  | { readonly name: string; readonly url: string; readonly size: number };

/** A run to open: the files of its directory, or one recording. */
export interface RunFiles {
  readonly name: string;
  /** Address at which its debugger is asked, if the page has one. */
  readonly debug?: string | undefined;
  /** Address at which its server tells how far it is, if it is under way. */
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

/** Something to see on the timeline besides callbacks. */
export interface RunEvent {
  readonly time: number;
  readonly kind: 'fault' | 'log' | 'state' | 'leak' | 'decision';
  readonly severity: 'info' | 'warning' | 'error';
  /** The node it concerns; empty: none. */
  readonly node: string;
  readonly text: string;
}

/** A run that was opened, as far as it can be read. */
export interface RunInfo {
  readonly name: string;
  readonly path: string;
  /** Address at which its debugger is asked, if the page has one. */
  readonly debug?: string | undefined;
  /** ns since the epoch. */
  readonly epoch: bigint;
  /** Length of the run. */
  readonly end: number;
  readonly digest: string;
  readonly ended: string;
  /** Without a trace, nobody knows of callbacks. */
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

/** A decoded message, as a tree of plain values that can be shown. */
export interface MessageView {
  readonly topic: string;
  readonly type: string;
  readonly time: number;
  /** Place among the messages of its topic. */
  readonly index: number;
  readonly text: string;
  /** The first bytes. */
  readonly bytes: Uint8Array;
  readonly size: number;
}

export type StateText = readonly [key: string, value: string];

/** A status of diagnostics, as it was at a time. */
export interface DiagnosticView {
  /** Its parts, separated by `/`, are a tree. */
  readonly name: string;
  readonly hardware: string;
  /** 0: all is well, 1: warning, 2: error, 3: stale. */
  readonly level: number;
  readonly message: string;
  readonly values: readonly StateText[];
  /** When it was said. */
  readonly time: number;
  readonly isStale: boolean;
}

/** A parameter, as it was at a time. */
export interface ParameterView {
  readonly node: string;
  readonly name: string;
  /** As JSON; undefined: it was deleted. */
  readonly value: string | undefined;
  /** Since when. */
  readonly time: number;
}

/** What a run has said of its own state by a time. */
export interface RunState {
  readonly diagnostics: readonly DiagnosticView[];
  readonly parameters: readonly ParameterView[];
  /** Whether it said more than is kept. */
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

/** Where a topic is no longer the same in two runs. */
export interface Parting {
  readonly topic: string;
  /** Time in the first run, or in the second where the first has no more. */
  readonly time: number;
  /** The message's place on its topic. */
  readonly index: number;
  readonly why: string;
  /** The first numeric field that differs then. */
  readonly field: string | undefined;
}

/** A frame, and the one in which it is looked at. */
export interface FramePair {
  readonly frame: string;
  readonly fixed: string;
}

export interface Series {
  readonly times: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

/** The questions, by name: what is given and what is answered. */
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
  /** Times of the messages or callbacks that answer a question, as of `orrery ask`. */
  ask: {
    readonly given: { run: string; question: string };
    readonly answer: {
      readonly count: number;
      readonly undecided: number;
      /** Whether there was anything that could have been an answer. */
      readonly isEvaluated: boolean;
      readonly times: readonly number[];
    };
  };
  /** What the run looks like at a time; `fixed` empty: the root of most frames. */
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
  /** Numbers of messages; or, with a pair of frames, how one moves in the other. */
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
