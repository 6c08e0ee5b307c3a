import type { Kernel } from '../kernel/index.js';
import { RoundMember } from './round_member.js';

/**
 * Guests that are started at one instant, one after the other, and whose answers are read only
 * afterwards, in the same order: they compute at the same time, on all available cores, and the result
 * does not depend on which finishes first. What each of them runs is chosen before any answer is read.
 */
export class GuestRound {
  readonly #parallel: boolean;
  /** Answers still to be read of the guests that were started; undefined outside of a round. */
  #hear: (() => void)[] | undefined;

  constructor(parallel: boolean) {
    this.#parallel = parallel;
  }

  /** Whether a guest of the round computes together with those before it; otherwise it is started when its answer is due. */
  runsNow(member: RoundMember): boolean {
    return this.open && this.#parallel && !member.inTurn;
  }

  /** Whether a guest would compute while others do that come before it. */
  isAhead(member: RoundMember): boolean {
    return this.runsNow(member) && this.#hear!.length > 0;
  }

  /** Whether the answer of a guest is read later. */
  get open(): boolean {
    return this.#hear !== undefined;
  }

  /** Reads the answer of a guest at the end of the round, or before, when the returned function is called. */
  later(hear: () => void): () => void {
    let rest: (() => void) | undefined = hear;
    const read = () => {
      const now = rest;
      rest = undefined;
      now?.();
    };
    this.#hear!.push(read);
    return read;
  }

  /** Runs a guest together with those that come directly after it, each once. */
  run(first: RoundMember, kernel: Kernel): boolean {
    const members = new Set<RoundMember>([first]);
    const { ready } = kernel;
    while (ready.size > 0) {
      const next = ready.at(0);
      if (!(next instanceof RoundMember) || members.has(next)) break;
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

/** Reads the answers of all guests, even if one of them is wrong. */
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
