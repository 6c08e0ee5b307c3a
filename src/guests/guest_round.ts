import type { Kernel } from '../kernel/index.js';
import { GuestExecutor } from './guest_executor.js';

/**
 * Guests that are told to run at one instant, one after the other, and whose answers are heard only
 * then, in the same order: they compute at the same time, on as many cores as there are, and what
 * comes of it does not depend on who is ready first. What each of them runs is chosen before any
 * has said anything.
 */
export class GuestRound {
  /** Whether they compute at the same time; otherwise each is told to run when it is heard. */
  readonly parallel: boolean;
  /** What is still to be heard of those that were told; undefined: there is no round. */
  #hear: (() => void)[] | undefined;

  constructor(parallel: boolean) {
    this.parallel = parallel;
  }

  /** Whether what a guest does is heard later. */
  get open(): boolean {
    return this.#hear !== undefined;
  }

  /** Hears of a guest at the end of the round. */
  later(hear: () => void): void {
    this.#hear!.push(hear);
  }

  /** Runs a guest together with those that come directly after it, each once. */
  run(first: GuestExecutor, kernel: Kernel): boolean {
    const members = new Set([first]);
    const { ready } = kernel;
    while (ready.size > 0) {
      const next = ready.at(0);
      if (!(next instanceof GuestExecutor) || members.has(next)) break;
      ready.shift();
      members.add(next);
    }
    const hear: (() => void)[] = [];
    this.#hear = hear;
    let ran = 0;
    try {
      for (const member of members) ran += member.step() ? 1 : 0;
    } finally {
      this.#hear = undefined;
      hearAll(hear);
    }
    for (let i = 1; i < ran; i++) kernel.countCallback(first);
    return ran > 0;
  }
}

/** An error in what one guest says does not keep the others from giving the turn back. */
function hearAll(hear: readonly (() => void)[]): void {
  let failure: { readonly error: unknown } | undefined;
  for (const each of hear) {
    try {
      each();
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== undefined) throw failure.error;
}
