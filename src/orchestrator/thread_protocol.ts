/** The messages between a run and the thread that speaks DDS with its processes. */
import type { MessagePort } from 'node:worker_threads';
import type { Qos } from '../dds/index.js';

/** The data with which the thread is started. */
export interface ProcessThreadData {
  readonly port: MessagePort;
  /** Incremented with every message to the run, which waits for the change. */
  readonly signal: Int32Array;
  /** DDS domains that processes may get. */
  readonly domains: readonly number[];
  /** The place in that list where the search for free ones begins. */
  readonly first: number;
}

export type EndpointRole = 'publisher' | 'subscription' | 'server' | 'client';

/** An endpoint of a process, under the name that the process knows it by. */
export interface DeclaredEndpoint {
  /** The number by which both sides identify it. */
  readonly handle: number;
  readonly role: EndpointRole;
  readonly name: string;
  /** `package/msg/Name` or `package/srv/Name`. */
  readonly type: string;
  readonly qos: Qos;
  /** Undefined if its node is unknown. */
  readonly node: { readonly name: string; readonly namespace: string } | undefined;
}

/** The event for which a process is released; it then runs until its callback is over. */
export type ProcessInput =
  | { readonly kind: 'message'; readonly handle: number; readonly payload: Uint8Array }
  | {
      /** A request to one of its servers, or the response to a request of one of its clients. */
      readonly kind: 'request' | 'response';
      readonly handle: number;
      readonly number: number;
      readonly payload: Uint8Array;
    }
  /** Only its clock advances. */
  | { readonly kind: 'clock' }
  /** Nobody will answer its request; the run still waits for the end of its callback. */
  | { readonly kind: 'resume' }
  /** Asks whether its callback waits for a response that has not come at this instant. */
  | { readonly kind: 'settle' };

/** What a process has sent. */
export type ProcessOutput = Extract<ProcessInput, { readonly handle: number }>;

/** The means by which the end of a callback is recognised, strongest first. */
export const MEANS = ['barrier', 'outputs', 'status', 'quiet'] as const;
export type Means = (typeof MEANS)[number];

/** What callbacks must send before they are over. */
export interface DeclaredEnd {
  readonly means: 'outputs' | 'status';
  /** Topics, each as often as it gets a message. */
  readonly outputs: readonly string[];
  /** Nodes, without a leading slash, that must send a Status message. */
  readonly statuses: readonly string[];
}

/** How to recognise that a callback is over. */
export interface CallbackEnd {
  /** `strongest`: parameter services if there are any, else what is declared. */
  readonly wanted: 'strongest' | 'declared' | 'quiet';
  readonly declared?: DeclaredEnd;
}

/** How a process is started. */
export interface ProcessStart {
  readonly process: number;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: ProcessLimits;
  /** 24 for Humble, 16 since Iron. */
  readonly gidBytes: 16 | 24;
  /** Its domain and prefix, if it was started by hand. */
  readonly attached?: { readonly domain: number; readonly prefix: Uint8Array } | undefined;
}

/** A node that was started by hand, or is to be. */
export interface SoughtNode {
  /** Its full name. */
  readonly node: string;
  readonly domain: number;
}

export interface FoundNode {
  /** The prefix of its participant. */
  readonly prefix: Uint8Array;
  /** Whether there is another node of this name. */
  readonly isTwin: boolean;
  /** Topics on which it hears others without Orrery. */
  readonly direct: readonly string[];
}

export interface SoughtAnswer {
  readonly kind: 'sought';
  readonly ticket: number;
  readonly found: readonly (FoundNode | undefined)[];
  /** All nodes that were seen, as `name@domain`. */
  readonly seen: readonly string[];
  /** Why nothing can be sought. */
  readonly failure: string | undefined;
}

/** Real times in ms. They do not affect results, only when something is given up. */
export interface ProcessLimits {
  /** Within this time, a process must have started. */
  readonly start: number;
  /** Within this time, a callback must be over. */
  readonly callback: number;
  /**
   * A callback that has sent a request counts as waiting for the response after its process was
   * seen asleep for this long.
   */
  readonly inside: number;
  /** A process without parameter services counts as idle when it has been quiet for this long. */
  readonly quiet: number;
  /** After this time, a process that was asked to end is killed. */
  readonly stop: number;
}

export type ThreadCommand = ProcessCommand | SeekCommand;

export interface SeekCommand {
  readonly kind: 'seek';
  readonly ticket: number;
  readonly sought: readonly SoughtNode[];
  /** ms */
  readonly within: number;
  readonly gidBytes: 16 | 24;
}

export type ProcessCommand =
  | ({ readonly kind: 'start'; readonly ticket: number } & ProcessStart)
  | {
      readonly kind: 'release';
      readonly ticket: number;
      readonly process: number;
      /** The time to which its clock is set, in ns; undefined leaves it as it is. */
      readonly clock: bigint | undefined;
      readonly input: ProcessInput;
      /** Undefined for an event that belongs to an open callback. */
      readonly end: CallbackEnd | undefined;
    }
  | {
      readonly kind: 'stop';
      readonly ticket: number;
      readonly process: number;
      /** Kills the process at once. */
      readonly isCrash: boolean;
    };

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
  readonly failure?: string;
}

export interface ThreadAnswer {
  readonly kind: 'answer';
  readonly ticket: number;
  /**
   * `blocked`: it has sent a request, and its callback may wait for the response; `hung`: its
   * callback does not end.
   */
  readonly state: 'idle' | 'blocked' | 'hung' | 'ended';
  /** Outputs in the order in which they were sent. */
  readonly outputs: readonly ProcessOutput[];
  /** What it sent outside of any callback. */
  readonly strays: readonly ProcessOutput[];
  /** What the order of the run does not determine, each as the end of a sentence about the program. */
  readonly doubts: readonly string[];
  /** New endpoints; the next field has the handles of those that are gone. */
  readonly declared: readonly DeclaredEndpoint[];
  readonly gone: readonly number[];
  readonly usesClock: boolean;
  readonly means: Means;
  readonly end: ProcessEnd | undefined;
  /** For a process that hangs: what is awaited, and the states of its threads. */
  readonly report: string | undefined;
}

export type ThreadNews =
  | ThreadAnswer
  | SoughtAnswer
  /** An internal error of the thread. */
  | { readonly kind: 'crashed'; readonly text: string }
  | { readonly kind: 'spawned'; readonly process: number; readonly pid: number }
  | { readonly kind: 'exited'; readonly process: number; readonly pid: number };
