import type { Graph, Waitable } from '../graph/index.js';
import type { Take } from '../models/index.js';
import type { Member } from './member.js';
import type { Choice, SpinCall, ThreadOptions } from './thread_options.js';
import { VirtualThreads } from './virtual_threads.js';

/**
 * What the body of a user's own loop around `WaitSet::wait` does with what is ready, which it gets
 * in the order in which it was added. An empty result waits for the next arrival.
 */
export type WaitSetLoop = (ready: readonly Waitable[]) => readonly Take[];

/** A user-level wait-set loop: no order of kinds, no callback groups, one thread. */
export class WaitSetLoopExecutor extends VirtualThreads {
  readonly name = 'wait_set';
  readonly #loop: WaitSetLoop;
  #plan: { member: Member; times: number }[] = [];

  constructor(graph: Graph, loop: WaitSetLoop, options: ThreadOptions = {}) {
    super(graph, 1, options);
    this.#loop = loop;
  }

  protected beginCall(_call: SpinCall): void {
    this.#plan = [];
    this.#decide();
  }

  protected pick(): Choice | undefined {
    if (this.call !== 'some' && this.call !== 'once' && this.#plan.length === 0) this.#decide();
    for (;;) {
      const [next] = this.#plan;
      if (next === undefined) return undefined;
      if (--next.times <= 0) this.#plan.shift();
      const { member } = next;
      if (member.entity.destroyed) continue;
      if (member.timer !== undefined) member.callTimer(member.timer, this.kernel.now);
      else if (!member.isReady(this.kernel.now)) {
        if (next.times > 0) this.#plan.shift();
        continue;
      }
      return { member };
    }
  }

  #decide(): void {
    const ready = this.members.filter((member) => member.isReady(this.kernel.now));
    if (ready.length === 0) return;
    const takes = this.#loop(ready.map((member) => member.entity));
    this.#plan = takes.flatMap(({ entity, times }) => {
      const member = ready.find((candidate) => candidate.entity === entity);
      if (member === undefined || times < 1) return [];
      return [{ member, times: member.timer === undefined ? times : 1 }];
    });
  }
}
