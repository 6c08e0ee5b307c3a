import type { CallbackGroup, Outbox, Sender, Waitable } from '../graph/index.js';
import { type Delayed, DelayedAction } from '../kernel/index.js';
import type { ExecutionTimes } from '../models/index.js';

interface HeldOutput {
  readonly sender: Sender;
  readonly send: () => void;
  sent: boolean;
}

/** What a callback run tells the executor whose thread it occupies. */
export interface RunOwner {
  /** Its execution time is over. */
  elapsed(run: CallbackRun): void;
  /** The promise it returned is settled. */
  settled(run: CallbackRun): void;
  /** It will never end; what it did so far belongs into the trace. */
  stuck(run: CallbackRun): void;
  /** One of its outputs leaves before its end. */
  leave(run: CallbackRun, sender: Sender, send: () => void): void;
}

/** One callback that occupies a virtual thread, and what it has sent that has not left yet. */
export class CallbackRun implements Delayed, Outbox {
  position = -1;
  readonly background = false;
  readonly held: HeldOutput[] = [];
  /** Number of the callback; known once it has begun. */
  number = 0;
  end: number;
  /** Whether a promise that it returned is still open. */
  open = false;
  /** Whether its execution time has passed. */
  timeOver = false;
  /** What was left of its execution time when its node was frozen. */
  remaining: number | undefined;
  #clockReadings = 0;

  constructor(
    readonly owner: RunOwner,
    readonly entity: Waitable,
    readonly group: CallbackGroup,
    readonly thread: number,
    readonly ready: number,
    readonly overwritten: number,
    readonly start: number,
    readonly duration: number,
    readonly times: ExecutionTimes | undefined,
  ) {
    this.end = start + duration;
  }

  hold(sender: Sender, send: () => void): void {
    const output: HeldOutput = { sender, send, sent: false };
    const index = this.held.push(output) - 1;
    const leaves = this.times?.leaves(this.entity, sender, index, this.duration) ?? this.duration;
    if (leaves >= this.duration) return;
    const { kernel } = this.entity.node.graph;
    const leave = () => {
      if (output.sent) return;
      output.sent = true;
      this.owner.leave(this, sender, send);
    };
    // What it sends leaves in order, and before its end.
    const early = new DelayedAction(leave, () => `output of ${this.entity.label()}`, this);
    kernel.delays.push(this.start + Math.max(0, leaves), early);
  }

  readClock(time: bigint): bigint {
    const first = this.#clockReadings++ === 0;
    return first || !this.times?.clockAdvances ? time : time + BigInt(this.duration);
  }

  returned(result: PromiseLike<unknown>): void {
    this.open = true;
    const settle = () => {
      this.open = false;
      this.owner.settled(this);
    };
    result.then(settle, settle);
  }

  /** Requests whose responses it may be waiting for. */
  get clients(): Sender[] {
    return this.held.map(({ sender }) => sender).filter((sender) => sender.kind === 'client');
  }

  run(): boolean {
    this.owner.elapsed(this);
    return false;
  }

  label(): string {
    return `end of ${this.entity.label()}`;
  }
}

/** Tells the observer when and where a callback ran. */
export function reportRun(run: CallbackRun, executor: string): void {
  const { observer } = run.entity.node.graph;
  if (observer?.callbackCompleted === undefined) return;
  const { entity, number, ready, start, end, thread, overwritten } = run;
  const outputs = run.held.length;
  const where = { executor, thread, overwritten, outputs };
  observer.callbackCompleted({ entity, number, ready, start, end, ...where });
}
