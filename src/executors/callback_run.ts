import type { CallbackGroup, Outbox, Sender, Waitable } from '../graph/index.js';
import { type Delayed, DelayedAction } from '../kernel/index.js';
import type { ExecutionTimes } from '../models/index.js';

interface HeldOutput {
  readonly sender: Sender;
  readonly send: () => void;
  sent: boolean;
}

/** The events of a callback run for the executor whose thread it occupies. */
export interface RunOwner {
  /** The execution time of the callback is over. */
  elapsed(run: CallbackRun): void;
  /** The promise that the callback returned has settled. */
  settled(run: CallbackRun): void;
  /** The callback will never end; what it did so far belongs in the trace. */
  stuck(run: CallbackRun): void;
  /** An output leaves before the callback ends. */
  leave(run: CallbackRun, sender: Sender, send: () => void): void;
}

/** A callback that occupies a virtual thread, and its outputs that have not left yet. */
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
  /** The rest of its execution time when its node was frozen. */
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
    const early = new DelayedAction(leave, () => `output of ${this.entity.anchor()}`, this);
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

  /** The requests whose responses the callback may be waiting for. */
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

  anchor(): string {
    return `end of ${this.entity.anchor()}`;
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
